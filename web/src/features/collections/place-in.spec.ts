import { expect, it } from 'vitest';
import { placeIn, withPlace } from './place-in.js';

const item = (driveId: string, day: number | null = null, note = '') => ({ driveId, note, day });
const listed = (items: readonly { driveId: string | null; day: number | null }[]) =>
  items.map(({ driveId, day }) => `${driveId}${day ?? ''}`).join(' ');

// Aim: a drive joins at the end of a plain collection, and at the end of its day in a trip, before later days.
it.each([
  [[item('a'), item('b')], { day: null }, 'a b x'],
  [[item('a', 1), item('b', 2), item('c')], { day: 1 }, 'a1 x1 b2 c'],
  [[item('a', 1), item('b', 3)], { day: 2 }, 'a1 x2 b3'],
  [[item('a', 1), item('c')], { day: 2 }, 'a1 x2 c'],
  [[item('a', 1), item('c')], { day: null }, 'a1 c x'],
])('inserts a drive into %j', (items, place, expected) => {
  expect(listed(withPlace(items, 'x', place))).toBe(expected);
});

// Aim: a drive that moves to another day keeps its note.
it('moves a drive with its note', () => {
  const moved = withPlace([item('x', 1, 'Fuel first.'), item('a', 2)], 'x', { day: 2 });
  expect(listed(moved)).toBe('a2 x2');
  expect(moved[1]!.note).toBe('Fuel first.');
  expect(placeIn(moved, 'x')).toEqual({ day: 2 });
});

// Aim: a trip has a drive once a day, so that it can be saved; no note is lost.
it('merges a drive that moves to a day which has it already', () => {
  const merged = withPlace([item('x', 1, 'Up.'), item('x', 2, 'Down.'), item('a', 2)], 'x', { day: 2 });
  expect(listed(merged)).toBe('x2 a2');
  expect(merged[0]!.note).toBe('Down.\nUp.');
});

// Aim: a removed drive is gone, also if the trip has it twice, and the others stay in order.
it('removes a drive', () => {
  const left = withPlace([item('x', 1), item('a', 1), item('x', 2)], 'x', null);
  expect(listed(left)).toBe('a1');
  expect(placeIn(left, 'x')).toBeNull();
});
