// Aim: while the ways of a reordered trip load, only those between drives that are still neighbors show, at their new
// places.
import type { CollectionItem, Way } from '@switchback/contracts/resources/collection';
import { expect, it } from 'vitest';
import { waysBetween } from './known-ways.js';

const items = (...ids: string[]): CollectionItem[] => ids.map((driveId) => ({ driveId, note: '', day: null }));
const way = (from: number, distance: number): Way => ({
  from,
  start: { lat: 35, lng: -82 },
  end: { lat: 36, lng: -82 },
  distance,
  duration: 60,
  path: '',
  approximate: false,
});
const KNOWN = { items: items('a', 'b', 'c'), ways: [way(0, 100), way(1, 200)] };

it('keeps ways between drives that are still neighbors', () => {
  expect(waysBetween(KNOWN.items, KNOWN)).toEqual(KNOWN.ways);
  expect(waysBetween(items('b', 'c', 'a'), KNOWN)).toEqual([way(0, 200)]);
});

it('drops ways whose drives are no longer neighbors, or in the other order', () => {
  expect(waysBetween(items('a', 'c'), KNOWN)).toEqual([]);
  expect(waysBetween(items('c', 'b', 'a'), KNOWN)).toEqual([]);
});
