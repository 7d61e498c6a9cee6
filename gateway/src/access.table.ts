import type { RouteName } from '@switchback/contracts/routes';

/**
 * Who asks: nobody; members of each type about the account of another; each type about their own; and with tokens that are
 * none any more.
 */
export const ASKERS = [
  'anonymous',
  'free',
  'hero',
  'admin',
  'freeOwner',
  'heroOwner',
  'adminOwner',
  'expired',
  'deleted',
] as const;
export type Asker = (typeof ASKERS)[number];

type Row = Record<Asker, number>;

/** The same status for whoever asks with a session or without; a dead token is refused everywhere. */
const anyone = (status: number): Row => ({ ...all(status), expired: 401, deleted: 401 });
const member = (status: number): Row => ({ ...anyone(status), anonymous: 401 });
const owner = (status: number): Row => ({ ...member(status), free: 403, hero: 403, admin: 403 });
/** What a free account does not have. */
const heroOwner = (status: number): Row => ({ ...owner(status), freeOwner: 403 });

function all(status: number): Row {
  return Object.fromEntries(ASKERS.map((asker) => [asker, status])) as Row;
}

/** What each call answers to each of them. A call that is not here may not exist. */
export const ACCESS_TABLE: Record<RouteName, Row> = {
  searchDrives: anyone(200),
  autocompleteDrives: anyone(200),
  clusterDrives: anyone(200),
  driveLines: anyone(200),
  driveSummaries: anyone(200),
  nearbyDrives: anyone(200),
  popularDrives: anyone(200),
  worldRanking: anyone(200),
  driveStats: anyone(200),
  driveDetails: anyone(200),
  driveDetailsWithToken: anyone(200),
  driveDirections: anyone(200),
  driveExport: anyone(200),
  autocompletePlaces: anyone(200),
  placeDetails: anyone(200),
  countries: anyone(200),
  states: anyone(200),
  cities: anyone(200),
  signUp: anyone(201),
  confirmSignUp: anyone(200),
  confirmSignUpByPassword: anyone(200),
  logIn: anyone(200),
  beginOidc: anyone(200),
  finishOidc: anyone(200),
  logOut: member(200),
  requestPasswordReset: anyone(200),
  checkPasswordReset: anyone(200),
  confirmPasswordReset: anyone(200),
  changePassword: owner(200),
  changeEmail: owner(200),
  confirmEmailChange: anyone(200),
  security: owner(200),
  endSession: owner(200),
  beginTotp: owner(200),
  confirmTotp: owner(200),
  turnOffTotp: owner(200),
  // Nobody of the table has codes on.
  replaceRecoveryCodes: owner(409),
  unlinkProvider: owner(200),
  deleteAccount: owner(200),
  validateUsername: anyone(200),
  user: owner(200),
  profile: owner(200),
  minProfile: anyone(200),
  userSummary: anyone(200),
  privacy: owner(200),
  exportAccount: owner(200),
  autocompleteUsers: member(200),
  saveDrive: owner(200),
  unsaveDrive: owner(200),
  completeDrive: heroOwner(200),
  uncompleteDrive: heroOwner(200),
  recentSearches: owner(200),
  addRecentSearch: owner(200),
  removeRecentSearch: owner(200),
  recentDrives: owner(200),
  contact: anyone(200),
  health: anyone(200),
  settings: anyone(200),
};
