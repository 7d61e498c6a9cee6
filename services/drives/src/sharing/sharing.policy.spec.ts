// Aim: only its owner may share a private drive, and only with a Hero account.
import { expect, it } from '@jest/globals';
import type { Caller } from '@switchback/platform/rpc/call';
import { obstacleToSharing } from '../drive/drive.policy.js';

const as = (userId: string, accountType: Caller['accountType']): Caller => ({ userId, accountType });

it.each([
  ['private', as('owner', 'hero'), null],
  ['private', as('owner', 'admin'), null],
  ['private', as('owner', 'free'), 'upgradeNeeded'],
  ['private', as('friend', 'hero'), 'notAllowed'],
  ['private', as('staff', 'admin'), 'notAllowed'],
  ['public', as('owner', 'hero'), 'notAllowed'],
] as const)('a %s drive by %j: %s', (privacy, caller, obstacle) => {
  expect(obstacleToSharing({ privacy, ownerId: 'owner' }, caller)).toBe(obstacle);
  expect(obstacleToSharing({ privacy, ownerId: null }, caller)).toBe('notAllowed');
});
