import { z } from 'zod';
import { ACCOUNT_TYPES, PRIVACY_KEYS } from '../rules/accounts.js';
import { region } from './geo.js';

const accountType = z.enum(ACCOUNT_TYPES);
const driveIds = z.array(z.string()).describe('Drive ids, most recently added first.');
const time = z.string().describe('ISO 8601, UTC.');

export const avatar = z
  .object({ id: z.string(), small: z.string(), medium: z.string(), original: z.string() })
  .meta({ id: 'Avatar', description: 'URLs of the sizes of one picture.' });
export type Avatar = z.infer<typeof avatar>;

export const userSummary = z
  .object({ id: z.string(), username: z.string(), avatar: avatar.nullable(), accountType })
  .meta({ id: 'UserSummary' });
export type UserSummary = z.infer<typeof userSummary>;

const person = z.object({
  firstName: z.string(),
  lastName: z.string(),
  bio: z.string(),
  country: region.nullable(),
  state: region.nullable(),
  city: region.nullable(),
});

export const user = userSummary
  .extend({
    email: z.string(),
    ...person.shape,
    savedDrives: driveIds,
    completedDrives: driveIds,
    privateDrives: driveIds,
    pendingDrives: driveIds,
    publishedDrives: driveIds,
    sharedDrives: z.array(z.object({ user: z.object({ id: z.string(), username: z.string() }), drives: driveIds })),
    sharingDrives: z.array(z.object({ driveId: z.string(), users: z.array(z.string()) })),
    drivenStats: z
      .object({
        distance: z.array(z.number()).describe('Meters.'),
        duration: z.array(z.number()).describe('Seconds.'),
        states: z.array(z.number().int()).describe('Ids, without duplicates.'),
        countries: z.array(z.number().int()).describe('Ids, without duplicates.'),
      })
      .describe('Distances and durations have one entry per completed drive, most recently added first.'),
  })
  .meta({ id: 'User', description: 'A user, as returned to that user only.' });
export type User = z.infer<typeof user>;

export const profileStats = z
  .object({
    miles: z.number(),
    hours: z.number(),
    states: z.number().int(),
    countries: z.number().int(),
    saved: z.number().int(),
    private: z.number().int(),
    completed: z.number().int(),
    published: z.number().int(),
  })
  .meta({ id: 'ProfileStats', description: 'Rounded to two decimals.' });
export type ProfileStats = z.infer<typeof profileStats>;

export const profileLists = z
  .object({
    saved: driveIds,
    completed: driveIds,
    private: driveIds,
    pending: driveIds,
    published: driveIds,
    shared: driveIds.describe('Drives that other users share with this user.'),
    sharing: driveIds.describe('Drives that this user shares with other users.'),
  })
  .meta({ id: 'ProfileLists' });
export type ProfileLists = z.infer<typeof profileLists>;

export const profile = z
  .object({ user, stats: profileStats, lists: profileLists })
  .meta({ id: 'Profile', description: 'A profile as visible to its owner.' });
export type Profile = z.infer<typeof profile>;

export const publicProfile = z
  .object({
    user: userSummary.extend(person.partial().shape),
    stats: profileStats.omit({ private: true }).partial(),
    lists: profileLists.pick({ saved: true, completed: true, published: true }).partial(),
  })
  .meta({ id: 'PublicProfile', description: 'A profile as visible to other users; omits parts that its owner hides.' });
export type PublicProfile = z.infer<typeof publicProfile>;

const shown = z.boolean();
const shownParts = Object.fromEntries(PRIVACY_KEYS.map((key) => [key, shown])) as Record<
  (typeof PRIVACY_KEYS)[number],
  typeof shown
>;

export const privacySettings = z
  .object({ profile: z.object(shownParts) })
  .meta({ id: 'PrivacySettings', description: 'Parts of a profile that are visible to other users.' });
export type PrivacySettings = z.infer<typeof privacySettings>;

export const session = z
  .object({
    id: z.string(),
    created: time,
    lastUsed: time,
    agent: z.string().describe('User-Agent of the browser.'),
    current: z.boolean().describe('Whether this call uses the session.'),
  })
  .meta({ id: 'Session' });
export type Session = z.infer<typeof session>;
