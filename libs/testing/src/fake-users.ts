import { NOTICE_KINDS } from '@switchback/contracts/rules/moderation';
import { ProductError } from '@switchback/platform/errors';
import type { Call, Rpc } from '@switchback/platform/rpc/call';
import { toWireAccountType } from '@switchback/platform/wire/account-type';
import {
  DriveList,
  type ReceiveContactRequest,
  type SaveProfileRequest,
  type UsersService,
} from '@switchback/proto/users/v1/service';
import { Privacy, PublicProfile, type RecentSearch, User, UserSummary } from '@switchback/proto/users/v1/user';

/** The only notice, identical for everyone. */
const NOTICE = {
  id: 'n1',
  kind: 'drive-approved',
  at: '2026-01-02T03:04:05.000Z',
  read: false,
  subjectType: 'drive',
  subjectId: 'd1',
  subjectTitle: 'Blue Ridge Parkway',
  actor: '',
  corrected: [],
};

/** An empty message decodes to its defaults. */
const NOTHING = new Uint8Array();
const ALL_SHOWN = Object.fromEntries(
  Object.keys(Privacy.decode(NOTHING)).map((key) => [key, true]),
) as unknown as Privacy;

/** An in-memory users service: profiles, privacy, lists and searches; regions have no names. */
export class FakeUsers implements Rpc<UsersService> {
  readonly people = new Map<string, User>();
  readonly saved: SaveProfileRequest[] = [];
  /** The file of every export. */
  exported = { key: 'exports/e1.zip' };
  readonly contacts: ReceiveContactRequest[] = [];
  /** While set, every call fails with it. */
  failure: Error | undefined;
  readonly #privacy = new Map<string, Privacy>();
  readonly #searches = new Map<string, RecentSearch[]>();

  add(id: string, overrides: Partial<User> = {}): void {
    const lists = { saved: [], completed: [], private: [], pending: [], published: [], shared: [], sharing: [] };
    const driven = { distance: [], duration: [], states: [], countries: [] };
    const accountType = toWireAccountType('free');
    this.people.set(id, { ...User.decode(NOTHING), id, username: id, accountType, lists, driven, ...overrides });
  }

  #one(id: string): User {
    if (this.failure) throw this.failure;
    const person = this.people.get(id);
    if (!person) throw new ProductError('userNotFound');
    return person;
  }

  #own({ caller }: Call): User {
    if (!caller) throw new ProductError('invalidSession');
    const accountType = toWireAccountType(caller.accountType);
    return Object.assign(this.#one(caller.userId), { accountType });
  }

  #claim(username: string, { caller }: Call): void {
    if (this.failure) throw this.failure;
    const taken = [...this.people.values()].some((other) => other.username === username && other.id !== caller?.userId);
    if (taken) throw new ProductError('usernameTaken');
  }

  reserveUsername: Rpc<UsersService>['reserveUsername'] = async ({ username }, call) => {
    this.#claim(username, call);
    return {};
  };
  createProfile: Rpc<UsersService>['createProfile'] = async ({ userId, accountType }) => {
    this.add(userId, { accountType });
    return {};
  };
  checkUsername: Rpc<UsersService>['checkUsername'] = async ({ username }, call) => {
    this.#claim(username, call);
    return {};
  };
  getUser: Rpc<UsersService>['getUser'] = async (_request, call) => ({ user: this.#own(call) });
  saveProfile: Rpc<UsersService>['saveProfile'] = async (request, call) => {
    if (request.username !== undefined) this.#claim(request.username, call);
    this.saved.push(request);
    const { username, firstName, lastName, bio, avatarUpload } = request;
    const avatar = avatarUpload === '' ? {} : { avatar: { id: 'a1', small: '/s', medium: '/m', original: '/o' } };
    return { user: Object.assign(this.#own(call), given({ username, firstName, lastName, bio }), avatar) };
  };
  getPublicProfile: Rpc<UsersService>['getPublicProfile'] = async ({ userId }) => {
    const { id, username, accountType, firstName, lastName, bio, lists } = this.#one(userId);
    const shown = this.#privacy.get(userId) ?? ALL_SHOWN;
    const profile: PublicProfile = { ...PublicProfile.decode(NOTHING), id, username, accountType };
    if (shown.name) Object.assign(profile, { firstName, lastName });
    if (shown.bio) profile.bio = bio;
    if (shown.savedDrives) profile.saved = { ids: lists?.saved ?? [] };
    return { profile };
  };
  getSummary: Rpc<UsersService>['getSummary'] = async ({ userId }) => ({ summary: summaryOf(this.#one(userId)) });
  getSummaries: Rpc<UsersService>['getSummaries'] = async ({ userIds }) => ({
    summaries: userIds.flatMap((id) => {
      const user = this.people.get(id);
      return user ? [summaryOf(user)] : [];
    }),
  });
  getPrivacy: Rpc<UsersService>['getPrivacy'] = async (_request, call) => ({
    privacy: this.#privacy.get(this.#own(call).id) ?? ALL_SHOWN,
  });
  savePrivacy: Rpc<UsersService>['savePrivacy'] = async (change, call) => {
    const { id } = this.#own(call);
    const privacy = { ...(this.#privacy.get(id) ?? ALL_SHOWN), ...given(change) };
    this.#privacy.set(id, privacy);
    return { privacy };
  };
  autocomplete: Rpc<UsersService>['autocomplete'] = async ({ text, limit }) => {
    const found = [...this.people.values()].filter(({ username }) => username.startsWith(text));
    return { users: found.slice(0, limit).map(summaryOf) };
  };
  listDrive: Rpc<UsersService>['listDrive'] = async ({ driveId, list, listed }, call) => {
    const user = this.#own(call);
    const isCompleted = list === DriveList.DRIVE_LIST_COMPLETED;
    if (isCompleted && call.caller?.accountType === 'free')
      throw new ProductError('upgradeNeeded', { additional: { upgrade: true } });
    const { lists } = user;
    if (!lists) throw new Error('A person always has lists.');
    const key = isCompleted ? 'completed' : 'saved';
    const others = lists[key].filter((id) => id !== driveId);
    lists[key] = listed ? [driveId, ...others] : others;
    return { user };
  };
  shareDrive: Rpc<UsersService>['shareDrive'] = async ({ users }, call) => {
    this.#own(call);
    if (call.caller?.accountType === 'free') throw new ProductError('upgradeNeeded', { additional: { upgrade: true } });
    return { userIds: users?.ids ?? [] };
  };
  shareCollection: Rpc<UsersService>['shareCollection'] = async ({ users }, call) => {
    this.#own(call);
    return { userIds: users?.ids ?? [] };
  };
  getListedDrives: Rpc<UsersService>['getListedDrives'] = async (_request, call) => {
    const { lists } = this.#own(call);
    return { saved: lists?.saved ?? [], completed: lists?.completed ?? [] };
  };
  getRecentSearches: Rpc<UsersService>['getRecentSearches'] = async (_request, call) => ({
    searches: this.#searches.get(this.#own(call).id) ?? [],
  });
  addRecentSearch: Rpc<UsersService>['addRecentSearch'] = async ({ search }, call) => {
    const { id } = this.#own(call);
    const others = (this.#searches.get(id) ?? []).filter(({ value }) => value !== search?.value);
    this.#searches.set(id, search ? [search, ...others] : others);
    return { searches: this.#searches.get(id) ?? [] };
  };
  removeRecentSearch: Rpc<UsersService>['removeRecentSearch'] = async ({ search }, call) => {
    const { id } = this.#own(call);
    const rest = (this.#searches.get(id) ?? []).filter(({ value }) => value !== search?.value);
    this.#searches.set(id, rest);
    return { searches: rest };
  };
  requestExport: Rpc<UsersService>['requestExport'] = async (_request, call) => ({ id: this.#own(call).id });
  getExport: Rpc<UsersService>['getExport'] = async ({ id }, call) => {
    if (id !== this.#own(call).id) throw new ProductError('userNotFound');
    return this.exported;
  };
  getNotices: Rpc<UsersService>['getNotices'] = async (_request, call) => {
    this.#own(call);
    return { notices: [NOTICE], unread: 1 };
  };
  readNotices: Rpc<UsersService>['readNotices'] = async (_request, call) => {
    this.#own(call);
    return { notices: [{ ...NOTICE, read: true }], unread: 0 };
  };
  saveNoticeSettings: Rpc<UsersService>['saveNoticeSettings'] = async ({ settings }, call) => {
    this.#own(call);
    const changed = new Map(settings.map((setting) => [setting.kind, setting]));
    return { settings: NOTICE_KINDS.map((kind) => ({ kind, mail: true, notice: true, ...changed.get(kind) })) };
  };
  receiveContact: Rpc<UsersService>['receiveContact'] = async (request) => {
    if (this.failure) throw this.failure;
    this.contacts.push(request);
    return {};
  };
}

/** Drops the undefined members. */
function given<T extends object>(change: T): Partial<T> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Partial<T>;
}

function summaryOf({ id, username, avatar, accountType }: User): UserSummary {
  return { ...UserSummary.decode(NOTHING), id, username, avatar, accountType };
}
