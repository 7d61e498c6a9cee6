// Aim: every cluster's number is readable, and together they still count every drive.
import { describe, expect, it } from 'vitest';
import { mergeClusters } from './merge-clusters.js';

const at = (lat: number, lng: number, count: number, id?: string) => ({
  location: { lat, lng },
  count,
  bounds: { north: lat + 0.1, south: lat - 0.1, west: lng - 0.1, east: lng + 0.1 },
  ...(id === undefined ? {} : { id }),
});

describe('mergeClusters', () => {
  // At zoom 4 a degree is about 11 pixels, so discs of 8 and 14 pixels overlap.
  it('merges two that would overlap', () => {
    const [one, ...rest] = mergeClusters([at(0, 0, 1, 'a'), at(0, 1, 3)], 4);
    expect(rest).toEqual([]);
    expect(one?.count).toBe(4);
    expect(one?.location.lng).toBeCloseTo(0.75, 5);
    expect(one?.bounds).toMatchObject({ west: -0.1, east: 1.1 });
    expect(one).not.toHaveProperty('id');
  });

  it('keeps those that are distinguishable', () => {
    const apart = [at(0, 0, 3), at(0, 10, 1, 'a')];
    expect(mergeClusters(apart, 4)).toEqual(apart);
  });

  // The same two drives: nothing to merge once the map is close enough.
  it('splits them again at closer zooms', () => {
    expect(mergeClusters([at(0, 0, 1), at(0, 1, 1)], 7)).toHaveLength(2);
  });

  // 179 east and 179 west are neighbors.
  it('joins across the antimeridian', () => {
    const [one, ...rest] = mergeClusters([at(0, 179, 1), at(0, -179, 1)], 3);
    expect(rest).toEqual([]);
    expect(Math.abs(one?.location.lng ?? 0)).toBeCloseTo(180, 5);
    expect(one?.bounds.west).toBeCloseTo(178.9, 5);
    expect(one?.bounds.east).toBeCloseTo(-178.9, 5);
  });

  // A larger cluster reaches further: merged ones must not overlap either.
  it('counts every drive of a crowded map once', () => {
    const grid = Array.from({ length: 400 }, (_, index) => at((index % 20) * 1.3, Math.floor(index / 20) * 1.3, 7));
    const merged = mergeClusters(grid, 4);
    expect(merged.reduce((sum, { count }) => sum + count, 0)).toBe(2_800);
    expect(merged.length).toBeLessThan(120);
    expect(mergeClusters(merged, 4)).toEqual(merged);
  });
});
