// Aim: trips become even days and short journeys, and no drive is lost or twice in a day.
import type { CollectionItem } from '@switchback/contracts/resources/collection';
import type { DriveSummary } from '@switchback/contracts/resources/drive';
import { describe, expect, it } from 'vitest';
import { driveDetails } from '../../../../testing/drives.js';
import { inBestOrder, spreadOver } from './arrange.js';
import { bestOrder, type Ends } from './best-order.js';
import { wayFinder } from './plan-days.js';

const HOUR = 3_600;
const item = (driveId: string, day: number | null = null): CollectionItem => ({ driveId, note: '', day });
const at = (lng: number) => ({ lat: 0, lng });
/** A drive along the equator. */
const drive = (id: string, from: number, to: number, hours = 1): [string, DriveSummary] => [
  id,
  driveDetails({ id, startLocation: at(from), endLocation: at(to), duration: hours * HOUR }),
];
/** `1:a 1:b 2:c -:d`. */
const written = (items: CollectionItem[] | null) =>
  items?.map(({ driveId, day }) => `${day ?? '-'}:${driveId}`).join(' ') ?? null;
const noWays = wayFinder([], []);

describe('drives spread over the days', () => {
  /** Each starts where the one before it ends. */
  const drives = new Map([drive('a', 0, 1, 3), drive('b', 1, 2, 1), drive('c', 2, 3, 2), drive('d', 3, 4, 4)]);

  it.each([
    [1, 'a b c d', '1:a 1:b 1:c 1:d'],
    [2, 'a b c d', '1:a 1:b 2:c 2:d'],
    [3, 'a b c d', '1:a 2:b 2:c 3:d'],
    [6, 'a b c d', '1:a 2:b 3:c 4:d'],
    [2, 'd a b c', '1:d 2:a 2:b 2:c'],
    [2, 'a b a', '1:a 1:b 2:a'],
  ])('make %d even days of %s', (days, input, expected) => {
    const items = input.split(' ').map((id) => item(id, 1));
    expect(written(spreadOver(items, days, drives, noWays))).toBe(expected);
  });

  it('count the connections', () => {
    const items = ['a', 'b', 'c'].map((id) => item(id));
    const equal = new Map([drive('a', 0, 1), drive('b', 1, 2), drive('c', 2, 3)]);
    const way = { start: at(2), end: at(2), distance: 1, duration: 5 * HOUR, path: '', approximate: false };
    expect(written(spreadOver(items, 2, equal, wayFinder(items, [{ ...way, from: 1 }])))).toBe('1:a 1:b 2:c');
    expect(written(spreadOver(items, 2, equal, wayFinder(items, [{ ...way, from: 0 }])))).toBe('1:a 2:b 2:c');
    // Without a routed way, its estimate counts.
    const far = new Map([drive('a', 0, 1), drive('b', 1, 2), drive('c', 20, 21)]);
    expect(written(spreadOver(items, 2, far, noWays))).toBe('1:a 1:b 2:c');
  });

  it('are not spread if a drive comes more often than there are days', () => {
    expect(spreadOver([item('a', 1), item('a')], 1, drives, noWays)).toBeNull();
  });
});

describe('the best order', () => {
  const drives = new Map([drive('a', 0, 1), drive('b', 6, 7), drive('c', 2, 3), drive('d', 4, 5)]);
  const trip = [item('a', 1), item('b', 1), item('c', 2), item('d', 2)];

  it('begins with the first drive, and keeps the sizes of the days', () => {
    expect(written(inBestOrder(trip, 2, drives, null))).toBe('1:a 1:c 2:d 2:b');
  });

  it('begins near a place', () => {
    const back = new Map([...drives, drive('e', 10, 0)]);
    const items = [item('a', 1), item('e', 1)];
    expect(written(inBestOrder(items, 1, back, null))).toBe('1:a 1:e');
    expect(written(inBestOrder(items, 1, back, at(9.5)))).toBe('1:e 1:a');
  });

  it('orders drives without a day among themselves, from where the days end', () => {
    const items = [item('c', 1), item('b'), item('d')];
    expect(written(inBestOrder(items, 1, drives, null))).toBe('1:c -:d -:b');
  });

  it('leaves each drive in its day if another order would have one twice in a day', () => {
    const twice = [item('a', 1), item('b', 1), item('a', 2), item('c', 2)];
    const days = inBestOrder(twice, 2, drives, null).map(({ driveId, day }) => `${day}:${driveId}`);
    expect(days.toSorted()).toEqual(['1:a', '1:b', '2:a', '2:c']);
  });

  it('is the shortest of all of up to seven lines in most cases, and never longer than theirs', () => {
    const next = numbers(20_261_121);
    let shortest = 0;
    for (let run = 0; run < 60; run += 1) {
      const lines = Array.from({ length: 3 + (run % 4) }, () => ({ start: at(next()), end: at(next()) }));
      const found = lengthOf(bestOrder(lines, null), lines);
      const initial = lines.map((_, index) => index);
      const best = Math.min(...permutations(initial.slice(1)).map((rest) => lengthOf([0, ...rest], lines)));
      expect(found).toBeLessThanOrEqual(lengthOf(initial, lines) + 1e-9);
      if (found <= best + 1e-9) shortest += 1;
    }
    expect(shortest).toBeGreaterThanOrEqual(55);
  });
});

/** Pseudo-random numbers from 0 to 10, the same for a seed. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return (state / 2_147_483_648) * 10;
  };
}

function lengthOf(order: readonly number[], lines: readonly Ends[]): number {
  return order
    .slice(1)
    .reduce((sum, index, place) => sum + Math.abs(lines[order[place]!]!.end.lng - lines[index]!.start.lng), 0);
}

function permutations(items: readonly number[]): number[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item) => permutations(items.filter((each) => each !== item)).map((rest) => [item, ...rest]));
}
