import { describe, expect, it } from '@jest/globals';
import { PRIVACIES, PUBLICATION_STATUSES } from '@switchback/contracts/rules/drives';
import type { Caller } from '@switchback/platform/rpc/call';
import { audienceIn, maySee } from '@switchback/platform/wire/audience';
import type { DriveSaved } from '@switchback/proto/drives/v1/events';
import { drive } from '@switchback/testing/fake-drives';
import { audienceOf, type DriveAccess, isKeeper, obstacleToReading } from './drive.policy.js';

const callers = {
  visitor: null,
  free: { userId: 'other', accountType: 'free' },
  hero: { userId: 'other', accountType: 'hero' },
  freeShared: { userId: 'shared', accountType: 'free' },
  heroShared: { userId: 'shared', accountType: 'hero' },
  freeOwner: { userId: 'owner', accountType: 'free' },
  heroOwner: { userId: 'owner', accountType: 'hero' },
  admin: { userId: 'staff', accountType: 'admin' },
} satisfies Record<string, Caller | null>;
type Role = keyof typeof callers;

const states = PRIVACIES.flatMap((privacy) => PUBLICATION_STATUSES.map((status) => `${privacy} ${status}` as const));
const everyone = Object.keys(callers) as Role[];
const keepers: Role[] = ['freeOwner', 'heroOwner', 'admin'];
const privately: Role[] = ['heroShared', ...keepers];

const mayBeSeenBy: Record<(typeof states)[number], Role[]> = {
  'public pending': keepers,
  'public changes-requested': keepers,
  'public approved': everyone,
  'public none': keepers,
  'private pending': privately,
  'private changes-requested': privately,
  'private approved': privately,
  'private none': privately,
};
function driveIn(state: (typeof states)[number]): DriveAccess {
  const [privacy, status] = state.split(' ') as [DriveAccess['privacy'], DriveAccess['status']];
  return { privacy, status, ownerId: 'owner', sharedWith: ['shared'], hidden: false };
}

function stateOfOlderRelease({ privacy, status, ownerId, sharedWith }: DriveAccess): DriveSaved {
  const access = { ownerId: ownerId ?? '', sharedWith: [...sharedWith], audience: undefined };
  return { summary: drive({ privacy, status }), path: '', popularity: 0, ...access };
}

describe('the policy of drives', () => {
  // Aim: every role in every state sees exactly what the table allows; an event without an audience is read with the
  // same result.
  for (const state of states) {
    it(`of one that is ${state}`, () => {
      const access = driveIn(state);
      expect(everyone.filter((role) => maySee(audienceOf(access), callers[role]))).toEqual(
        everyone.filter((role) => mayBeSeenBy[state].includes(role)),
      );
      for (const role of everyone) {
        const isUpgrade = role === 'freeShared' && state.startsWith('private');
        const obstacle = isUpgrade ? 'upgradeNeeded' : mayBeSeenBy[state].includes(role) ? null : 'driveNotFound';
        expect([role, obstacleToReading(access, callers[role])]).toEqual([role, obstacle]);
      }
      expect(audienceIn(stateOfOlderRelease(access))).toEqual(audienceOf(access));
      expect(everyone.filter((role) => isKeeper(access, callers[role]))).toEqual(keepers);
    });
  }

  it('shows the drives of a suspended person only to staff', () => {
    for (const state of states) {
      const access = { ...driveIn(state), hidden: true };
      expect(everyone.filter((role) => maySee(audienceOf(access), callers[role]))).toEqual(['admin']);
      expect(obstacleToReading(access, callers.freeShared)).toBe('driveNotFound');
    }
  });

  it('lets no user own an official drive', () => {
    // Aim: a missing owner never matches a missing or odd user id.
    const official: DriveAccess = { ...driveIn('public pending'), ownerId: null, sharedWith: [] };
    expect(everyone.filter((role) => maySee(audienceOf(official), callers[role]))).toEqual(['admin']);
  });
});
