import { ROUTES, type RouteName } from '@switchback/contracts/routes';
import type { InjectOptions } from 'fastify';

/** What a call of the contract is made with. */
export interface SampleCall {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
}

const drive = { params: { id: 'd1' } };
const code = { params: { userId: '{self}', code: 'good' } };
const self = { params: { id: '{self}' } };
const listed = { params: { id: '{self}', driveId: 'd1' } };
const password = 'secret-1';
const search = { type: 'drive', label: 'Blue Ridge Parkway', value: 'd1' };

/** One good call of each; `{self}` stands for the id of whose account it is about. */
export const SAMPLE_CALLS: Record<RouteName, SampleCall> = {
  searchDrives: { query: { q: 'blue' }, body: { have: ['AAAAAAAA'] } },
  autocompleteDrives: { query: { text: 'blue' }, body: { include: ['d1'] } },
  clusterDrives: { query: { zoom: '3' } },
  driveLines: { query: { bounds: '1,1,0,0' } },
  driveSummaries: { body: { ids: ['d1'] } },
  nearbyDrives: { body: { location: { lat: 35, lng: -82 } } },
  popularDrives: {},
  worldRanking: {},
  driveStats: {},
  driveDetails: drive,
  driveDetailsWithToken: { ...drive, body: {} },
  driveDirections: drive,
  driveExport: { params: { id: 'd1', format: 'gpx' } },
  autocompletePlaces: { query: { text: 'ash', near: '35.6,-82.6' } },
  placeDetails: { params: { value: 'city:1' } },
  countries: {},
  states: { params: { countryId: '233' } },
  cities: { params: { countryId: '233', stateId: '1446' } },
  signUp: { body: { email: 'new@example.com', username: 'new.name', password } },
  confirmSignUp: code,
  confirmSignUpByPassword: { ...code, body: { password } },
  logIn: { body: { email: '{self}@example.com', password } },
  beginOidc: { body: {} },
  finishOidc: { body: { answer: 'code={self}&state=s1' } },
  logOut: { body: {} },
  requestPasswordReset: { body: { email: '{self}@example.com' } },
  checkPasswordReset: code,
  confirmPasswordReset: { ...code, body: { password } },
  changePassword: { ...self, body: { currentPassword: password, newPassword: password } },
  changeEmail: { ...self, body: { newEmail: 'other@example.com', password } },
  confirmEmailChange: { params: { id: '{self}', code: 'good' } },
  security: { ...self, body: {} },
  endSession: { params: { id: '{self}', sessionId: 'none' }, body: {} },
  beginTotp: { ...self, body: { password } },
  confirmTotp: { ...self, body: { code: '123456' } },
  turnOffTotp: { ...self, body: { password } },
  replaceRecoveryCodes: { ...self, body: { password } },
  unlinkProvider: { ...self, body: { issuer: 'https://provider.example', password } },
  deleteAccount: { ...self, body: { confirm: 'delete' } },
  validateUsername: { body: { username: 'free.name' } },
  user: { ...self, body: {} },
  profile: { ...self, body: { profile: { bio: 'Drives.' } } },
  minProfile: self,
  userSummary: self,
  privacy: { ...self, body: { privacy: { profile: { bio: false } } } },
  exportAccount: self,
  autocompleteUsers: { query: { text: 'ri' } },
  saveDrive: { ...listed, body: {} },
  unsaveDrive: { ...listed, body: {} },
  completeDrive: { ...listed, body: {} },
  uncompleteDrive: { ...listed, body: {} },
  recentSearches: { ...self, query: { query: 'true' }, body: {} },
  addRecentSearch: { ...self, body: { search } },
  removeRecentSearch: { ...self, body: { search } },
  recentDrives: { ...self, body: {} },
  contact: {
    body: { name: 'Ada', email: 'ada@example.com', reason: 'other', message: 'A question.' },
  },
  health: { params: { probe: 'live' } },
  settings: {},
};

/** A call as a request, about one person's account. */
export function requestOf(name: RouteName, call: SampleCall, selfId: string): InjectOptions {
  const { method, path } = ROUTES[name];
  const fill = (text: string) => text.replaceAll('{self}', selfId);
  const { params = {}, query, body } = call;
  const url = path.replace(/\{(\w+)\}/g, (_, param: string) => fill(params[param] ?? ''));
  const search = query ? `?${new URLSearchParams(query).toString()}` : '';
  const payload = body && (JSON.parse(fill(JSON.stringify(body))) as object);
  return { method, url: url + search, ...(payload && { payload }) };
}
