// Aim: who may do what with a review, by account type and author.
import { describe, expect, it } from '@jest/globals';
import type { Caller } from '@switchback/platform/rpc/call';
import { obstacleTo, REVIEW_ACTIONS, type ReviewAction } from './review.policy.js';

const ASKERS: Record<string, Caller | null> = {
  visitor: null,
  free: { userId: 'me', accountType: 'free' },
  hero: { userId: 'me', accountType: 'hero' },
  admin: { userId: 'me', accountType: 'admin' },
};
const OWNERS: Record<string, string | null> = { own: 'me', another: 'other', nobody: null };

type Row = Record<ReviewAction, string>;
const [OK, LOGIN, NO, HERO] = ['-', 'invalidSession', 'notAllowed', 'upgradeNeeded'];
const SHUT: Row = { create: LOGIN, edit: LOGIN, delete: LOGIN, like: LOGIN };

const TABLE: Record<string, Row> = {
  'visitor own': SHUT,
  'visitor another': SHUT,
  'visitor nobody': SHUT,
  'free own': { create: HERO, edit: HERO, delete: OK, like: HERO },
  'free another': { create: HERO, edit: NO, delete: NO, like: HERO },
  'free nobody': { create: HERO, edit: NO, delete: NO, like: HERO },
  'hero own': { create: OK, edit: OK, delete: OK, like: NO },
  'hero another': { create: OK, edit: NO, delete: NO, like: OK },
  'hero nobody': { create: OK, edit: NO, delete: NO, like: OK },
  'admin own': { create: OK, edit: OK, delete: OK, like: NO },
  'admin another': { create: OK, edit: NO, delete: OK, like: OK },
  'admin nobody': { create: OK, edit: NO, delete: OK, like: OK },
};

const CASES = Object.keys(ASKERS).flatMap((asker) => Object.keys(OWNERS).map((owner) => [asker, owner] as const));

describe('who may do what with a review', () => {
  it.each(CASES)('%s, of %s', (asker, owner) => {
    const answers = REVIEW_ACTIONS.map((action) => [
      action,
      obstacleTo(action, OWNERS[owner] ?? null, ASKERS[asker] ?? null) ?? OK,
    ]);
    expect(Object.fromEntries(answers)).toEqual(TABLE[`${asker} ${owner}`]);
  });
});
