// Aim: a click finds the drives at its point, and all of them if they share a road.
import { describe, expect, it } from 'vitest';
import { nearestFirst } from './hits.js';

const line = (id: string, y: number) => ({
  properties: { id },
  geometry: {
    type: 'LineString' as const,
    coordinates: [
      [0, y],
      [100, y],
    ],
  },
});
const asPixels = ([x, y]: [number, number]) => ({ x, y });

describe('nearestFirst', () => {
  // Of two lines within a finger's width, the nearer one is meant.
  it('omits a line that is clearly further away', () => {
    expect(nearestFirst([line('far', 20), line('near', 11)], { x: 50, y: 10 }, asPixels)).toEqual(['near']);
  });

  // Drives on the same road cannot be targeted individually, so all of them are offered, each once.
  it('keeps lines that share the road, the nearest first', () => {
    const hits = [line('b', 13), line('a', 11), line('a', 12)];
    expect(nearestFirst(hits, { x: 50, y: 10 }, asPixels)).toEqual(['a', 'b']);
  });

  it('returns nothing for no hits', () => {
    expect(nearestFirst([], { x: 0, y: 0 }, asPixels)).toEqual([]);
  });
});
