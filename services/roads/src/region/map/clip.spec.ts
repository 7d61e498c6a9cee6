// Aim: a part of a large area is drawn as the whole one would be.
import { describe, expect, it } from '@jest/globals';
import { mulberry32 } from '@switchback/platform/mulberry32';
import { runSeed } from '@switchback/testing/random';
import { doubleArea } from './area.js';
import { clipRing } from './clip.js';

const BOX = { west: 100, north: 100, east: 200, south: 200 };
const square = (west: number, north: number, side: number) => {
  const [east, south] = [west + side, north + side];
  return [west, north, east, north, east, south, west, south, west, north];
};
const areaOf = (ring: number[]) => (ring.length === 0 ? 0 : Math.abs(doubleArea(ring)) / 2);

describe('a ring clipped to a box', () => {
  it.each([
    ['within it', square(120, 120, 50), 2_500],
    ['around it', square(0, 0, 1_000), 10_000],
    ['over a corner', square(150, 150, 100), 2_500],
    ['beside it', square(300, 120, 50), 0],
    ['that touches it', square(200, 120, 50), 0],
  ])('%s', (_place, ring, area) => {
    const clipped = clipRing(ring, BOX);
    expect(areaOf(clipped)).toBe(area);
    if (clipped.length > 0) expect(clipped.slice(0, 2)).toEqual(clipped.slice(-2));
  });

  const seed = runSeed();
  it(`covers what both cover, for any ring (seed ${seed})`, () => {
    const random = mulberry32(seed);
    for (let round = 0; round < 50; round += 1) {
      // A star around a random center: its area within the box is counted on a grid.
      const [x0, y0] = [50 + 200 * random(), 50 + 200 * random()];
      const corners = Array.from({ length: 12 }, (_, index) => {
        const angle = (index * Math.PI) / 6;
        const radius = 20 + 120 * random();
        return [Math.round(x0 + radius * Math.cos(angle)), Math.round(y0 + radius * Math.sin(angle))];
      });
      const ring = [...corners, corners[0]!].flat();
      const clipped = clipRing(ring, BOX);
      let inside = 0;
      for (let x = 101; x < 200; x += 2) for (let y = 101; y < 200; y += 2) if (isIn(ring, x, y)) inside += 4;
      expect(Math.abs(areaOf(clipped) - inside)).toBeLessThan(250);
    }
  });
});

function isIn(ring: readonly number[], x: number, y: number): boolean {
  let isInside = false;
  for (let at = 0; at + 3 < ring.length; at += 2) {
    const [ax, ay, bx, by] = ring.slice(at, at + 4) as [number, number, number, number];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isInside = !isInside;
  }
  return isInside;
}
