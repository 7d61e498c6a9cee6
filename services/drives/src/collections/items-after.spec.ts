// Aim: a save by a person who does not see every item neither loses nor moves the hidden ones, and never reveals them.
import { expect, it } from '@jest/globals';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { type Item, itemsAfter, type StoredItem } from './items-after.js';

/** Reads items such as `a X b2`: a capital is hidden, a digit is the day. */
function stored(text: string): StoredItem[] {
  return read(text).map((item) => ({ ...item, visible: item.driveId !== item.driveId?.toUpperCase() }));
}

function read(text: string): Item[] {
  return text
    .split(' ')
    .filter(Boolean)
    .map((word) => ({ driveId: word[0]!, note: '', day: Number(word[1]) || null, part: null, place: null }));
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
  ['stay next to a drive that occurs twice', 'a1 b1 a2 X2', 'a1 a2 b2', 'a1 a2 X2 b2'],
  ['join their drive of another day that the trip loses', 'a1 X3 X4 b', 'a1 b', 'a1 X b'],
  ['of days that the trip loses become unplanned', 'a1 X3 b', 'a1 b', 'a1 X b'],
])('hidden items %s', (_, before, sent, after) => {
  expect(written(itemsAfter(stored(before), read(sent), 2))).toBe(after);
});

it('hidden items come on top of the limit of the sent ones, up to a bound', () => {
  // Aim: a full collection keeps the drives that are hidden for a day; an error, or their loss, would reveal them.
  const many = (count: number, visible: boolean) =>
    Array.from({ length: count }, (_, index) => ({
      driveId: `${visible}${index}`,
      note: '',
      day: null,
      part: null,
      place: null,
      visible,
    }));
  const full = many(LIMITS.collectionItemsMax, true).map((item): Item => {
    const { driveId, note, day, part, place } = item;
    return { driveId, note, day, part, place };
  });
  expect(itemsAfter(many(50, false), full, 0)).toHaveLength(LIMITS.collectionItemsMax + 50);
  expect(itemsAfter(many(LIMITS.collectionItemsMax, false), full, 0)).toHaveLength(LIMITS.collectionStoredItemsMax);
  const bounded = itemsAfter(many(LIMITS.collectionStoredItemsMax, false), full, 0);
  expect(bounded).toHaveLength(LIMITS.collectionStoredItemsMax);
  expect(bounded).toEqual(expect.arrayContaining(full));
});
