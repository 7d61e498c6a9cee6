// Aim: who may do what with a collection, by its state and the caller's account.
import { describe, expect, it } from '@jest/globals';
import type { Caller } from '@switchback/platform/rpc/call';
import { type CollectionAccess, obstacleTo, obstacleToSaving } from './collection.policy.js';

const BASE: CollectionAccess = {
  privacy: 'private',
  status: 'none',
  ownerId: 'owner',
  sharedWith: ['friend'],
  hidden: false,
  start: null,
  days: null,
};
const PUBLIC = { privacy: 'public', status: 'approved' } as const;
const PENDING = { privacy: 'public', status: 'pending' } as const;
const STATES: Record<string, CollectionAccess> = {
  private: BASE,
  trip: { ...BASE, days: 2 },
  pending: { ...BASE, ...PENDING },
  'pending trip': { ...BASE, ...PENDING, days: 2 },
  'sent back': { ...BASE, privacy: 'public', status: 'changes-requested' },
  public: { ...BASE, ...PUBLIC },
  ownerless: { ...BASE, ...PUBLIC, ownerId: null, sharedWith: [] },
  suspended: { ...BASE, hidden: true },
  'suspended pending': { ...BASE, ...PENDING, hidden: true },
  'suspended public': { ...BASE, ...PUBLIC, hidden: true },
};

const as = (userId: string, accountType: Caller['accountType']): Caller => ({ userId, accountType });
const CALLERS: Record<string, Caller | null> = {
  visitor: null,
  free: as('eve', 'free'),
  hero: as('eve', 'hero'),
  staff: as('eve', 'admin'),
  'free owner': as('owner', 'free'),
  'hero owner': as('owner', 'hero'),
  'staff owner': as('owner', 'admin'),
  'free friend': as('friend', 'free'),
  'hero friend': as('friend', 'hero'),
};

const WORDS = { '-': null, hidden: 'collectionNotFound', hero: 'upgradeNeeded', no: 'notAllowed' } as const;

/** The answers to: read, edit, save without days, publish, withdraw, delete, share or link, revoke the link, decide. */
const HIDDEN = 'hidden hidden hidden hidden hidden hidden hidden hidden hidden';
const READER = '- no no no no no no no no';
const STAFF = '- no no no no - no no -';
const OWN = '- - - - - - - - no';
const OWN_OF_STAFF = '- - - - - - - - -';
const FREE_FRIEND = 'hero hidden hidden hidden hidden hidden hidden hidden hidden';
/** Unpublished: strangers find nothing, and what it is shared with stays. */
const UNPUBLISHED = {
  visitor: HIDDEN,
  free: HIDDEN,
  hero: HIDDEN,
  staff: STAFF,
  'hero owner': OWN,
  'staff owner': OWN_OF_STAFF,
  'free friend': FREE_FRIEND,
  'hero friend': READER,
};
const IN_REVIEW = { ...UNPUBLISHED, 'free owner': '- hero hero hero - - - - no' };
const SUSPENDED = {
  visitor: HIDDEN,
  free: HIDDEN,
  hero: HIDDEN,
  staff: STAFF,
  'free owner': HIDDEN,
  'hero owner': HIDDEN,
  'staff owner': OWN_OF_STAFF,
  'free friend': HIDDEN,
  'hero friend': HIDDEN,
};
const TABLE: Record<string, Record<string, string>> = {
  private: { ...UNPUBLISHED, 'free owner': '- - - hero - - - - no' },
  trip: { ...UNPUBLISHED, 'free owner': '- hero - hero hero - hero - no' },
  pending: IN_REVIEW,
  'pending trip': { ...IN_REVIEW, 'free owner': '- hero hero hero - - hero - no' },
  'sent back': IN_REVIEW,
  public: {
    visitor: READER,
    free: READER,
    hero: READER,
    staff: '- - - - - - no no -',
    'free owner': '- hero hero hero - - no - no',
    'hero owner': '- - - - - - no - no',
    'staff owner': '- - - - - - no - -',
    'free friend': READER,
    'hero friend': READER,
  },
  ownerless: {
    visitor: READER,
    free: READER,
    hero: READER,
    staff: '- - - - no - no no -',
    'free owner': READER,
    'hero owner': READER,
    'staff owner': '- - - - no - no no -',
    'free friend': READER,
    'hero friend': READER,
  },
  suspended: SUSPENDED,
  'suspended pending': SUSPENDED,
  'suspended public': {
    ...SUSPENDED,
    staff: '- - - - - - no no -',
    'staff owner': '- - - - - - no - -',
  },
};

describe('what a caller may do with a collection', () => {
  const cases = Object.keys(STATES).flatMap((state) => Object.keys(CALLERS).map((caller) => [state, caller] as const));
  it.each(cases)('that is %s, as %s', (stateName, callerName) => {
    const [state, caller] = [STATES[stateName]!, CALLERS[callerName]!];
    const saving = (change: Partial<CollectionAccess>) => obstacleToSaving(state, { ...state, ...change }, caller);
    expect([
      obstacleTo('read', state, caller),
      saving({}),
      saving({ start: null, days: null }),
      saving({ privacy: 'public' }),
      saving({ privacy: 'private' }),
      obstacleTo('delete', state, caller),
      obstacleTo('share', state, caller),
      obstacleTo('revoke', state, caller),
      obstacleTo('decide', state, caller),
    ]).toEqual(TABLE[stateName]![callerName]!.split(' ').map((word) => WORDS[word as keyof typeof WORDS]));
  });
});

it.each([
  ['a list', 'free', {}, null],
  ['a trip', 'free', { start: '2027-06-05' }, 'upgradeNeeded'],
  ['a trip', 'free', { days: 1 }, 'upgradeNeeded'],
  ['a trip', 'hero', { days: 1 }, null],
  ['a public list', 'free', { privacy: 'public' }, 'upgradeNeeded'],
  ['a public list', 'hero', { privacy: 'public' }, null],
  ['a public trip', 'free', { privacy: 'public', days: 1 }, 'upgradeNeeded'],
  ['a public trip', 'admin', { privacy: 'public', days: 1 }, null],
] as const)('creating %s with a %s account: %4$s', (_, accountType, change, obstacle) => {
  expect(obstacleToSaving(null, { ...BASE, ...change }, as('ann', accountType))).toBe(obstacle);
});
