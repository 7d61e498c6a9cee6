// Aim: who may do what with a photo, as a table of role, drive and state.
import { describe, expect, it } from '@jest/globals';
import type { Caller } from '@switchback/platform/rpc/call';
import { maySeePhoto, obstacleTo, obstacleToAdd, type PhotoAction } from './photo.policy.js';

const CALLERS = {
  visitor: null,
  free: { userId: 'free', accountType: 'free' },
  hero: { userId: 'hero', accountType: 'hero' },
  adder: { userId: 'adder', accountType: 'hero' },
  owner: { userId: 'owner', accountType: 'hero' },
  admin: { userId: 'admin', accountType: 'admin' },
} satisfies Record<string, Caller | null>;
type Role = keyof typeof CALLERS;

const PUBLIC = { isPrivate: false, ownerId: 'owner' };
const PRIVATE = { isPrivate: true, ownerId: 'owner' };
const SHOWN = { pending: false, hidden: false, addedBy: 'adder' };
const PENDING = { ...SHOWN, pending: true };
const HIDDEN = { ...SHOWN, hidden: true };
const no = 'notAllowed';
const gone = 'photoNotFound';
const login = 'invalidSession';

describe('a photo', () => {
  it.each<[PhotoAction, string, typeof PUBLIC, typeof SHOWN, Record<Role, string | null>]>([
    ['like', 'shown', PUBLIC, SHOWN, { visitor: login, free: null, hero: null, adder: null, owner: null, admin: null }],
    [
      'like',
      'pending',
      PUBLIC,
      PENDING,
      { visitor: login, free: gone, hero: gone, adder: null, owner: gone, admin: null },
    ],
    ['delete', 'shown', PUBLIC, SHOWN, { visitor: login, free: no, hero: no, adder: no, owner: no, admin: null }],
    [
      'delete',
      'pending',
      PUBLIC,
      PENDING,
      { visitor: login, free: gone, hero: gone, adder: null, owner: gone, admin: null },
    ],
    [
      'like',
      'hidden',
      PUBLIC,
      HIDDEN,
      { visitor: login, free: gone, hero: gone, adder: null, owner: gone, admin: null },
    ],
    [
      'delete',
      'private',
      PRIVATE,
      SHOWN,
      { visitor: login, free: no, hero: no, adder: null, owner: null, admin: null },
    ],
    ['decide', 'pending', PUBLIC, PENDING, { visitor: login, free: no, hero: no, adder: no, owner: no, admin: null }],
    [
      'decide',
      'shown',
      PUBLIC,
      SHOWN,
      { visitor: login, free: no, hero: no, adder: no, owner: no, admin: 'alreadyDecided' },
    ],
  ])('%s, %s', (action, _state, drive, photo, expected) => {
    const roles = Object.keys(CALLERS) as Role[];
    const found = Object.fromEntries(roles.map((role) => [role, obstacleTo(action, drive, photo, CALLERS[role])]));
    expect(found).toEqual(expected);
  });

  it('is visible only to its author and staff while it is pending', () => {
    const seeing = (Object.keys(CALLERS) as Role[]).filter((role) => maySeePhoto(PENDING, CALLERS[role]));
    expect(seeing).toEqual(['adder', 'admin']);
  });

  it('can be added only with a Hero account', () => {
    expect(Object.values(CALLERS).map(obstacleToAdd)).toEqual([login, 'upgradeNeeded', null, null, null, null]);
  });
});
