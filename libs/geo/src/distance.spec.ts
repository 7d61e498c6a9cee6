import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { distanceMeters, EARTH_RADIUS_METERS, METERS_PER_DEGREE, pathLengthMeters } from './distance.js';

const point = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lng: fc.double({ min: -180, max: 180, noNaN: true }),
});

describe('distances', () => {
  it('match published measurements', () => {
    // Aim: within 0.3 % of the ellipsoidal distances for Paris to New York and a degree of the equator.
    const paris = { lat: 48.8566, lng: 2.3522 };
    const newYork = { lat: 40.7128, lng: -74.006 };
    expect(distanceMeters(paris, newYork) / 5_852_000).toBeCloseTo(1, 2);
    expect(distanceMeters({ lat: 0, lng: 0 }, { lat: 0, lng: 1 })).toBeCloseTo(METERS_PER_DEGREE, 6);
    expect(distanceMeters({ lat: 0, lng: 179.5 }, { lat: 0, lng: -179.5 })).toBeCloseTo(METERS_PER_DEGREE, 6);
    expect(distanceMeters({ lat: 90, lng: 0 }, { lat: -90, lng: 0 })).toBeCloseTo(Math.PI * EARTH_RADIUS_METERS, 3);
  });

  it('are metrics', () => {
    // Aim: never negative, symmetric, never longer than a detour, never more than half the globe.
    fc.assert(
      fc.property(point, point, point, (a, b, c) => {
        const direct = distanceMeters(a, b);
        expect(direct).toBeGreaterThanOrEqual(0);
        expect(direct).toBeLessThanOrEqual(Math.PI * EARTH_RADIUS_METERS + 1e-3);
        expect(Math.abs(direct - distanceMeters(b, a))).toBeLessThan(1e-3);
        expect(direct).toBeLessThanOrEqual(pathLengthMeters([a, c, b]) + 1);
      }),
    );
  });

  it('add up along a path', () => {
    // Aim: a path of one point has no length; other lengths are the sum of their steps.
    expect(pathLengthMeters([])).toBe(0);
    expect(pathLengthMeters([{ lat: 1, lng: 1 }])).toBe(0);
    const there = { lat: 1, lng: 2 };
    const back = { lat: 1, lng: 1 };
    expect(pathLengthMeters([back, there, back])).toBe(2 * distanceMeters(there, back));
  });
});
