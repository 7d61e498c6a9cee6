// Aim: the distance to a line is the one to its nearest drawn point, anywhere on the globe, and the box never hides it.
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { distanceMeters } from './distance.js';
import { chordToLine, distanceToLineMeters, sphereBoxOf } from './line-distance.js';
import { unwrapLongitudes, wrapLongitude, type LatLng } from './location.js';
import { joinParts, partsOf } from './parts.js';
import { spherePoint } from './sphere.js';

const SAMPLES = 400;
/** A straight line through the globe leaves the drawn one by this much at most. */
const SAG_METERS = 16;

/** Measures to many points of each segment. */
function sampledMeters(line: readonly LatLng[], from: LatLng): number {
  const samples = partsOf(line).flatMap((part) => {
    const lngs = unwrapLongitudes(part);
    return part.flatMap((point, index) => {
      const [lastLat, lastLng] = [part[Math.max(0, index - 1)]!.lat, lngs[Math.max(0, index - 1)]!];
      return Array.from({ length: SAMPLES + 1 }, (_, step) => ({
        lat: lastLat + (step / SAMPLES) * (point.lat - lastLat),
        lng: wrapLongitude(lastLng + (step / SAMPLES) * (lngs[index]! - lastLng)),
      }));
    });
  });
  return Math.min(...samples.map((sample) => distanceMeters(from, sample)));
}

const fraction = fc.double({ min: -1, max: 1, noNaN: true });
const shift = fc.tuple(fraction, fraction);

function placeNear({ lat, lng }: LatLng, degrees: number, [north, east]: readonly [number, number]): LatLng {
  return { lat: Math.max(-90, Math.min(90, lat + north * degrees)), lng: wrapLongitude(lng + east * degrees) };
}

const lines = fc
  .tuple(
    fc.record({ lat: fc.constantFrom(35, 0, -60, 89.8, -89.9), lng: fc.constantFrom(-82, 179.9, -179.9, 10) }),
    fc.constantFrom(0.02, 0.2, 3),
    fc.array(fc.array(shift, { minLength: 2, maxLength: 6 }), { minLength: 1, maxLength: 2 }),
  )
  .map(([start, degrees, parts]) =>
    joinParts(parts.map((part) => part.map((place) => placeNear(start, degrees, place)))),
  );

describe('the distance to a line', () => {
  it('is that of its nearest point', () => {
    fc.assert(
      fc.property(lines, fc.constantFrom(0, 0.01, 1, 60), shift, (line, degrees, place) => {
        const from = placeNear(line[line.length >> 1]!, degrees, place);
        const expected = sampledMeters(line, from);
        const meters = distanceToLineMeters(line, from);
        const longest = Math.max(...line.slice(1).map((point, index) => distanceMeters(point, line[index]!)));
        expect(meters).toBeLessThanOrEqual(expected + SAG_METERS);
        expect(meters).toBeGreaterThanOrEqual(expected - SAG_METERS - longest / SAMPLES);
        const { low, high } = sphereBoxOf(line);
        const gap = spherePoint(from).map((value, axis) => Math.max(0, low[axis]! - value, value - high[axis]!));
        expect(Math.hypot(...gap)).toBeLessThanOrEqual(chordToLine(line, from) + 1e-12);
      }),
      { numRuns: 100 },
    );
  });

  it.each([
    [
      'the middle of a long straight line',
      [
        { lat: 35, lng: -90 },
        { lat: 36, lng: -80 },
      ],
      { lat: 35.5, lng: -85 },
      0,
    ],
    [
      'the gap between two parts',
      joinParts([
        [
          { lat: 0, lng: 0 },
          { lat: 0, lng: 1 },
        ],
        [
          { lat: 0, lng: 3 },
          { lat: 0, lng: 4 },
        ],
      ]),
      { lat: 0, lng: 2 },
      111_195,
    ],
    [
      'the other side of the antimeridian',
      [
        { lat: 0, lng: 179 },
        { lat: 0, lng: -179.5 },
      ],
      { lat: 0, lng: -179.8 },
      0,
    ],
    ['a line of one point', [{ lat: 1, lng: 0 }], { lat: 0, lng: 0 }, 111_195],
  ])('from %s', (_, line, from, expected) => {
    expect(Math.abs(distanceToLineMeters(line, from) - expected)).toBeLessThan(SAG_METERS);
  });

  it('is infinite without points', () => {
    expect(distanceToLineMeters([], { lat: 0, lng: 0 })).toBe(Infinity);
  });

  it('takes no longer for a line that jumps around the globe', () => {
    // Aim: one hostile drive holds up no search.
    const line = Array.from({ length: 50_000 }, (_, index) => ({ lat: index % 2, lng: (index % 2) * 179 }));
    const startMs = performance.now();
    distanceToLineMeters(line, { lat: 80, lng: 0 });
    expect(performance.now() - startMs).toBeLessThan(5_000);
  });
});
