import type { CollectionItem, Way } from '@switchback/contracts/resources/collection';
import type { DriveSummary } from '@switchback/contracts/resources/drive';
import { describe, expect, it } from 'vitest';
import { driveDetails } from '../../../../testing/drives.js';
import {
  approachTo,
  dateOf,
  groupsOf,
  headOf,
  type Moved,
  movedTo,
  movedToDay,
  placeOf,
  shrunkTo,
  stepped,
  sumOf,
  wayFinder,
  withPlaceOn,
} from './plan-days.js';

const item = (driveId: string, day: number | null): CollectionItem => ({ driveId, note: '', day });
const TRIP = [item('a', 1), item('b', 1), item('c', 2), item('d', null)];
const PLAIN = [item('a', null), item('b', null), item('c', null)];

/** `1:a 1:b 2:c -:d`. */
const written = (moved: Moved | null) => moved?.items.map(({ driveId, day }) => `${day ?? '-'}:${driveId}`).join(' ');

// Aim: a new stop ends its day, before later days and before what is not planned.
it.each([
  [1, '1:a 1:b 1:null 2:c -:d', 2],
  [2, '1:a 1:b 2:c 2:null -:d', 3],
  [3, '1:a 1:b 2:c 3:null -:d', 3],
])('a place joins day %d at its end', (day, expected, index) => {
  const moved = withPlaceOn(TRIP, day, { label: 'Inn', location: { lat: 35, lng: -82 } });
  expect([written(moved), moved.index]).toEqual([expected, index]);
});

describe('groups of items', () => {
  // Aim: every day has a group, even an empty one, and no item is lost.
  it('are one for each day, then those without a day', () => {
    const shape = groupsOf(TRIP, 3).map(({ day, stops }) => [day, stops.map(({ index }) => index)]);
    expect(shape).toEqual([
      [1, [0, 1]],
      [2, [2]],
      [3, []],
      [null, [3]],
    ]);
  });

  // Aim: a drive that is listed twice is two items.
  it('have a key for each item', () => {
    const keys = groupsOf([item('a', 1), item('a', 2)], 2).flatMap(({ stops }) => stops.map(({ key }) => key));
    expect(new Set(keys).size).toBe(2);
  });
});

describe('moving an item', () => {
  // Aim: each drop changes the order, and the day if it passes a heading.
  it.each([
    ['down within a day', 'a', 'b', '1:b 1:a 2:c -:d'],
    ['down onto a heading: to the start of its day', 'b', headOf(2), '1:a 2:b 2:c -:d'],
    ['up onto a heading: to the end of the day before', 'c', headOf(2), '1:a 1:b 1:c -:d'],
    ['to the drives not planned yet', 'a', 'd', '1:b 2:c -:d -:a'],
    ['into an empty day', 'd', headOf(null), '1:a 1:b 2:c 3:d'],
  ])('%s', (_name, key, over, expected) => {
    expect(written(movedTo(TRIP, 3, key, over))).toBe(expected);
  });

  // Aim: no move leads to a plan that cannot be saved: a trip has a drive once a day.
  it('does not lead to a day that has the drive already', () => {
    const twice = [item('a', 1), item('b', 1), item('a', 2), item('c', 2)];
    expect(movedTo(twice, 3, 'a', 'c')).toBeNull();
    expect(movedTo(twice, 3, 'a~2', headOf(2))).toBeNull();
    expect(movedToDay(twice, 3, 'a', 2)).toBeNull();
    expect(stepped(twice, 3, 'a~2', -1)).toBeNull();
    expect(written(movedToDay(twice, 3, 'a', 3))).toBe('1:b 2:a 2:c 3:a');
    expect(shrunkTo([item('a', 1), item('a', 2), item('a', 3)], 1)).toEqual([item('a', 1), item('a', null)]);
  });

  // Aim: a plain list only has an order.
  it('reorders a plain list', () => {
    expect(written(movedTo(PLAIN, 0, 'c', 'a'))).toBe('-:c -:a -:b');
  });

  // Aim: Move up and Move down reach every place, and end at both ends.
  it('steps across days, up to both ends', () => {
    expect(written(stepped(TRIP, 2, 'b', 1))).toBe('1:a 2:b 2:c -:d');
    expect(written(stepped(TRIP, 2, 'd', -1))).toBe('1:a 1:b 2:c 2:d');
    expect(stepped(TRIP, 2, 'a', -1)).toBeNull();
    expect(stepped(TRIP, 2, 'd', 1)).toBeNull();
  });

  // Aim: Move to day appends to that day, and the new place can be announced.
  it('appends to a chosen day', () => {
    const moved = movedToDay(TRIP, 2, 'a', 2)!;
    expect(written(moved)).toBe('1:b 2:c 2:a -:d');
    expect(placeOf(moved, 2)).toEqual({ key: 'a', day: 2, place: 2 });
    expect(movedToDay(TRIP, 2, 'a', 1)).toBeNull();
  });

  // Aim: a shorter trip loses no drive.
  it('makes the drives of removed days unplanned', () => {
    expect(written({ items: shrunkTo(TRIP, 1), index: 0 })).toBe('1:a 1:b -:c -:d');
  });
});

describe('the sum of a day', () => {
  const drives = new Map<string, DriveSummary>(
    ['a', 'b', 'c', 'd'].map((id) => [id, driveDetails({ id, distance: 10_000, duration: 3_600 })]),
  );
  const way = (from: number): Way => ({
    from,
    start: { lat: 35, lng: -82 },
    end: { lat: 35, lng: -82 },
    distance: 1_000,
    duration: 60,
    path: '',
    approximate: false,
  });

  // Aim: a day counts its drives and the ways that lead to them, from the day before as well.
  it('counts drives and ways', () => {
    const find = wayFinder(TRIP, [way(0), way(1), way(2)]);
    const [first, second, unplanned] = groupsOf(TRIP, 2);
    expect(sumOf(first!, TRIP, drives, find)).toEqual({
      distance: 21_000,
      duration: 7_260,
      approximate: false,
      estimated: false,
    });
    expect(sumOf(second!, TRIP, drives, find)).toEqual({
      distance: 11_000,
      duration: 3_660,
      approximate: false,
      estimated: false,
    });
    const straight = wayFinder(TRIP, [{ ...way(0), approximate: true }]);
    expect(sumOf(first!, TRIP, drives, straight)).toMatchObject({ approximate: true, estimated: true });
    expect(sumOf(unplanned!, TRIP, drives, find)).toEqual({
      distance: 10_000,
      duration: 3_600,
      approximate: false,
      estimated: false,
    });
  });

  // Aim: after a move, no way is shown between drives that it does not connect.
  it('leaves out ways between drives that are neighbors no more', () => {
    const find = wayFinder(TRIP, [way(0)]);
    const { items } = movedTo(TRIP, 2, 'a', 'b')!;
    const ways = groupsOf(items, 2).flatMap(({ stops }) =>
      stops.map((stop) => approachTo(stop, items, drives, find)?.way),
    );
    expect(ways.filter((each) => each != null)).toEqual([]);
  });

  // Aim: a list keeps its height when the ways arrive, so that no press misses its target.
  it('names the gap between drives while their way is unknown', () => {
    const far = { lat: 36, lng: -82 };
    const apart = new Map([...drives, ['b', { ...drives.get('b')!, startLocation: far }]]);
    const [first] = groupsOf(TRIP, 2);
    const approach = approachTo(first!.stops[1]!, TRIP, apart, wayFinder(TRIP, []));
    expect(approach?.way).toBeNull();
    expect(approach?.gap).toBeGreaterThan(1_000);
    const joined = new Map([...drives, ['b', { ...drives.get('b')!, startLocation: drives.get('a')!.endLocation }]]);
    expect(approachTo(first!.stops[1]!, TRIP, joined, wayFinder(TRIP, []))).toBeUndefined();
  });

  // Aim: no wrong sum while drives load.
  it('is unknown while a drive is unknown', () => {
    expect(sumOf(groupsOf(TRIP, 2)[0]!, TRIP, new Map(), wayFinder(TRIP, []))).toBeNull();
  });
});

// Aim: days are counted by the calendar, not by 24 hours.
it('dates the days of a trip', () => {
  expect(dateOf('2026-06-05', 1)).toBe('2026-06-05');
  expect(dateOf('2026-02-27', 3)).toBe('2026-03-01');
  expect(dateOf('2026-12-31', 2)).toBe('2027-01-01');
});
