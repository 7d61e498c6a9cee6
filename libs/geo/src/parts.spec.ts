// Aim: a line of several parts travels as one list, splits again, and nothing is measured or drawn between its parts.
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { pathLengthMeters } from './distance.js';
import { lineCrossesBounds, lineCurviness, linesWithin, simplifyLine } from './lines.js';
import type { LatLng } from './location.js';
import { startsPart, joinParts, lineLengthMeters, partsOf, withoutRepeats } from './parts.js';
import { decodePolyline, encodePolyline } from './polyline.js';
import { silhouettePath } from './silhouette.js';

const point = fc.record({
  lat: fc.integer({ min: -8_900_000, max: 8_900_000 }).map((value) => value / 1e5),
  lng: fc.integer({ min: -17_900_000, max: 17_900_000 }).map((value) => value / 1e5),
});
/** As stored: no point twice in a row within a part. */
const part = fc
  .array(point, { minLength: 2, maxLength: 40 })
  .map(withoutRepeats)
  .filter(({ length }) => length >= 2);
const parts = fc.array(part, { minLength: 1, maxLength: 12 });

describe('a line of several parts', () => {
  it('splits as it was joined, also after polyline encoding', () => {
    fc.assert(
      fc.property(parts, (input) => {
        expect(partsOf(decodePolyline(encodePolyline(joinParts(input))))).toEqual(input);
        const line = joinParts(input);
        expect(line.filter((_, index) => startsPart(line, index))).toEqual(input.map(([first]) => first));
      }),
    );
  });

  it('is as long as its parts', () => {
    fc.assert(
      fc.property(parts, (input) => {
        const expected = input.reduce((sum, one) => sum + pathLengthMeters(one), 0);
        expect(lineLengthMeters(joinParts(input))).toBeCloseTo(expected, 3);
      }),
    );
  });

  it('is simplified part by part, to at most the requested number of points', () => {
    fc.assert(
      fc.property(parts, fc.integer({ min: 2, max: 100 }), (input, maxPoints) => {
        const simple = simplifyLine(joinParts(input), maxPoints);
        expect(simple.length).toBeLessThanOrEqual(maxPoints);
        const ends = new Set(input.map((one) => JSON.stringify([one[0], one.at(-1)])));
        const retained = partsOf(simple).map((one) => JSON.stringify([one[0], one.at(-1)]));
        expect(retained.filter((pair) => !ends.has(pair))).toEqual([]);
        if (input.length * 3 <= maxPoints) expect(retained).toHaveLength(input.length);
        for (const line of linesWithin(joinParts(input), [1e9, 100])) expect(partsOf(line)).toHaveLength(input.length);
      }),
    );
  });

  it('is neither matched nor drawn between its parts', () => {
    const at = (lat: number, lng: number): LatLng => ({ lat, lng });
    const line = joinParts([
      [at(0, 0), at(0, 1)],
      [at(0, 9), at(0, 10)],
    ]);
    const box = (west: number, east: number) => ({ north: 1, south: -1, west, east });
    expect(lineCrossesBounds(line, box(4, 5))).toBe(false);
    expect(lineCrossesBounds(line, box(9.5, 9.6))).toBe(true);
    expect(silhouettePath(line, { width: 100, height: 100 }).match(/M/g)).toHaveLength(2);
  });

  it('has the curviness of the parts that are detailed enough', () => {
    const bends = Array.from({ length: 400 }, (_, index) => ({
      lat: 46 + Math.sin(index / 3) / 5_000,
      lng: 9 + index / 5_000,
    }));
    const whole = lineCurviness(bends);
    const twice = lineCurviness(joinParts([bends, bends.map(({ lat, lng }) => ({ lat: lat + 1, lng }))]));
    expect(twice.enoughDetail).toBe(true);
    expect(twice.valueMeters! / whole.valueMeters!).toBeCloseTo(2, 1);
    const coarse = [
      { lat: 40, lng: 0 },
      { lat: 41, lng: 0 },
    ];
    expect(lineCurviness(joinParts([bends, coarse])).enoughDetail).toBe(false);
  });
});
