// Aim: a line read piece by piece is the same line, with the same parts, and no piece is larger than requested.
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type ElevatedPoint, encodeElevations, lineOfLegs } from './elevation.js';
import { hasParts, linePieces, PIECE_POINTS_MAX, pointsBetweenEnds } from './line-pieces.js';
import { partsOf } from './parts.js';
import { countPoints, decodePolyline, encodePolyline } from './polyline.js';

/** Few places, so that points repeat. */
const point = fc.record({
  lat: fc.constantFrom(35, 35.1, 35.2),
  lng: fc.constantFrom(-82, -82.1),
  elevation: fc.option(fc.constantFrom(500, 501.5), { nil: undefined }),
});
const legs = fc
  .tuple(fc.array(point, { minLength: 2, maxLength: 40 }), fc.array(fc.nat(), { maxLength: 4 }))
  .map(([points, cuts]) => {
    const ends = [...new Set([...cuts.map((cut) => 1 + (cut % (points.length - 1))), points.length - 1])].toSorted(
      (a, b) => a - b,
    );
    return ends.map((end, index) => legOf(points.slice(ends[index - 1] ?? 0, end + 1)));
  });

function legOf(points: ElevatedPoint[]) {
  return { path: encodePolyline(points), elevation: encodeElevations(points) };
}

describe('pieces of a line', () => {
  it('add up to its parts, whatever their size', () => {
    fc.assert(
      fc.property(legs, fc.integer({ min: 1, max: 9 }), (input, pointsMax) => {
        const parts: ElevatedPoint[][] = [];
        let isOpen = false;
        for (const { points, startsPart, endsPart } of linePieces(input, pointsMax)) {
          expect(startsPart).toBe(!isOpen);
          expect(points.length).toBeLessThanOrEqual(pointsMax + 1);
          if (startsPart) parts.push([]);
          parts.at(-1)!.push(...points);
          isOpen = !endsPart;
        }
        expect(isOpen).toBe(false);
        expect(parts).toEqual(partsOf(lineOfLegs(input)));
        expect(hasParts(input)).toBe(parts.length > 1);
      }),
    );
  });

  it('are a few of the longest line', () => {
    const line = Array.from({ length: 200_000 }, (_, index) => ({ lat: index / 1e5, lng: (index % 7) / 1e5 }));
    const sizes = [...linePieces([legOf(line)])].map(({ points }) => points.length);
    expect(sizes).toEqual(Array.from({ length: 100 }, () => PIECE_POINTS_MAX));
  });

  it('of a leg between its ends leave out both', () => {
    fc.assert(
      fc.property(fc.array(point, { minLength: 1, maxLength: 20 }), (points) => {
        const leg = { path: encodePolyline(points) };
        const between = [...pointsBetweenEnds(leg, 3)].flat();
        expect(between).toEqual(decodePolyline(leg.path).slice(1, -1));
        expect(countPoints(leg.path)).toBe(points.length);
      }),
    );
  });
});
