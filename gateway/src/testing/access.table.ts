import type { Access, Endpoint } from '@switchback/contracts/endpoints/endpoint';
import type { RouteName } from '@switchback/contracts/routes';

/** Askers with a valid session or with none: members ask about another account, owners about their own. */
const LIVING = ['anonymous', 'free', 'hero', 'admin', 'freeOwner', 'heroOwner', 'adminOwner'] as const;
/** Askers about their own account whose token is not a valid session: never issued, expired, logged out, ... */
export const DEAD = ['unknown', 'expired', 'loggedOut', 'deleted', 'disabled'] as const;
export const ASKERS = [...LIVING, ...DEAD] as const;
export type Asker = (typeof ASKERS)[number];

/** Statuses of single askers that differ from those implied by the access level. */
type Deviations = Partial<Record<Asker, number>>;
type Row = Access | [Access, Deviations];

/** Features that free accounts lack. */
const HEROES: Row = ['owner', { freeOwner: 403 }];
/** Actions open to any session except a free account's. */
const HERO_ACTION: Row = ['member', { free: 403, freeOwner: 403 }];
/** Calls that require proof other than a session. */
const OTHER_PROOF: Row = ['anyone', Object.fromEntries(LIVING.map((asker) => [asker, 401]))];
/** Actions for staff only. */
const STAFF: Row = ['member', { free: 403, freeOwner: 403, hero: 403, heroOwner: 403 }];

/**
 * Access of every call; a call without a row must not exist. The contract states the access as well, but defaults to
 * anyone, so this table catches an omission there.
 */
export const ACCESS_TABLE: Record<RouteName, Row> = {
  searchDrives: 'anyone',
  autocompleteDrives: 'anyone',
  clusterDrives: 'anyone',
  driveLines: 'anyone',
  driveSummaries: 'anyone',
  nearbyDrives: 'anyone',
  planFromHere: 'anyone',
  roads: 'anyone',
  roadDetails: 'anyone',
  popularDrives: 'anyone',
  worldRanking: 'anyone',
  rankDrive: STAFF,
  secretLink: HERO_ACTION,
  createSecretLink: HERO_ACTION,
  revokeSecretLink: 'member',
  secretDrive: 'anyone',
  secretDriveExport: 'anyone',
  userCollections: 'anyone',
  publishedCollections: 'anyone',
  createCollection: 'member',
  collection: 'anyone',
  updateCollection: 'member',
  deleteCollection: 'member',
  collectionWays: 'anyone',
  shareCollection: 'member',
  collectionLink: 'member',
  createCollectionLink: 'member',
  revokeCollectionLink: 'member',
  secretCollection: 'anyone',
  secretCollectionWays: 'anyone',
  collectionExport: 'anyone',
  secretCollectionExport: 'anyone',
  driveStats: 'anyone',
  driveDetails: 'anyone',
  driveDetailsWithToken: 'anyone',
  driveDirections: 'anyone',
  driveStops: 'anyone',
  driveStopsWithToken: 'anyone',
  snapDrive: STAFF,
  driveExport: 'anyone',
  createDrive: HERO_ACTION,
  saveRecord: HERO_ACTION,
  updateDrive: HERO_ACTION,
  deleteDrive: 'member',
  driveReviews: 'anyone',
  createReview: HERO_ACTION,
  oneReview: 'anyone',
  updateReview: HERO_ACTION,
  deleteReview: 'member',
  likeReview: HERO_ACTION,
  suggestEdits: HERO_ACTION,
  drivePhotos: 'anyone',
  // No asker sends a file.
  savePhotos: ['member', { free: 400, hero: 400, admin: 400, freeOwner: 400, heroOwner: 400, adminOwner: 400 }],
  convertPhoto: ['member', { free: 400, hero: 400, admin: 400, freeOwner: 400, heroOwner: 400, adminOwner: 400 }],
  deletePhoto: 'member',
  likePhoto: 'member',
  approvePhoto: STAFF,
  disapprovePhoto: STAFF,
  validateTitle: 'member',
  approveDrive: STAFF,
  requestChanges: STAFF,
  routeDirections: HERO_ACTION,
  findChoices: HERO_ACTION,
  parseMapsUrl: HERO_ACTION,
  // No asker sends a file.
  readRouteFile: ['member', { free: 400, hero: 400, admin: 400, freeOwner: 400, heroOwner: 400, adminOwner: 400 }],
  moderationQueue: STAFF,
  claimItem: STAFF,
  releaseItem: STAFF,
  decideItem: STAFF,
  autocompletePlaces: 'anyone',
  placeDetails: 'anyone',
  countries: 'anyone',
  states: 'anyone',
  cities: 'anyone',
  signUp: 'anyone',
  confirmSignUp: 'anyone',
  confirmSignUpByPassword: 'anyone',
  logIn: 'anyone',
  beginOidc: 'anyone',
  finishOidc: 'anyone',
  logOut: 'member',
  requestPasswordReset: 'anyone',
  checkPasswordReset: 'anyone',
  confirmPasswordReset: 'anyone',
  changePassword: 'owner',
  changeEmail: 'owner',
  confirmEmailChange: 'anyone',
  security: 'owner',
  endSession: 'owner',
  beginTotp: 'owner',
  confirmTotp: 'owner',
  turnOffTotp: 'owner',
  // No asker has two-step login on.
  replaceRecoveryCodes: ['owner', { freeOwner: 409, heroOwner: 409, adminOwner: 409 }],
  unlinkProvider: 'owner',
  deleteAccount: 'owner',
  validateUsername: 'anyone',
  user: 'owner',
  profile: 'owner',
  minProfile: 'anyone',
  userSummary: 'anyone',
  privacy: 'owner',
  exportAccount: 'owner',
  autocompleteUsers: 'member',
  saveDrive: 'owner',
  unsaveDrive: 'owner',
  completeDrive: HEROES,
  uncompleteDrive: HEROES,
  recentSearches: 'owner',
  addRecentSearch: 'owner',
  removeRecentSearch: 'owner',
  recentDrives: 'owner',
  shareDrive: HEROES,
  notices: 'owner',
  readNotices: 'owner',
  noticeSettings: 'owner',
  subscription: 'owner',
  createSubscription: 'owner',
  cancelSubscription: 'owner',
  paymentIntent: 'owner',
  addPaymentSource: 'owner',
  receipts: 'owner',
  authorizeSandbox: 'member',
  deals: 'anyone',
  createDeal: STAFF,
  updateDeal: STAFF,
  deleteDeal: STAFF,
  // No asker has the provider's password.
  billingWebhook: OTHER_PROOF,
  reportAbuse: 'anyone',
  contact: 'anyone',
  health: 'anyone',
  settings: 'anyone',
  ownText: 'anyone',
};

/** Returns the row of a call in its long form. */
export function rowOf(name: RouteName): { access: Access; deviations: Deviations } {
  const row = ACCESS_TABLE[name];
  const [access, deviations] = typeof row === 'string' ? [row, {}] : row;
  return { access, deviations };
}

/** Returns the status that an asker gets. A dead token is refused everywhere, even if the call needs no session. */
export function expectedStatus({ name, status }: Pick<Endpoint, 'name' | 'status'>, asker: Asker): number {
  const { access, deviations } = rowOf(name);
  const isDead = DEAD.some((dead) => dead === asker);
  if (isDead || (asker === 'anonymous' && access !== 'anyone')) return 401;
  const isOwner = asker.endsWith('Owner');
  if (access === 'owner' && !isOwner) return 403;
  return deviations[asker] ?? status ?? 200;
}
