import { z } from 'zod';
import { driveSummary } from '../resources/drive.js';
import { regionId, searchResult } from '../resources/geo.js';
import { privacySettings, profile as profileAnswer, publicProfile, user, userSummary } from '../resources/user.js';
import { ACCOUNT_MESSAGES } from '../rules/accounts.js';
import { LIMITS } from '../rules/limits.js';
import { ownParams } from './auth.js';
import { endpoint } from './endpoint.js';
import { usernameField } from './form-fields.js';
import { onUnlessFalse, wholeNumberValue } from './query-values.js';
import { token } from './search.js';
import { text } from './text.js';

const tag = 'Users';
const withToken = z.object({ token }).default({});
const ownUser = z.object({ user }).meta({ id: 'UserAnswer' });

export const validateUsername = endpoint('validateUsername', 'POST /api/users/validate-username', {
  summary: 'Check whether a username is available; the own one counts as available',
  tag,
  body: z.object({ token, username: usernameField }),
  answer: z.object({ available: z.literal(true) }).meta({ id: 'UsernameAnswer' }),
  errors: ['usernameTaken'],
});

export const userCall = endpoint('user', 'POST /api/users/user/{id}/base', {
  summary: 'Return the own account',
  tag,
  access: 'owner',
  params: ownParams,
  body: withToken,
  answer: ownUser,
});

/** A region by id; its name is ignored. */
const chosenRegion = z.object({ id: regionId }).nullable();

/** The owner's own profile input; omitted fields stay unchanged. */
export const profileForm = z
  .object({
    username: usernameField,
    firstName: text(LIMITS.nameMax),
    lastName: text(LIMITS.nameMax),
    bio: text(LIMITS.bioMax, 0, ACCOUNT_MESSAGES.bioTooLong),
    country: chosenRegion,
    state: chosenRegion,
    city: chosenRegion,
    removeAvatar: z.boolean(),
  })
  .partial()
  .meta({
    id: 'ProfileForm',
    description: 'Omitted fields stay unchanged. Regions are selected by id.',
    example: { bio: 'Mountain roads.' },
  });
export type ProfileForm = z.output<typeof profileForm>;

/** Picture types that a browser can send; HEIC is refused. The content decides the type of a file. */
export const AVATAR_TYPES = ['image/jpeg', 'image/png', 'image/tiff'] as const;

export const profile = endpoint('profile', 'POST /api/users/user/{id}/profile', {
  summary: 'Return the own profile; stores `profile` and `avatar` first, if given',
  tag,
  access: 'owner',
  params: ownParams,
  body: z.object({ token, profile: profileForm.optional() }).default({}),
  file: { name: 'avatar', maxBytes: LIMITS.avatarBytes, types: AVATAR_TYPES },
  answer: profileAnswer,
  errors: ['usernameTaken', 'formatNotAccepted', 'pictureTooLarge'],
});

export const minProfile = endpoint('minProfile', 'GET /api/users/user/{id}/min-profile', {
  summary: 'Return the public profile of a user; omits hidden parts',
  tag,
  params: ownParams,
  answer: publicProfile,
  errors: ['userNotFound'],
});

export const userSummaryCall = endpoint('userSummary', 'GET /api/users/user/{id}/summary', {
  summary: 'Return the summary of a user',
  tag,
  params: ownParams,
  answer: userSummary,
  errors: ['userNotFound'],
});

export const privacy = endpoint('privacy', 'POST /api/users/user/{id}/privacy', {
  summary: 'Return the privacy settings of the own profile; stores `privacy` first, if given',
  tag,
  access: 'owner',
  params: ownParams,
  body: z
    .object({
      token,
      privacy: z
        .object({ profile: privacySettings.shape.profile.partial() })
        .optional()
        .meta({ description: 'Omitted fields stay unchanged.', example: { profile: { bio: false } } }),
    })
    .default({}),
  answer: z.object({ privacy: privacySettings }).meta({ id: 'PrivacyAnswer' }),
});

const userResult = z
  .object({ type: z.literal('user'), label: z.string(), value: z.string() })
  .meta({ id: 'UserSuggestion' });

export const EXPORT_TYPE = 'application/zip';

export const exportAccount = endpoint('exportAccount', 'GET /api/users/user/{id}/export', {
  summary: 'Export all stored data of the own account as a ZIP of JSON, GeoJSON and GPX',
  tag,
  access: 'owner',
  params: ownParams,
  answer: z.string().meta({ format: 'binary' }),
  files: [EXPORT_TYPE],
});

export const autocompleteUsers = endpoint('autocompleteUsers', 'GET /api/users/search/autocomplete', {
  summary: 'Suggest users by username',
  tag,
  access: 'member',
  query: z.object({
    text: text(LIMITS.searchTextMax).meta({ param: { description: 'Search text.', example: 'rid' } }),
    limit: wholeNumberValue('Maximum number of results.', { min: 1, max: LIMITS.autocompleteMax }, 5),
    free: onUnlessFalse('Include free accounts.'),
    hero: onUnlessFalse('Include Hero accounts.'),
  }),
  answer: z.object({ results: z.array(userResult) }).meta({ id: 'UserSuggestions' }),
});

const listed = { tag, access: 'owner', params: ownParams.extend({ driveId: text(64, 1) }), body: withToken } as const;

export const saveDrive = endpoint('saveDrive', 'POST /api/users/user/{id}/save/{driveId}', {
  ...listed,
  summary: 'Add a drive to the list of saved drives',
  answer: ownUser,
  errors: ['driveNotFound', 'listFull', 'upgradeNeeded'],
});

export const unsaveDrive = endpoint('unsaveDrive', 'DELETE /api/users/user/{id}/save/{driveId}', {
  ...listed,
  summary: 'Remove a drive from the list of saved drives',
  answer: ownUser,
});

export const completeDrive = endpoint('completeDrive', 'POST /api/users/user/{id}/completed/{driveId}', {
  ...listed,
  summary: 'Add a drive to the list of completed drives',
  answer: ownUser,
  errors: ['driveNotFound', 'listFull', 'upgradeNeeded'],
});

export const uncompleteDrive = endpoint('uncompleteDrive', 'DELETE /api/users/user/{id}/completed/{driveId}', {
  ...listed,
  summary: 'Remove a drive from the list of completed drives',
  answer: ownUser,
  errors: ['upgradeNeeded'],
});

const search = searchResult
  .extend({ label: text(LIMITS.searchTextMax, 1), value: text(LIMITS.searchTextMax, 1) })
  .meta({ id: 'RecentSearch', example: { type: 'drive', label: 'Blue Ridge Parkway', value: 'd1' } });
const searches = z
  .object({ searches: z.array(searchResult) })
  .meta({ id: 'RecentSearches', description: 'Newest first.' });
const own = { tag, access: 'owner', params: ownParams } as const;

export const recentSearches = endpoint('recentSearches', 'POST /api/users/user/{id}/recent-searches', {
  ...own,
  summary: 'List recent searches',
  query: z.object({ query: onUnlessFalse('No effect; the call is read-only.') }),
  body: withToken,
  answer: searches,
});

export const addRecentSearch = endpoint('addRecentSearch', 'PUT /api/users/user/{id}/recent-searches', {
  ...own,
  summary: 'Add a recent search',
  body: z.object({ token, search }),
  answer: searches,
});

export const removeRecentSearch = endpoint('removeRecentSearch', 'DELETE /api/users/user/{id}/recent-searches', {
  ...own,
  summary: 'Delete a recent search',
  body: z.object({ token, search }),
  answer: searches,
});

export const recentDrives = endpoint('recentDrives', 'POST /api/users/user/{id}/recently-searched-drives', {
  ...own,
  summary: 'List the drives among the recent searches',
  body: withToken,
  answer: z.object({ drives: z.array(driveSummary) }).meta({ id: 'RecentDrives' }),
});
