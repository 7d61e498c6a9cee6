// Aim: every line has a curviness that is the road's own: the same at any density of the recording, whatever its length.
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { METERS_PER_DEGREE } from './distance.js';
import { degreesPerKm, turnsOf } from './heading-change.js';
import { type LatLng, wrapLongitude } from './location.js';
import { joinParts } from './parts.js';

type Shape = (s: number) => [number, number];

/** Samples a shape, given in meters east and north, every `stepMeters` of `s`, with the five decimals of files. */
function trace(
  shape: Shape,
  lengthMeters: number,
  stepMeters: number,
  from: LatLng = { lat: 40, lng: -100 },
): LatLng[] {
  const eastMeters = METERS_PER_DEGREE * Math.cos((from.lat * Math.PI) / 180);
  return Array.from({ length: Math.floor(lengthMeters / stepMeters) + 1 }, (_, index) => {
    const [x, y] = shape(index * stepMeters);
    return { lat: round(from.lat + y / METERS_PER_DEGREE), lng: round(wrapLongitude(from.lng + x / eastMeters)) };
  });
}

function round(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5;
}

const straight: Shape = (s) => [s * 0.8, s * 0.6];
const circle = (radius: number): Shape => {
  return (s) => [radius * Math.cos(s / radius), radius * Math.sin(s / radius)];
};
/** Turns by a right angle every kilometer, to the left and to the right in turn. */
const zigzag: Shape = (s) => {
  const [full, rest] = [Math.floor(s / 1_000), s % 1_000];
  const east = Math.ceil(full / 2) * 1_000 + (full % 2 === 0 ? rest : 0);
  return [east, Math.floor(full / 2) * 1_000 + (full % 2 === 1 ? rest : 0)];
};

describe('the change of heading of a line', () => {
  it('is none on a straight road, at any density', () => {
    for (const stepMeters of [5, 20, 150, 1_000, 20_000]) {
      expect(degreesPerKm(trace(straight, 20_000, stepMeters))).toBeLessThan(3);
    }
  });

  it.each([100, 200, 500, 2_000])('is the curvature of a circle of radius %d m', (radiusMeters) => {
    const expected = ((1_000 / radiusMeters) * 180) / Math.PI;
    for (const stepMeters of [4, 10, 25]) {
      const measured = degreesPerKm(trace(circle(radiusMeters), 30_000, stepMeters));
      expect(Math.abs(measured / expected - 1)).toBeLessThan(0.12);
    }
  });

  it('adds up the turns of a zigzag to either side', () => {
    const measured = degreesPerKm(trace(zigzag, 40_000, 10));
    expect(measured).toBeGreaterThan(80);
    expect(measured).toBeLessThan(95);
  });

  it('hardly depends on the density of the recording, its direction and its place', () => {
    const road: Shape = (s) => [s, 150 * Math.sin(s / 200)];
    const measured = degreesPerKm(trace(road, 30_000, 10));
    expect(measured).toBeGreaterThan(100);
    const others = [
      trace(road, 30_000, 4),
      trace(road, 30_000, 25),
      trace(road, 30_000, 60),
      trace(road, 30_000, 10).reverse(),
      trace(road, 30_000, 10, { lat: 60, lng: 179.9 }),
    ];
    for (const other of others) expect(Math.abs(degreesPerKm(other) / measured - 1)).toBeLessThan(0.08);
  });

  it('does not grow with the length', () => {
    const road: Shape = (s) => [s, 150 * Math.sin(s / 200)];
    const [short, long] = [degreesPerKm(trace(road, 10_000, 10)), degreesPerKm(trace(road, 200_000, 10))];
    expect(Math.abs(long / short - 1)).toBeLessThan(0.05);
  });

  it('counts the parts and nothing between them', () => {
    const part = trace(circle(200), 10_000, 10);
    const elsewhere = trace(circle(200), 10_000, 10, { lat: -30, lng: 20 });
    expect(degreesPerKm(joinParts([part, elsewhere]))).toBeCloseTo(degreesPerKm(part), 0);
    const diluted = degreesPerKm(joinParts([part, trace(straight, 10_000, 10)]));
    expect(diluted / degreesPerKm(part)).toBeCloseTo(0.5, 1);
  });

  it('is 0 for a line shorter than two spacings', () => {
    expect(degreesPerKm([])).toBe(0);
    expect(degreesPerKm([{ lat: 1, lng: 1 }])).toBe(0);
    expect(degreesPerKm(trace(circle(20), 290, 5))).toBe(0);
  });

  it('is a number within its bounds for any line', () => {
    const point = fc.record({
      lat: fc.double({ min: -90, max: 90, noNaN: true }),
      lng: fc.double({ min: -180, max: 180, noNaN: true }),
    });
    const near = point.map(({ lat, lng }) => ({ lat: 40 + lat / 9_000, lng: lng / 18_000 }));
    fc.assert(
      fc.property(fc.array(near, { maxLength: 60 }), (line) => {
        const measured = degreesPerKm(line);
        expect(measured).toBeGreaterThanOrEqual(0);
        expect(measured).toBeLessThanOrEqual(1_200);
      }),
      { numRuns: 300 },
    );
    fc.assert(
      fc.property(fc.array(point, { maxLength: 4 }), (line) => expect(degreesPerKm(line)).toBeGreaterThanOrEqual(0)),
      { numRuns: 5 },
    );
    const around = Array.from({ length: 20_000 }, (_, index) => ({ lat: 0, lng: (index % 2) * 170 }));
    expect(turnsOf(around).points.length).toBeLessThanOrEqual(1_000_001);
  });
});
