// Aim: elevations accompany a line, to the decimeter, and stay with their points when legs are split or joined.
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  type ElevatedPoint,
  encodeElevations,
  isElevation,
  lineOfLegs,
  splitElevations,
  spreadElevations,
  copyElevations,
  withElevations,
} from './elevation.js';
import { METERS_PER_DEGREE } from './distance.js';
import { encodePolyline, PolylineError } from './polyline.js';

const point = fc
  .record({
    lat: fc.integer({ min: -8_900_000, max: 8_900_000 }).map((value) => value / 1e5),
    lng: fc.integer({ min: -17_900_000, max: 17_900_000 }).map((value) => value / 1e5),
    elevation: fc.option(
      fc.integer({ min: -10_000, max: 100_000 }).map((value) => value / 10),
      { nil: undefined },
    ),
  })
  .map(({ elevation, ...place }): ElevatedPoint => (elevation === undefined ? place : { ...place, elevation }));
const line = fc.array(point, { minLength: 2, maxLength: 60 });
const legOf = (points: readonly ElevatedPoint[]) => ({
  path: encodePolyline(points),
  elevation: encodeElevations(points) || undefined,
});

describe('heights', () => {
  it('survive encoding, whichever points have one', () => {
    fc.assert(
      fc.property(line, (points) => {
        const { path, elevation } = splitElevations(points);
        expect(withElevations(path, elevation)).toEqual(points);
      }),
    );
  });

  it('stay with their points in legs', () => {
    fc.assert(
      fc.property(line, fc.nat(), (points, at) => {
        const cut = at % points.length;
        expect(lineOfLegs([legOf(points.slice(0, cut + 1)), legOf(points.slice(cut))])).toEqual(points);
      }),
    );
  });

  it('take one or two characters per point on a road', () => {
    const climb = Array.from({ length: 1_000 }, (_, at) => ({ lat: 0, lng: at / 1e3, elevation: 500 + at * 0.7 }));
    expect(encodeElevations(climb).length).toBeLessThan(1_100);
    expect(encodeElevations([{ lat: 1, lng: 2 }])).toBe('');
  });

  it.each(['_', '?', '????', '!!', '~~~~~~~', '_ibE_ibE', '! !'])('reject %p for three points', (damaged) => {
    const path = [0, 1, 2].map((lng) => ({ lat: 0, lng }));
    expect(() => withElevations(path, damaged)).toThrow(PolylineError);
  });

  it.each([-32_768, -9_999, 1e9, NaN, Infinity, '900', null])('are absent for %p', (value) => {
    expect(isElevation(value)).toBe(false);
  });

  it('are copied from another line of the same route', () => {
    const from = [0, 1, 2].map((lng) => ({ lat: 0, lng, elevation: lng * 100 }));
    const road = [0, 0.5, 1.5, 2].map((lng) => ({ lat: 0.001, lng }));
    const heights = copyElevations(road, from).map(({ elevation }) => Math.round(elevation!));
    expect(heights).toEqual([0, 50, 150, 200]);
    expect(copyElevations(road, [from[0]!])).toEqual(road);
  });
});

describe('heights at equal steps', () => {
  const path = [0, 0.5, 1, 1.75].map((lng) => ({ lat: 0, lng: (lng * 100) / METERS_PER_DEGREE }));
  const spread = (heights: number[]) =>
    spreadElevations(path, heights, 100).map(({ elevation }) => elevation && Math.round(elevation));

  it('are interpolated at the points of a path', () => {
    expect(spread([10, 20, 40])).toEqual([10, 15, 20, 35]);
    expect(spread([10, 20])).toEqual([10, 15, 20, 20]);
  });

  it('are unknown where one is no elevation, and if all are zero', () => {
    expect(spread([10, 32_768, 40])).toEqual([10, undefined, undefined, undefined]);
    expect(spread([0, 0, 0])).toEqual([undefined, undefined, undefined, undefined]);
    expect(spread([])).toEqual([undefined, undefined, undefined, undefined]);
  });
});
