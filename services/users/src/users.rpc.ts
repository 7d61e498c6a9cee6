import { Inject } from '@nestjs/common';
import { ProductError } from '@switchback/platform/errors';
import { LOGGER } from '@switchback/platform/nest/tokens';
import { RpcController } from '@switchback/platform/nest/rpc-controller';
import type { Logger } from '@switchback/platform/telemetry/logger';
import type { Call } from '@switchback/platform/rpc/call';
import { accountTypeOf } from '@switchback/platform/wire/account-type';
import {
  type AddRecentSearchRequest,
  type AutocompleteRequest,
  type CheckUsernameRequest,
  type CreateProfileRequest,
  DriveList,
  type GetExportRequest,
  type GetListedDrivesRequest,
  type GetNoticesRequest,
  type GetPrivacyRequest,
  type GetPublicProfileRequest,
  type GetRecentSearchesRequest,
  type GetSummariesRequest,
  GetSummaryRequest,
  type GetUserRequest,
  type ListDriveRequest,
  type ReadNoticesRequest,
  type ReceiveContactRequest,
  type RemoveRecentSearchRequest,
  type RequestExportRequest,
  type ReserveUsernameRequest,
  type SaveNoticeSettingsRequest,
  type SavePrivacyRequest,
  type SaveProfileRequest,
  type ShareCollectionRequest,
  type ShareDriveRequest,
  type UserIds,
  UsersServiceDefinition,
} from '@switchback/proto/users/v1/service';
import type { RecentSearch } from '@switchback/proto/users/v1/user';
import { Avatars } from './avatars/avatars.js';
import { ContactService } from './contact/contact.service.js';
import { ExportsService } from './exports/exports.service.js';
import type { ListName } from './lists/listed-drive.entity.js';
import { ListsService } from './lists/lists.service.js';
import { type Shared, SharingService } from './lists/sharing.service.js';
import { requireMember } from './member.js';
import { Notices } from './notices/notices.js';
import { People } from './people.js';
import { ProfilesService } from './profiles/profiles.service.js';
import { saveProfile } from './profiles/save-profile.js';
import { toPrivacy } from './profiles/user.mapper.js';
import { Usernames } from './profiles/usernames.js';
import { RecentSearches } from './searches/recent-searches.js';

/** RPC interface of the users service. */
@RpcController(UsersServiceDefinition)
export class UsersRpc {
  constructor(
    private readonly people: People,
    private readonly usernames: Usernames,
    private readonly profiles: ProfilesService,
    private readonly lists: ListsService,
    private readonly searches: RecentSearches,
    private readonly exports: ExportsService,
    private readonly contact: ContactService,
    private readonly avatars: Avatars,
    private readonly notices: Notices,
    private readonly sharing: SharingService,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  async reserveUsername({ userId, username, until }: ReserveUsernameRequest) {
    await this.usernames.reserve({ userId, username, until: new Date(until) });
    return {};
  }

  async createProfile({ userId, accountType }: CreateProfileRequest) {
    await this.profiles.create(userId, accountTypeOf(accountType));
    return {};
  }

  async checkUsername({ username }: CheckUsernameRequest, { caller }: Call) {
    await this.usernames.check(username, caller?.userId ?? null);
    return {};
  }

  async getUser(_request: GetUserRequest, call: Call) {
    return { user: await this.people.user(requireMember(call).caller) };
  }

  async saveProfile(request: SaveProfileRequest, call: Call) {
    const { caller } = requireMember(call);
    const onLeftOver = (error: unknown) => this.logger.warn({ error }, 'A profile picture could not be deleted');
    const { profiles, avatars } = this;
    await saveProfile({ profiles, avatars, onLeftOver }, caller.userId, request);
    return { user: await this.people.user(caller) };
  }

  async getPublicProfile({ userId }: GetPublicProfileRequest, { caller }: Call) {
    return { profile: await this.people.publicProfile(userId, caller) };
  }

  async getSummary({ userId }: GetSummaryRequest, { caller }: Call) {
    return { summary: await this.people.summary(userId, caller) };
  }

  async getSummaries({ userIds }: GetSummariesRequest) {
    return { summaries: await this.people.summaries(userIds) };
  }

  async getPrivacy(_request: GetPrivacyRequest, call: Call) {
    return { privacy: toPrivacy(await this.people.profile(requireMember(call).caller.userId)) };
  }

  async savePrivacy(request: SavePrivacyRequest, call: Call) {
    return { privacy: toPrivacy(await this.profiles.savePrivacy(requireMember(call).caller.userId, request)) };
  }

  async autocomplete(request: AutocompleteRequest, call: Call) {
    requireMember(call);
    return { users: await this.people.autocomplete(request) };
  }

  async listDrive({ driveId, list, listed }: ListDriveRequest, call: Call) {
    const member = requireMember(call);
    await this.lists.set({ driveId, list: listOf(list), listed }, member);
    return { user: await this.people.user(member.caller) };
  }

  async shareDrive({ driveId: id, users }: ShareDriveRequest, call: Call) {
    return { userIds: await this.share({ type: 'drive', id }, users, call) };
  }

  async shareCollection({ collectionId: id, users }: ShareCollectionRequest, call: Call) {
    return { userIds: await this.share({ type: 'collection', id }, users, call) };
  }

  async getListedDrives(_request: GetListedDrivesRequest, call: Call) {
    return this.people.listed(requireMember(call).caller);
  }

  async getRecentSearches(_request: GetRecentSearchesRequest, call: Call) {
    return { searches: await this.searches.list(requireMember(call).caller.userId) };
  }

  async addRecentSearch({ search }: AddRecentSearchRequest, call: Call) {
    const { userId } = requireMember(call).caller;
    await this.searches.add(userId, present(search));
    return { searches: await this.searches.list(userId) };
  }

  async removeRecentSearch({ search }: RemoveRecentSearchRequest, call: Call) {
    const { userId } = requireMember(call).caller;
    await this.searches.remove(userId, present(search));
    return { searches: await this.searches.list(userId) };
  }

  async requestExport(_request: RequestExportRequest, call: Call) {
    return { id: await this.exports.request(requireMember(call)) };
  }

  async getExport({ id }: GetExportRequest, call: Call) {
    return { key: await this.exports.keyIfComplete(id, requireMember(call)) };
  }

  async getNotices(_request: GetNoticesRequest, call: Call) {
    return this.notices.list(requireMember(call).caller.userId);
  }

  async readNotices({ ids }: ReadNoticesRequest, call: Call) {
    return this.notices.read(requireMember(call).caller.userId, ids);
  }

  async saveNoticeSettings({ settings }: SaveNoticeSettingsRequest, call: Call) {
    return { settings: await this.notices.saveSettings(requireMember(call).caller.userId, settings) };
  }

  async receiveContact(request: ReceiveContactRequest, { caller }: Call) {
    await this.contact.receive(request, caller);
    return {};
  }

  private share(shared: Shared, users: UserIds | undefined, call: Call): Promise<string[]> {
    const member = requireMember(call);
    return users ? this.sharing.replace(shared, users.ids, member) : this.sharing.list(shared, call);
  }
}

/** A message may be missing on the wire. */
function present(search: RecentSearch | undefined): RecentSearch {
  if (!search) throw new ProductError('invalidInput', { message: 'There is no such search.' });
  return search;
}

function listOf(list: DriveList): ListName {
  if (list === DriveList.DRIVE_LIST_SAVED) return 'saved';
  if (list === DriveList.DRIVE_LIST_COMPLETED) return 'completed';
  throw new ProductError('invalidInput', { message: 'There is no such list.' });
}
