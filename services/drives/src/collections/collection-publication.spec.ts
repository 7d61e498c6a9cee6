// Aim: where a save leads, by the state of the collection and the person who saves, and what staff learn of it.
import { describe, expect, it } from '@jest/globals';
import type { PublicationStatus } from '@switchback/contracts/rules/drives';
import { columnsOf, type Save, statusAfter, submissionOf } from './collection-publication.js';

const OWNER = { userId: 'ann', accountType: 'hero' } as const;
const STAFF = { userId: 'staff', accountType: 'admin' } as const;
const SAVES: Record<string, Save> = {
  asking: { privacy: 'public', isAsked: true, isChanged: false },
  'asking with a change': { privacy: 'public', isAsked: true, isChanged: true },
  changing: { privacy: 'public', isAsked: false, isChanged: true },
  'changing nothing': { privacy: 'public', isAsked: false, isChanged: false },
  'making it private': { privacy: 'private', isAsked: false, isChanged: false },
};

/** The status and the event after each of the saves, in their order. */
const TABLE: Record<PublicationStatus, Record<'owner' | 'staff', string[]>> = {
  none: {
    owner: ['pending waiting', 'pending waiting', 'pending waiting', 'pending waiting', 'none -'],
    staff: ['approved -', 'approved -', 'approved -', 'approved -', 'none -'],
  },
  pending: {
    owner: ['pending waiting', 'pending waiting', 'pending waiting', 'pending waiting', 'none withdrawn'],
    staff: ['approved settled', 'approved settled', 'approved settled', 'approved settled', 'none withdrawn'],
  },
  'changes-requested': {
    owner: ['pending waiting', 'pending waiting', 'changes-requested -', 'changes-requested -', 'none withdrawn'],
    staff: ['approved settled', 'approved settled', 'approved settled', 'approved settled', 'none withdrawn'],
  },
  approved: {
    owner: ['approved -', 'pending waiting', 'pending waiting', 'approved -', 'none -'],
    staff: ['approved -', 'approved -', 'approved -', 'approved -', 'none -'],
  },
};
const STATUSES = Object.keys(TABLE) as PublicationStatus[];

describe('the publication after a save', () => {
  const cases = STATUSES.flatMap((status) =>
    (['owner', 'staff'] as const).flatMap((who) =>
      Object.keys(SAVES).map((save, index) => [status, who, save, TABLE[status][who][index]!] as const),
    ),
  );
  it.each(cases)('of one that is %s, by its %s, %s: %s', (before, who, save, expected) => {
    const after = statusAfter(before, SAVES[save]!, who === 'owner' ? OWNER : STAFF);
    expect(`${after} ${submissionOf(before, after) ?? '-'}`).toBe(expected);
  });
});

it.each(STATUSES)('is public to the previous release only once it is published: %s', (status) => {
  expect(columnsOf(status).privacy === 'public').toBe(status === 'approved');
});
