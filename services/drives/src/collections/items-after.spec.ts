// Aim: a save by a person who does not see every item neither loses nor moves the hidden ones, and never reveals them.
import { expect, it } from '@jest/globals';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { type Item, itemsAfter, type StoredItem } from './items-after.js';

/** Reads items such as `a X b2`: a capital is hidden, a digit is the day. */
function stored(text: string): StoredItem[] {
  return read(text).map((item) => ({ ...item, visible: item.driveId !== item.driveId.toUpperCase() }));
}

function read(text: string): Item[] {
  return text
    .split(' ')
    .filter(Boolean)
    .map((word) => ({ driveId: word[0]!, note: '', day: Number(word[1]) || null }));
}

function written(items: readonly Item[]): string {
  return items.map(({ driveId, day }) => `${driveId}${day ?? ''}`).join(' ');
}

it.each([
  ['stay in place', 'a X b Y', 'a b', 'a X b Y'],
  ['stay first', 'X Y a', 'a b', 'X Y a b'],
  ['follow the item before them', 'a X b', 'b a', 'b a X'],
  ['survive its removal', 'a X b', 'b', 'X b'],
  ['survive the removal of all items', 'a X b Y', '', 'X Y'],
  ['keep their days', 'a1 X1 b2 Y2 c', 'b1 a2 c', 'b1 X1 Y2 a2 c'],
  ['go where they are sent, if a page still shows them', 'a X b', 'a b X1', 'X1 a b'],
  ['stay next to a drive that occurs twice', 'a b a X', 'a a b', 'a a X b'],
  ['of days that the trip loses become unplanned', 'a1 X3 b', 'a1 b', 'a1 X b'],
])('hidden items %s', (_, before, sent, after) => {
  expect(written(itemsAfter(stored(before), read(sent), 2))).toBe(after);
});

it('never exceeds the limit, whatever is hidden', () => {
  // Aim: a person who sees fewer items than the limit may fill it; an error would reveal the hidden ones.
  const sent = Array.from({ length: LIMITS.collectionItemsMax }, () => ({ driveId: 'a', note: '', day: null }));
  expect(itemsAfter(stored('X Y'), sent, 0)).toEqual(sent);
  expect(itemsAfter(stored('X Y'), sent.slice(1), 0)).toHaveLength(sent.length);
});
