// Aim: zooms mean the same on every engine.
import { describe, expect, it } from 'vitest';
import { fittingZoom, showsClusters } from './zoom.js';

describe('zoom', () => {
  // The spec switches at city zoom minus two.
  it('shows clusters up to 8 and lines above', () => {
    expect(showsClusters(8)).toBe(true);
    expect(showsClusters(8.01)).toBe(false);
  });

  // At zoom 0 the world is 256 pixels wide; each zoom doubles it.
  it('finds the zoom at which a box fits', () => {
    const world = { north: 85.05, south: -85.05, west: -180, east: 180 };
    expect(fittingZoom(world, { width: 1_024, height: 1_024 })).toBeCloseTo(2, 2);
    const dateline = { north: 1, south: -1, west: 179, east: -179 };
    expect(fittingZoom(dateline, { width: 256, height: 256 })).toBeCloseTo(Math.log2(180), 1);
  });

  // A cluster of drives with the same start has a box without size.
  it('is limited for a point', () => {
    const point = { north: 1, south: 1, west: 2, east: 2 };
    expect(fittingZoom(point, { width: 256, height: 256 })).toBe(Infinity);
  });
});
