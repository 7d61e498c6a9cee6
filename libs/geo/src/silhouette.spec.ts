import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { silhouettePath } from './silhouette.js';

const box = { width: 100, height: 60, padding: 5 };
const numbersOf = (d: string): number[] => (d.match(/-?[\d.]+/g) ?? []).map(Number);

describe('silhouettes', () => {
  it('point north and fill the box', () => {
    // Aim: a line to the north-east starts at the lower left and ends at the upper right, at the padding.
    const d = silhouettePath(
      [
        { lat: 0, lng: 0 },
        { lat: 1, lng: 1 },
      ],
      box,
    );
    const [x1, y1, x2, y2] = numbersOf(d) as [number, number, number, number];
    expect(d).toMatch(/^M[\d.]+ [\d.]+L[\d.]+ [\d.]+$/);
    expect(x1).toBeLessThan(x2);
    expect([y1, y2]).toEqual([55, 5]);
  });

  it('stay inside the box', () => {
    // Aim: no path, wherever it runs, draws outside the padding or yields invalid SVG.
    const point = fc.record({
      lat: fc.double({ min: -90, max: 90, noNaN: true }),
      lng: fc.double({ min: -180, max: 180, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(point, { maxLength: 30 }), (path) => {
        const d = silhouettePath(path, box);
        expect(d).toMatch(path.length === 0 ? /^$/ : /^M[\d.]+ [\d.]+(L[\d.]+ [\d.]+)*$/);
        numbersOf(d).forEach((value, index) => {
          expect(value).toBeGreaterThanOrEqual(5);
          expect(value).toBeLessThanOrEqual(index % 2 === 0 ? 95 : 55);
        });
      }),
      // Two points a hair apart on both sides of the antimeridian, where floating-point numbers are coarsest.
      { examples: [[[179.99999999999247, -179.99999999999267].map((lng) => ({ lat: 0, lng }))]] },
    );
  });

  it('keep the two sides of the antimeridian together', () => {
    // Aim: the same drive moved to the antimeridian has the same shape.
    const shape = [0, 1, 2].map((step) => ({ lat: step % 2, lng: step }));
    const moved = shape.map(({ lat, lng }) => ({ lat, lng: lng === 0 ? 179 : lng === 1 ? 180 : -179 }));
    expect(silhouettePath(moved, box)).toBe(silhouettePath(shape, box));
  });
});
