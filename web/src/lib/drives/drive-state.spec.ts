// Aim: one state of a drive for each viewer, from the answer's fields alone.
import { describe, expect, it } from 'vitest';
import { type DriveState, driveStateOf, type Viewer } from './drive-state.js';

const VIEWERS = {
  owner: { id: 'ann', accountType: 'hero' },
  'owner whose account is still loading': { id: 'ann', accountType: undefined },
  staff: { id: 'sam', accountType: 'admin' },
  other: { id: 'bob', accountType: 'hero' },
} satisfies Record<string, Viewer>;
type Name = keyof typeof VIEWERS | 'guest';

type Row = [privacy: 'public' | 'private', status: 'none' | 'pending' | 'changes-requested' | 'approved'];
const ROWS: [Row, Partial<Record<Name, DriveState | null>>][] = [
  [
    ['private', 'none'],
    { owner: 'private', 'owner whose account is still loading': 'private', staff: 'private', other: 'shared' },
  ],
  [['public', 'pending'], { owner: 'pending', 'owner whose account is still loading': 'pending', staff: 'pending' }],
  [
    ['public', 'changes-requested'],
    {
      owner: 'changes-requested',
      'owner whose account is still loading': 'changes-requested',
      staff: 'changes-requested',
    },
  ],
  [
    ['public', 'approved'],
    { owner: 'published', 'owner whose account is still loading': 'published', staff: null, other: null, guest: null },
  ],
];

describe.each(ROWS)('a drive that is %s', ([privacy, status], states) => {
  it.each(Object.entries(states))('is to its viewer, %s: %s', (viewer, state) => {
    const drive = { privacy, status, created: { user: { id: 'ann', username: 'ann' } } };
    expect(driveStateOf(drive, viewer === 'guest' ? null : VIEWERS[viewer as keyof typeof VIEWERS])).toBe(state);
  });
});

// Aim: a drive of a deleted account belongs to nobody, also not to a guest.
it('is published by nobody once its author has left', () => {
  const drive = { privacy: 'public', status: 'approved', created: { user: null } } as const;
  expect(driveStateOf(drive, null)).toBeNull();
});
