// Aim: a line that is split can be joined again to the same line, with its elevations, its gaps and its second passes.
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { lineOfLegs, splitElevations } from './elevation.js';
import { connectedStretchOf, stretchOf } from './line-stretch.js';
import { metersAlong } from './measured-line.js';
import { joinParts, lineLengthMeters, partsOf } from './parts.js';
import { encodePolyline } from './polyline.js';

const NORTH = [0, 100, 300].map((elevation, index) => ({ lat: 46 + index / 10, lng: 8, elevation }));
const LENGTH = lineLengthMeters(NORTH);

const encoded = (points: Parameters<typeof splitElevations>[0]) => {
  const { path, elevation } = splitElevations(points);
  return { path: encodePolyline(path), elevation };
};

describe('a stretch', () => {
  it('begins and ends between points of the line, at heights between theirs', () => {
    expect(stretchOf(NORTH, LENGTH / 4, (3 * LENGTH) / 4)).toEqual([
      { lat: 46.05, lng: 8, elevation: expect.closeTo(50, 3) },
      NORTH[1],
      { lat: 46.15, lng: 8, elevation: expect.closeTo(200, 3) },
    ]);
  });

  it('crosses the antimeridian the short way', () => {
    const line = [
      { lat: 0, lng: 179.9 },
      { lat: 0, lng: -179.9 },
    ];
    expect(stretchOf(line, 0, lineLengthMeters(line) / 4)).toEqual([line[0], { lat: 0, lng: 179.95 }]);
  });

  it('of a line that is split anywhere is a part of it: both halves join to the line', () => {
    const point = fc.record({
      lat: fc.integer({ min: 4_600_000, max: 4_610_000 }),
      lng: fc.integer({ min: 800_000, max: 810_000 }),
    });
    const line = fc.array(point, { minLength: 2, maxLength: 20 });
    fc.assert(
      fc.property(line, fc.double({ min: 0, max: 1, noNaN: true }), (points, share) => {
        const path = points.map(({ lat, lng }) => ({ lat: lat / 1e5, lng: lng / 1e5 }));
        const whole = lineLengthMeters(path);
        const [before, after] = [stretchOf(path, 0, share * whole), stretchOf(path, share * whole, whole)];
        expect(before.at(-1)).toEqual(after[0]);
        // Each half is at most a rounded point longer.
        expect(Math.abs(lineLengthMeters(before) + lineLengthMeters(after) - whole)).toBeLessThan(4);
      }),
    );
  });

  it('keeps the gap of a line that is split at the end of a part', () => {
    const parts = [
      NORTH.slice(0, 2),
      [
        { lat: 47, lng: 9 },
        { lat: 47.1, lng: 9 },
      ],
    ];
    const line = joinParts(parts);
    const at = metersAlong(line)[1]!;
    const [before, after] = [stretchOf(line, 0, at), stretchOf(line, at, lineLengthMeters(line))];
    expect(before.at(-1)).toEqual(after[0]);
    expect(partsOf(lineOfLegs([encoded(before), encoded(after)]))).toMatchObject(parts);
  });

  it('passes the same place twice, and is split at the pass that is named', () => {
    const loop = [...NORTH, ...NORTH.toReversed().slice(1)];
    const second = stretchOf(loop, 1.25 * LENGTH, 2 * LENGTH);
    expect(second.map(({ lat }) => lat)).toEqual([46.15, 46.1, 46]);
    expect(stretchOf(loop, 0, 1.25 * LENGTH).map(({ lat }) => lat)).toEqual([46, 46.1, 46.2, 46.15]);
  });
});

describe('a connected stretch', () => {
  /** With a point each hundredth of a degree. */
  const EAST = [0, 1, 2, 3].map((step) => ({ lat: 0, lng: step / 100 }));
  const STEP = lineLengthMeters(EAST) / 3;

  it.each([
    ['along the line', 0.5, 2.5, [0.005, 0.01, 0.02, 0.025]],
    ['against it', 2.5, 1, [0.025, 0.02, 0.01]],
    ['from a point to a point', 1, 2, [0.01, 0.02]],
    ['up to the end, however far beyond', 2, 99, [0.02, 0.03]],
    ['from the start, however far before', -1, 1, [0, 0.01]],
  ])('leads %s', (_what, from, to, lngs) => {
    expect(connectedStretchOf(EAST, from * STEP, to * STEP).map(({ lng }) => lng)).toEqual(lngs);
  });

  it('has no trace of the next part if it ends a hair beyond its own', () => {
    const north = EAST.map(({ lng }) => ({ lat: 1, lng }));
    expect(connectedStretchOf(joinParts([EAST, north]), STEP, 3 * STEP + 0.4)).toEqual(EAST.slice(1));
  });
});
