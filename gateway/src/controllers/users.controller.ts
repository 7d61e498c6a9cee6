import { Controller, Inject, UseGuards } from '@nestjs/common';
import {
  addRecentSearch,
  autocompleteUsers,
  completeDrive,
  minProfile,
  privacy,
  profile,
  recentDrives,
  recentSearches,
  removeRecentSearch,
  saveDrive,
  uncompleteDrive,
  unsaveDrive,
  userCall,
  userSummaryCall,
  validateUsername,
} from '@switchback/contracts/endpoints/users';
import { contact } from '@switchback/contracts/endpoints/contact';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { toSummary } from '@switchback/platform/wire/drive-summary';
import { present } from '@switchback/platform/wire/values';
import { DriveList, type SavePrivacyRequest } from '@switchback/proto/users/v1/service';
import { Answers, type InputOf } from '../contract/answers.js';
import { CLIENTS, type Clients } from '../services/clients.js';
import { limitedBy } from '../http/limit.guard.js';
import { toSearchResult } from '../mapping/suggestion.js';
import { toPublicProfile, toUserSummary } from '../mapping/user.js';
import { ownUser, withAccount } from './own-user.js';
import { saveProfile } from './save-profile.js';

/** Profiles and their privacy, saved and completed lists, and messages to the staff. */
@Controller()
export class UsersController {
  constructor(@Inject(CLIENTS) private readonly clients: Clients) {}

  @UseGuards(limitedBy('checkUsername'))
  @Answers(validateUsername)
  async validateUsername({ body: { username }, call }: InputOf<typeof validateUsername>) {
    await this.clients.users.checkUsername({ username }, call);
    return { available: true as const };
  }

  @Answers(userCall)
  async user({ call }: InputOf<typeof userCall>) {
    return { user: await ownUser(this.clients, call) };
  }

  @Answers(profile, { form: 'profile' })
  profile({ body, upload, call }: InputOf<typeof profile>) {
    return saveProfile(this.clients, body.profile, upload, call);
  }

  @Answers(minProfile)
  async minProfile({ params, call }: InputOf<typeof minProfile>) {
    const { profile: shown } = await this.clients.users.getPublicProfile({ userId: params.id }, call);
    return toPublicProfile(present(shown, 'profile'));
  }

  @Answers(userSummaryCall)
  async summary({ params, call }: InputOf<typeof userSummaryCall>) {
    const { summary } = await this.clients.users.getSummary({ userId: params.id }, call);
    return toUserSummary(present(summary, 'summary'));
  }

  @Answers(privacy)
  async privacy({ body, call }: InputOf<typeof privacy>) {
    const { users } = this.clients;
    const change = body.privacy?.profile;
    const { privacy: shown } = await (change ? users.savePrivacy(toChange(change), call) : users.getPrivacy({}, call));
    return { privacy: { profile: present(shown, 'privacy') } };
  }

  @Answers(autocompleteUsers)
  async autocomplete({ query, call }: InputOf<typeof autocompleteUsers>) {
    const { text, limit = LIMITS.autocompleteDefault, free, hero } = query;
    const request = { text, limit, includeFree: free, includeHero: hero };
    const found = await this.clients.users.autocomplete(request, call);
    return { results: found.users.map(({ id, username }) => ({ type: 'user' as const, label: username, value: id })) };
  }

  @UseGuards(limitedBy('sendMessage'))
  @Answers(contact)
  async contact({ body: { name, email, reason, message }, idempotency, call }: InputOf<typeof contact>) {
    await this.clients.users.receiveContact(
      { name, email, reason, message, idempotency: idempotency ?? undefined },
      call,
    );
    return { title: 'Message Sent', details: 'Thank you. We will reply as soon as we can.' };
  }

  @Answers(saveDrive)
  saveDrive(asked: InputOf<typeof saveDrive>) {
    return this.#list(asked, DriveList.DRIVE_LIST_SAVED, true);
  }

  @Answers(unsaveDrive)
  unsaveDrive(asked: InputOf<typeof unsaveDrive>) {
    return this.#list(asked, DriveList.DRIVE_LIST_SAVED, false);
  }

  @Answers(completeDrive)
  completeDrive(asked: InputOf<typeof completeDrive>) {
    return this.#list(asked, DriveList.DRIVE_LIST_COMPLETED, true);
  }

  @Answers(uncompleteDrive)
  uncompleteDrive(asked: InputOf<typeof uncompleteDrive>) {
    return this.#list(asked, DriveList.DRIVE_LIST_COMPLETED, false);
  }

  @Answers(recentSearches)
  async recentSearches({ call }: InputOf<typeof recentSearches>) {
    const { searches } = await this.clients.users.getRecentSearches({}, call);
    return { searches: searches.map(toSearchResult) };
  }

  @Answers(addRecentSearch)
  async addRecentSearch({ body: { search }, call }: InputOf<typeof addRecentSearch>) {
    const { searches } = await this.clients.users.addRecentSearch({ search }, call);
    return { searches: searches.map(toSearchResult) };
  }

  @Answers(removeRecentSearch)
  async removeRecentSearch({ body: { search }, call }: InputOf<typeof removeRecentSearch>) {
    const { searches } = await this.clients.users.removeRecentSearch({ search }, call);
    return { searches: searches.map(toSearchResult) };
  }

  @Answers(recentDrives)
  async recentDrives({ call }: InputOf<typeof recentDrives>) {
    const { searches } = await this.clients.users.getRecentSearches({}, call);
    const ids = searches.filter(({ type }) => type === 'drive').map(({ value }) => value);
    if (ids.length === 0) return { drives: [] };
    return { drives: (await this.clients.drives.getSummaries({ ids }, call)).drives.map(toSummary) };
  }

  async #list({ params: { driveId }, call }: InputOf<typeof saveDrive>, list: DriveList, listed: boolean) {
    const { user } = await this.clients.users.listDrive({ driveId, list, listed }, call);
    return { user: await withAccount(this.clients, user, call) };
  }
}

/** Absent fields stay unchanged. */
function toChange(change: Partial<SavePrivacyRequest>): SavePrivacyRequest {
  const { name, location, bio, publishedDrives, completedDrives, savedDrives } = change;
  return { name, location, bio, publishedDrives, completedDrives, savedDrives };
}
