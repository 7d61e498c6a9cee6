// Aim: each caller sees the part of a deal that their account and the deal's days allow.
import { describe, expect, it } from '@jest/globals';
import { type DealState, dealState } from '@switchback/contracts/rules/deals';
import type { Caller } from '@switchback/platform/rpc/call';
import { viewOf } from './deal.policy.js';

const as = (accountType: Caller['accountType']): Caller => ({ userId: 'ann', accountType });
const CALLERS = { visitor: null, free: as('free'), hero: as('hero'), staff: as('admin') };

/** The view in the list of today, and in the list of all deals. */
const TABLE: Record<DealState, Record<keyof typeof CALLERS, string>> = {
  upcoming: { visitor: 'hidden hidden', free: 'hidden hidden', hero: 'hidden hidden', staff: 'hidden whole' },
  current: { visitor: 'teaser teaser', free: 'teaser teaser', hero: 'whole whole', staff: 'whole whole' },
  ended: { visitor: 'hidden hidden', free: 'hidden hidden', hero: 'hidden hidden', staff: 'hidden whole' },
};

describe.each(Object.entries(TABLE))('a deal that is %s', (state, views) => {
  it.each(Object.entries(views))('is, for a caller who is %s: %s', (name, view) => {
    const caller = CALLERS[name as keyof typeof CALLERS];
    const seen = [false, true].map((wantsAll) => viewOf(state as DealState, caller, wantsAll));
    expect(seen.join(' ')).toBe(view);
  });
});

// Aim: a deal is current on its days in every time zone: from midnight in UTC+14 to midnight in UTC-12.
it.each([
  ['2026-05-02', '2026-05-03', '2026-05-01T09:59:59.999Z', 'upcoming'],
  ['2026-05-02', '2026-05-03', '2026-05-01T10:00:00.000Z', 'current'],
  ['2026-05-02', '2026-05-03', '2026-05-04T11:59:59.999Z', 'current'],
  ['2026-05-02', '2026-05-03', '2026-05-04T12:00:00.000Z', 'ended'],
  ['2026-05-02', '2026-05-02', '2026-05-02T12:00:00.000Z', 'current'],
])('a deal from %s until %s is, at %s, %s', (from, until, now, state) => {
  expect(dealState({ from, until }, new Date(now))).toBe(state);
});
