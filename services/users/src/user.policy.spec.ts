import { describe, expect, it } from '@jest/globals';
import { ACCOUNT_TYPES, PRIVACY_KEYS, type PrivacyKey } from '@switchback/contracts/rules/accounts';
import type { Caller } from '@switchback/platform/rpc/call';
import {
  maySeePart,
  maySeeProfile,
  PROFILE_PARTS,
  type ProfileAccess,
  type ProfilePart,
  type Viewer,
  viewerOf,
} from './user.policy.js';

const VIEWERS: Viewer[] = ['anyone', 'member', 'owner', 'admin'];
const ALL = [...PROFILE_PARTS];
/** What somebody published as a Hero stays there when they are none any more. */
const OF_FREE: ProfilePart[] = ['name', 'location', 'bio', 'savedDrives', 'publishedDrives'];

/** What each viewer sees of somebody who hides nothing, by what account they have. */
const SHOWN: Record<ProfileAccess['accountType'], Record<Viewer, ProfilePart[]>> = {
  free: { anyone: OF_FREE, member: OF_FREE, owner: OF_FREE, admin: OF_FREE },
  hero: { anyone: ALL, member: ALL, owner: ALL, admin: ALL },
  admin: { anyone: ALL, member: ALL, owner: ALL, admin: ALL },
};

/** What hiding takes from those who are neither the owner nor staff. */
const TAKEN: Record<PrivacyKey, ProfilePart[]> = {
  name: ['name'],
  location: ['location'],
  bio: ['bio'],
  publishedDrives: ['publishedDrives'],
  completedDrives: ['completedDrives', 'drivenStats'],
  savedDrives: ['savedDrives'],
};

/** Every choice of what to hide. */
const CHOICES = Array.from({ length: 2 ** PRIVACY_KEYS.length }, (_, choice) =>
  PRIVACY_KEYS.filter((_key, bit) => (choice >> bit) & 1),
);

function seen(profile: ProfileAccess, viewer: Viewer): ProfilePart[] {
  return PROFILE_PARTS.filter((part) => maySeePart(profile, part, viewer));
}

describe('the policy of profiles', () => {
  // Aim: of every kind of account, hiding anything, each viewer sees what the tables say and nothing else.
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

  it('shows somebody who is kept out to staff alone', () => {
    // Aim: whom staff shut out is gone for everybody else, whole and in parts.
    const profile = { id: 'ann', accountType: 'hero', enabled: false, hidden: [] } as const;
    expect(VIEWERS.filter((viewer) => maySeeProfile(profile, viewer))).toEqual(['owner', 'admin']);
    expect(VIEWERS.filter((viewer) => seen(profile, viewer).length > 0)).toEqual(['owner', 'admin']);
  });

  it('takes every caller for one viewer', () => {
    // Aim: staff looking at themselves are owners, and a stranger of any type is a member.
    const callers: (Caller | null)[] = [
      null,
      { userId: 'ann', accountType: 'free' },
      { userId: 'ann', accountType: 'admin' },
      { userId: 'bob', accountType: 'hero' },
      { userId: 'bob', accountType: 'admin' },
    ];
    expect(callers.map((caller) => viewerOf({ id: 'ann' }, caller))).toEqual([
      ...['anyone', 'owner', 'owner', 'member', 'admin'],
    ]);
  });
});
