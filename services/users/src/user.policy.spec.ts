import { describe, expect, it } from '@jest/globals';
import { ACCOUNT_TYPES, PRIVACY_KEYS, type PrivacyKey } from '@switchback/contracts/rules/accounts';
import type { Caller } from '@switchback/platform/rpc/call';
import {
  maySeeSection,
  maySeeProfile,
  PROFILE_PARTS,
  type ProfileAccess,
  type ProfileSection,
  type Viewer,
  viewerOf,
} from './user.policy.js';

const VIEWERS: Viewer[] = ['anyone', 'member', 'owner', 'admin'];
const ALL = [...PROFILE_PARTS];
/** Drives that a person published as a Hero stay visible after their Hero account ends. */
const OF_FREE: ProfileSection[] = ['name', 'location', 'bio', 'savedDrives', 'publishedDrives'];

/** Parts that each viewer sees of a person who hides nothing, by account type. */
const SHOWN: Record<ProfileAccess['accountType'], Record<Viewer, ProfileSection[]>> = {
  free: { anyone: OF_FREE, member: OF_FREE, owner: OF_FREE, admin: OF_FREE },
  hero: { anyone: ALL, member: ALL, owner: ALL, admin: ALL },
  admin: { anyone: ALL, member: ALL, owner: ALL, admin: ALL },
};

/** Parts that hiding removes for everyone but the owner and staff. */
const TAKEN: Record<PrivacyKey, ProfileSection[]> = {
  name: ['name'],
  location: ['location'],
  bio: ['bio'],
  publishedDrives: ['publishedDrives'],
  completedDrives: ['completedDrives', 'drivenStats'],
  savedDrives: ['savedDrives'],
};

/** Every combination of hidden parts. */
const CHOICES = Array.from({ length: 2 ** PRIVACY_KEYS.length }, (_, choice) =>
  PRIVACY_KEYS.filter((_key, bit) => (choice >> bit) & 1),
);

function seen(profile: ProfileAccess, viewer: Viewer): ProfileSection[] {
  return PROFILE_PARTS.filter((part) => maySeeSection(profile, part, viewer));
}

describe('the policy of profiles', () => {
  // Aim: for every kind of account and every combination of hidden parts, each viewer sees exactly what the tables
  // list.
  describe.each(ACCOUNT_TYPES)('of a %s account', (accountType) => {
    it.each(VIEWERS)('as seen by %s', (viewer) => {
      for (const hidden of CHOICES) {
        const profile = { id: 'ann', accountType, enabled: true, hidden };
        const isHeld = viewer === 'owner' || viewer === 'admin';
        const taken = isHeld ? [] : hidden.flatMap((key) => TAKEN[key]);
        const expected = SHOWN[accountType][viewer].filter((part) => !taken.includes(part));
        expect([hidden, seen(profile, viewer).sort()]).toEqual([hidden, expected.sort()]);
      }
    });
  });

  it('shows a suspended person only to staff', () => {
    // Aim: a suspended person is invisible to everyone else, as a whole and in parts.
    const profile = { id: 'ann', accountType: 'hero', enabled: false, hidden: [] } as const;
    expect(VIEWERS.filter((viewer) => maySeeProfile(profile, viewer))).toEqual(['owner', 'admin']);
    expect(VIEWERS.filter((viewer) => seen(profile, viewer).length > 0)).toEqual(['owner', 'admin']);
  });

  it('treats every caller as one viewer', () => {
    // Aim: staff looking at themselves are owners, and a stranger of any type is a member.
    const callers: (Caller | null)[] = [
      null,
      { userId: 'ann', accountType: 'free' },
      { userId: 'ann', accountType: 'admin' },
      { userId: 'bob', accountType: 'hero' },
      { userId: 'bob', accountType: 'admin' },
    ];
    expect(callers.map((caller) => viewerOf({ id: 'ann' }, caller))).toEqual([
      'anyone',
      'owner',
      'owner',
      'member',
      'admin',
    ]);
  });
});
