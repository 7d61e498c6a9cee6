// Aim: who may do what with a collection, by its state and the caller's account.
import { describe, expect, it } from '@jest/globals';
import type { Caller } from '@switchback/platform/rpc/call';
import { type CollectionAccess, obstacleTo, obstacleToSaving } from './collection.policy.js';

const BASE: CollectionAccess = {
  privacy: 'private',
  ownerId: 'owner',
  sharedWith: ['friend'],
  hidden: false,
  start: null,
  days: null,
};
const STATES: Record<string, CollectionAccess> = {
  private: BASE,
  trip: { ...BASE, days: 2 },
  public: { ...BASE, privacy: 'public' },
  ownerless: { ...BASE, privacy: 'public', ownerId: null, sharedWith: [] },
  suspended: { ...BASE, hidden: true },
  'suspended public': { ...BASE, privacy: 'public', hidden: true },
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

/** The answers to: read, edit, save without days, publish, withdraw, delete, share or link, revoke the link. */
const HIDDEN = 'hidden hidden hidden hidden hidden hidden hidden hidden';
const READER = '- no no no no no no no';
const TABLE: Record<string, Record<string, string>> = {
  private: {
    visitor: HIDDEN,
    free: HIDDEN,
    hero: HIDDEN,
    staff: '- no no no no - no no',
    'free owner': '- - - no - - - -',
    'hero owner': '- - - no - - - -',
    'staff owner': '- - - - - - - -',
    'free friend': 'hero hidden hidden hidden hidden hidden hidden hidden',
    'hero friend': READER,
  },
  trip: {
    visitor: HIDDEN,
    free: HIDDEN,
    hero: HIDDEN,
    staff: '- no no no no - no no',
    'free owner': '- hero - no hero - hero -',
    'hero owner': '- - - no - - - -',
    'staff owner': '- - - - - - - -',
    'free friend': 'hero hidden hidden hidden hidden hidden hidden hidden',
    'hero friend': READER,
  },
  public: {
    visitor: READER,
    free: READER,
    hero: READER,
    staff: '- - - - - - no no',
    'free owner': '- no no no no no no -',
    'hero owner': '- no no no no no no -',
    'staff owner': '- - - - - - no -',
    'free friend': READER,
    'hero friend': READER,
  },
  ownerless: {
    visitor: READER,
    free: READER,
    hero: READER,
    staff: '- - - - no - no no',
    'free owner': READER,
    'hero owner': READER,
    'staff owner': '- - - - no - no no',
    'free friend': READER,
    'hero friend': READER,
  },
  suspended: {
    visitor: HIDDEN,
    free: HIDDEN,
    hero: HIDDEN,
    staff: '- no no no no - no no',
    'free owner': HIDDEN,
    'hero owner': HIDDEN,
    'staff owner': '- - - - - - - -',
    'free friend': HIDDEN,
    'hero friend': HIDDEN,
  },
  'suspended public': {
    visitor: HIDDEN,
    free: HIDDEN,
    hero: HIDDEN,
    staff: '- - - - - - no no',
    'free owner': HIDDEN,
    'hero owner': HIDDEN,
    'staff owner': '- - - - - - no -',
    'free friend': HIDDEN,
    'hero friend': HIDDEN,
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
    ]).toEqual(TABLE[stateName]![callerName]!.split(' ').map((word) => WORDS[word as keyof typeof WORDS]));
  });
});

it.each([
  ['a list', 'free', {}, null],
  ['a trip', 'free', { start: '2027-06-05' }, 'upgradeNeeded'],
  ['a trip', 'free', { days: 1 }, 'upgradeNeeded'],
  ['a trip', 'hero', { days: 1 }, null],
  ['a public list', 'hero', { privacy: 'public' }, 'notAllowed'],
  ['a public trip', 'free', { privacy: 'public', days: 1 }, 'notAllowed'],
  ['a public trip', 'admin', { privacy: 'public', days: 1 }, null],
] as const)('creating %s with a %s account: %4$s', (_, accountType, change, obstacle) => {
  expect(obstacleToSaving(null, { ...BASE, ...change }, as('ann', accountType))).toBe(obstacle);
});
