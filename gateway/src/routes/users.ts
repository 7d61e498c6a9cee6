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
import type { Clients } from '../gateway-parts.js';
import type { CallLimits } from '../http/call-limits.js';
import { toSuggestion } from '../mapping/suggestion.js';
import { toPublicProfile, toUserSummary } from '../mapping/user.js';
import { ownUser, withAccount } from './own-user.js';
import { type Route, route } from './route.js';
import { saveProfile } from './save-profile.js';

interface Parts {
  clients: Clients;
  callLimits: CallLimits;
}

/** People: their profiles and what they show of them, the lists they keep, and what they write to the staff. */
export function userRoutes({ clients, callLimits }: Parts): Route[] {
  return [...profileRoutes({ clients, callLimits }), ...listRoutes(clients), ...searchRoutes(clients)];
}

function profileRoutes({ clients, callLimits }: Parts): Route[] {
  const { users } = clients;
  return [
    route(validateUsername, async ({ body: { username }, origin, call }) => {
      await callLimits.checkUsername(origin.address);
      await users.checkUsername({ username }, call);
      return { available: true as const };
    }),
    route(userCall, async ({ call }) => ({ user: await ownUser(clients, call) })),
    route(profile, ({ body, upload, call }) => saveProfile(clients, body.profile, upload, call), { form: 'profile' }),
    route(minProfile, async ({ params, call }) =>
      toPublicProfile(present((await users.getPublicProfile({ userId: params.id }, call)).profile, 'profile')),
    ),
    route(userSummaryCall, async ({ params, call }) =>
      toUserSummary(present((await users.getSummary({ userId: params.id }, call)).summary, 'summary')),
    ),
    route(privacy, async ({ body, call }) => {
      const change = body.privacy?.profile;
      const { privacy: shown } = await (change
        ? users.savePrivacy(toChange(change), call)
        : users.getPrivacy({}, call));
      return { privacy: { profile: present(shown, 'privacy') } };
    }),
    route(autocompleteUsers, async ({ query, call }) => {
      const { text, limit = LIMITS.autocompleteDefault, free, hero } = query;
      const found = await users.autocomplete({ text, limit, includeFree: free, includeHero: hero }, call);
      return {
        results: found.users.map(({ id, username }) => ({ type: 'user' as const, label: username, value: id })),
      };
    }),
    route(contact, async ({ body: { name, email, reason, message }, origin, call }) => {
      await callLimits.sendMessage(origin.address);
      await users.receiveContact({ name, email, reason, message }, call);
      return { title: 'Message Sent', details: 'Thank you. We answer as soon as we can.' };
    }),
  ];
}

/** What is absent stays as it is. */
function toChange(change: Partial<SavePrivacyRequest>): SavePrivacyRequest {
  const { name, location, bio, publishedDrives, completedDrives, savedDrives } = change;
  return { name, location, bio, publishedDrives, completedDrives, savedDrives };
}

function listRoutes(clients: Clients): Route[] {
  const listing = (endpoint: typeof saveDrive, list: DriveList, listed: boolean) =>
    route(endpoint, async ({ params: { driveId }, call }) => {
      const { user } = await clients.users.listDrive({ driveId, list, listed }, call);
      return { user: await withAccount(clients, user, call) };
    });
  return [
    listing(saveDrive, DriveList.DRIVE_LIST_SAVED, true),
    listing(unsaveDrive, DriveList.DRIVE_LIST_SAVED, false),
    listing(completeDrive, DriveList.DRIVE_LIST_COMPLETED, true),
    listing(uncompleteDrive, DriveList.DRIVE_LIST_COMPLETED, false),
  ];
}

function searchRoutes({ users, drives }: Clients): Route[] {
  return [
    route(recentSearches, async ({ call }) => {
      const { searches } = await users.getRecentSearches({}, call);
      return { searches: searches.map(toSuggestion) };
    }),
    route(addRecentSearch, async ({ body: { search }, call }) => {
      const { searches } = await users.addRecentSearch({ search }, call);
      return { searches: searches.map(toSuggestion) };
    }),
    route(removeRecentSearch, async ({ body: { search }, call }) => {
      const { searches } = await users.removeRecentSearch({ search }, call);
      return { searches: searches.map(toSuggestion) };
    }),
    route(recentDrives, async ({ call }) => {
      const { searches } = await users.getRecentSearches({}, call);
      const ids = searches.filter(({ type }) => type === 'drive').map(({ value }) => value);
      if (ids.length === 0) return { drives: [] };
      return { drives: (await drives.getSummaries({ ids }, call)).drives.map(toSummary) };
    }),
  ];
}
