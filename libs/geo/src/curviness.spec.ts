import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { curvinessOf } from './curviness.js';
import { METERS_PER_DEGREE, pathLengthMeters } from './distance.js';
import type { LatLng } from './location.js';

/** Samples a path, given in meters east and north, every `stepMeters` of `s`, with the five decimals of files. */
function trace(at: (s: number) => [number, number], lengthMeters: number, stepMeters: number, lng = -100): LatLng[] {
  const path: LatLng[] = [];
  for (let s = 0; s <= lengthMeters; s += stepMeters) {
    const [x, y] = at(s);
    const degrees = lng + x / METERS_PER_DEGREE / Math.cos((40 * Math.PI) / 180);
    const wrapped = degrees > 180 ? degrees - 360 : degrees;
    path.push({ lat: round(40 + y / METERS_PER_DEGREE), lng: round(wrapped) });
  }
  return path;
}

function round(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5;
}

const circle =
  (radius: number) =>
  (s: number): [number, number] => [radius * Math.cos(s / radius), radius * Math.sin(s / radius)];
const straight = (s: number): [number, number] => [s * 0.8, s * 0.6];

describe('curviness', () => {
  it.each([
    [24, 2],
    [45, 1.6],
    [80, 1.3],
    [140, 1],
    [400, 0],
  ])('weighs every meter of a curve of radius %d m as published', (radius, weight) => {
    // Aim: the published levels: factor 2 below 30 m, 1.6 below 60 m, 1.3 below 100 m, 1 below 175 m, 0 above.
    for (const stepMeters of [4, 10, 20]) {
      const path = trace(circle(radius), 5_000, stepMeters);
      const { valueMeters, perKilometer, enoughDetail } = curvinessOf(path);
      expect(enoughDetail).toBe(true);
      const weightSeen = valueMeters! / pathLengthMeters(path);
      expect(Math.abs(weightSeen - weight)).toBeLessThan(0.15);
      expect(perKilometer).toBeCloseTo(weightSeen * 1_000, 6);
    }
  });

  it('counts no straight road, at any sampling density', () => {
    // Aim: rounding to five decimals (about a meter) is not mistaken for bends.
    for (const stepMeters of [1, 3, 10, 24]) {
      expect(curvinessOf(trace(straight, 20_000, stepMeters))).toEqual({
        valueMeters: 0,
        perKilometer: 0,
        enoughDetail: true,
      });
    }
  });

  it('ignores a jog in a straight road and counts a bend', () => {
    // Aim: one bad fix 30 m off the line adds nothing; a right angle after which the road continues elsewhere counts.
    const jog = trace((s) => [s, s === 1_000 ? 30 : 0], 2_000, 20);
    const turn = trace((s) => (s <= 1_000 ? [s, 0] : [1_000, s - 1_000]), 2_000, 20);
    expect(curvinessOf(jog).valueMeters).toBe(0);
    expect(curvinessOf(turn).valueMeters).toBeGreaterThan(40);
  });

  it('does not depend on position or direction', () => {
    // Aim: across the antimeridian and backwards, the same road has the same curviness.
    const snake = (s: number): [number, number] => [s, 80 * Math.sin(s / 90)];
    const here = curvinessOf(trace(snake, 8_000, 10)).valueMeters!;
    expect(here).toBeGreaterThan(3_000);
    expect(curvinessOf(trace(snake, 8_000, 10, 179.95)).valueMeters! / here).toBeCloseTo(1, 1);
    expect(curvinessOf(trace(snake, 8_000, 10).reverse()).valueMeters! / here).toBeCloseTo(1, 1);
  });

  it('reports when the line is too coarse', () => {
    // Aim: a median of 25 m between points is enough, more is not, and a line without length has no result.
    const none = { valueMeters: null, perKilometer: null, enoughDetail: false };
    expect(curvinessOf(trace(circle(140), 5_000, 24)).enoughDetail).toBe(true);
    expect(curvinessOf(trace(circle(140), 5_000, 27))).toEqual(none);
    expect(curvinessOf([])).toEqual(none);
    expect(curvinessOf([{ lat: 1, lng: 1 }])).toEqual(none);
    expect(curvinessOf(Array.from({ length: 5 }, () => ({ lat: 1, lng: 1 })))).toEqual(none);
  });

  it('returns a value for any line', () => {
    // Aim: the result for any line is a number between zero and twice its length, or "not enough detail".
    const point = fc.record({
      lat: fc.double({ min: 89.999, max: 90, noNaN: true }),
      lng: fc.double({ min: -180, max: 180, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(point, { maxLength: 40 }), (path) => {
        const { valueMeters, enoughDetail } = curvinessOf(path);
        const value = valueMeters ?? 0;
        expect(enoughDetail).toBe(valueMeters !== null);
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(2 * pathLengthMeters(path) + 1);
      }),
      { numRuns: 1_000 },
    );
    const worldwide = Array.from({ length: 101 }, (_, index) => ({ lat: 0, lng: (index % 2) * 170 + index / 1e4 }));
    const dense = Array.from({ length: 200 }, (_, index) => ({ lat: 0, lng: index / 1e5 }));
    expect(curvinessOf([...dense, ...worldwide]).enoughDetail).toBe(false);
  });
});
