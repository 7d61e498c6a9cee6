import { ProductError } from '@switchback/platform/errors';
import type { Call, Rpc } from '@switchback/platform/rpc/call';
import { accountTypeOf } from '@switchback/platform/wire/account-type';
import {
  type AddRecentSearchRequest,
  type AutocompleteRequest,
  type CheckUsernameRequest,
  type CreateProfileRequest,
  DriveList,
  type GetExportRequest,
  type GetListedDrivesRequest,
  type GetPrivacyRequest,
  type GetPublicProfileRequest,
  type GetRecentSearchesRequest,
  type GetSummaryRequest,
  type GetUserRequest,
  type ListDriveRequest,
  type ReceiveContactRequest,
  type RemoveRecentSearchRequest,
  type RequestExportRequest,
  type ReserveUsernameRequest,
  type SavePrivacyRequest,
  type SaveProfileRequest,
  type UsersService as UsersServiceContract,
} from '@switchback/proto/users/v1/service';
import type { RecentSearch } from '@switchback/proto/users/v1/user';
import type { Avatars } from './avatars/avatars.js';
import type { ContactService } from './contact/contact.service.js';
import type { ExportsService } from './exports/exports.service.js';
import type { ListName, ListsService } from './lists/lists.service.js';
import { requireMember } from './member.js';
import type { PeopleQueries } from './people.queries.js';
import type { ProfilesService } from './profiles/profiles.service.js';
import { saveProfile } from './profiles/save-profile.js';
import { toPrivacy } from './profiles/user.mapper.js';
import type { Usernames } from './profiles/usernames.js';
import type { RecentSearches } from './searches/recent-searches.js';

interface Parts {
  people: PeopleQueries;
  usernames: Usernames;
  profiles: ProfilesService;
  lists: ListsService;
  searches: RecentSearches;
  exports: ExportsService;
  contact: ContactService;
  avatars: Avatars;
  /** Told of a picture that nobody shows any more and that could not be removed. */
  onLeftOver: (error: unknown) => void;
}

/** The users service as other processes call it. */
export class UsersRpc implements Rpc<UsersServiceContract> {
  constructor(private readonly parts: Parts) {}

  async reserveUsername({ userId, username, until }: ReserveUsernameRequest) {
    await this.parts.usernames.reserve({ userId, username, until: new Date(until) });
    return {};
  }

  async createProfile({ userId, accountType }: CreateProfileRequest) {
    await this.parts.profiles.create(userId, accountTypeOf(accountType));
    return {};
  }

  async checkUsername({ username }: CheckUsernameRequest, { caller }: Call) {
    await this.parts.usernames.check(username, caller?.userId ?? null);
    return {};
  }

  async getUser(_request: GetUserRequest, call: Call) {
    return { user: await this.parts.people.user(requireMember(call).caller) };
  }

  async saveProfile(request: SaveProfileRequest, call: Call) {
    const { caller } = requireMember(call);
    await saveProfile(this.parts, caller.userId, request);
    return { user: await this.parts.people.user(caller) };
  }

  async getPublicProfile({ userId }: GetPublicProfileRequest, { caller }: Call) {
    return { profile: await this.parts.people.publicProfile(userId, caller) };
  }

  async getSummary({ userId }: GetSummaryRequest, { caller }: Call) {
    return { summary: await this.parts.people.summary(userId, caller) };
  }

  async getPrivacy(_request: GetPrivacyRequest, call: Call) {
    return { privacy: toPrivacy(await this.parts.people.profile(requireMember(call).caller.userId)) };
  }

  async savePrivacy(request: SavePrivacyRequest, call: Call) {
    return { privacy: toPrivacy(await this.parts.profiles.savePrivacy(requireMember(call).caller.userId, request)) };
  }

  async autocomplete(request: AutocompleteRequest, call: Call) {
    requireMember(call);
    return { users: await this.parts.people.autocomplete(request) };
  }

  async listDrive({ driveId, list, listed }: ListDriveRequest, call: Call) {
    const member = requireMember(call);
    await this.parts.lists.set({ driveId, list: listOf(list), listed }, member);
    return { user: await this.parts.people.user(member.caller) };
  }

  async getListedDrives(_request: GetListedDrivesRequest, call: Call) {
    return this.parts.people.listed(requireMember(call).caller);
  }

  async getRecentSearches(_request: GetRecentSearchesRequest, call: Call) {
    return { searches: await this.parts.searches.list(requireMember(call).caller.userId) };
  }

  async addRecentSearch({ search }: AddRecentSearchRequest, call: Call) {
    const { userId } = requireMember(call).caller;
    await this.parts.searches.add(userId, present(search));
    return { searches: await this.parts.searches.list(userId) };
  }

  async removeRecentSearch({ search }: RemoveRecentSearchRequest, call: Call) {
    const { userId } = requireMember(call).caller;
    await this.parts.searches.remove(userId, present(search));
    return { searches: await this.parts.searches.list(userId) };
  }

  async requestExport(_request: RequestExportRequest, call: Call) {
    return { id: await this.parts.exports.request(requireMember(call)) };
  }

  async getExport({ id }: GetExportRequest, call: Call) {
    return this.parts.exports.state(id, requireMember(call));
  }

  async receiveContact(request: ReceiveContactRequest, { caller }: Call) {
    await this.parts.contact.receive(request, caller);
    return {};
  }
}

/** On the wire a message may be missing. */
function present(search: RecentSearch | undefined): RecentSearch {
  if (!search) throw new ProductError('invalidInput', { message: 'There is no such search.' });
  return search;
}

function listOf(list: DriveList): ListName {
  if (list === DriveList.DRIVE_LIST_SAVED) return 'saved';
  if (list === DriveList.DRIVE_LIST_COMPLETED) return 'completed';
  throw new ProductError('invalidInput', { message: 'There is no such list.' });
}
