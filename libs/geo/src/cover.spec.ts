// Aim: a few points represent a path, and no point of it is far from them, anywhere on the globe.
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { coverPath } from './cover.js';
import { unwrapLongitudes, wrapLongitude, type LatLng } from './location.js';

const REACH = 0.02;
const STEPS = 12;
const ROUNDING = 1e-9;

const size = fc.constantFrom(0, 0.001, 0.03, 0.5);
const share = fc.oneof(
  { weight: 1, arbitrary: fc.constant(0) },
  { weight: 4, arbitrary: fc.double({ min: -0.5, max: 0.5, noNaN: true }) },
);
/** A path with steps from a hair to several degrees, some of them along a parallel or a meridian. */
const path = fc
  .record({
    lat: fc.double({ min: -85, max: 85, noNaN: true }),
    lng: fc.double({ min: -180, max: 180, noNaN: true }),
    steps: fc.array(fc.record({ size, north: share, east: share, stretch: fc.constantFrom(1, 1, 8) }), {
      minLength: 1,
      maxLength: 30,
    }),
  })
  .map(({ lat, lng, steps }) =>
    steps.map(({ size, north, east, stretch }): LatLng => {
      lat = Math.max(-90, Math.min(90, lat + north * size));
      lng = wrapLongitude(lng + east * size * stretch);
      return { lat, lng };
    }),
  );

/** Returns points along every segment, in the plane; longitudes continue past ±180. */
function pointsAlong(path: readonly LatLng[]): LatLng[] {
  const lngs = unwrapLongitudes(path);
  return path.flatMap((to, index) => {
    const from = Math.max(0, index - 1);
    return Array.from({ length: STEPS + 1 }, (_, step) => ({
      lat: path[from]!.lat + ((to.lat - path[from]!.lat) * step) / STEPS,
      lng: lngs[from]! + ((lngs[index]! - lngs[from]!) * step) / STEPS,
    }));
  });
}

function degreesApart(a: LatLng, b: LatLng): number {
  return Math.max(Math.abs(a.lat - b.lat), Math.abs(wrapLongitude(a.lng - b.lng)));
}

describe('coverPath', () => {
  // Every point of the path has a point of the cover within reach, and every point of the cover lies on the path.
  it('leaves no point of a path out of reach', () => {
    fc.assert(
      fc.property(path, (points) => {
        const cover = coverPath(points, REACH, 100_000)!;
        for (const point of pointsAlong(points)) {
          const nearest = Math.min(...cover.map((stored) => degreesApart(stored, point)));
          expect(nearest).toBeLessThanOrEqual(REACH + ROUNDING);
        }
        expect(degreesApart(cover[0]!, points[0]!)).toBe(0);
      }),
      { numRuns: 40 },
    );
  });

  // A long path takes only as many points as its length requires, and a stretch of many points within reach takes one.
  it('returns no more points than necessary', () => {
    const meridian = [
      { lat: 0, lng: 10 },
      { lat: 1, lng: 10 },
    ];
    expect(coverPath(meridian, REACH, 1_000)!.length).toBeLessThanOrEqual(1 / REACH + 2);
    const crowd = Array.from({ length: 500 }, (_, index) => ({ lat: 45 + (index % 7) / 1_000, lng: 7 }));
    expect(coverPath(crowd, REACH, 10)).toEqual([crowd[0]]);
  });

  // Returns no cover, rather than half of one, if it would take too many points.
  it('is minimal: no smaller cover exists', () => {
    const equator = [0, 100, -160, -60, 0].map((lng) => ({ lat: 0, lng }));
    expect(coverPath(equator, REACH, 4_096)).toBeNull();
    expect(coverPath(equator, REACH, 20_000)!.length).toBeGreaterThan(17_000);
  });
});
