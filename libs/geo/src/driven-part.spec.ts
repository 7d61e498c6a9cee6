// Aim: a stretch of a drive, or the drive the other way, has the points that its driver passes, in that order.
import { describe, expect, it } from '@jest/globals';
import { pathLengthMeters } from './distance.js';
import { drivenLegs, drivenLine, shareOf, stretchWithin, WHOLE } from './driven-part.js';
import { encodeElevations, withElevations } from './elevation.js';
import { joinParts } from './parts.js';
import { decodePolyline, encodePolyline } from './polyline.js';

/** A line of five points to the north, each higher than the one before. */
const LINE = [0, 1, 2, 3, 4].map((step) => ({ lat: 35 + step * 0.1, lng: -82, elevation: step * 100 }));
const METERS = pathLengthMeters(LINE);
const lats = (line: readonly { lat: number }[]) => line.map(({ lat }) => Number(lat.toFixed(3)));

describe('a stretch', () => {
  it.each([
    ['inside the drive', { from: 100, to: 300 }, { from: 100, to: 300 }, 0.2],
    ['beyond the end of the drive ends with it', { from: 500, to: 2_000 }, { from: 500, to: 1_000 }, 0.5],
    ['behind the end is the whole drive', { from: 1_500, to: 2_000 }, null, 1],
    ['of the whole length is the whole drive', { from: 0, to: 1_000 }, null, 1],
  ])('%s', (_, stretch, expected, share) => {
    expect(stretchWithin({ stretch }, 1_000)).toEqual(expected);
    expect(shareOf({ stretch }, 1_000)).toBe(share);
  });
});

describe('a line as driven', () => {
  it.each([
    ['whole', WHOLE, [35, 35.1, 35.2, 35.3, 35.4]],
    ['reversed', { reversed: true, stretch: null }, [35.4, 35.3, 35.2, 35.1, 35]],
    ['a stretch', { reversed: false, stretch: { from: 0.125, to: 0.5 } }, [35.05, 35.1, 35.2]],
    ['a stretch reversed', { reversed: true, stretch: { from: 0.125, to: 0.5 } }, [35.2, 35.1, 35.05]],
  ])('%s', (_, { reversed, stretch }, expected) => {
    // The stated length is twice that of the line.
    const stated = METERS * 2;
    const part = { reversed, stretch: stretch && { from: stretch.from * stated, to: stretch.to * stated } };
    expect(lats(drivenLine(LINE, part, stated))).toEqual(expected);
  });

  it('keeps its gaps', () => {
    const parts = [LINE.slice(0, 2), LINE.slice(3)];
    const reversed = drivenLine(joinParts(parts), { reversed: true, stretch: null }, METERS);
    expect(lats(reversed)).toEqual([35.4, 35.3, 35.3, 35.1, 35]);
  });
});

describe('legs as driven', () => {
  const legs = [LINE.slice(0, 3), LINE.slice(2)].map((line) => ({
    path: encodePolyline(line),
    elevation: encodeElevations(line),
  }));
  const read = (driven: ReturnType<typeof drivenLegs>) =>
    driven.map(({ path, elevation = '' }) =>
      withElevations(decodePolyline(path), elevation).map((point) => [Number(point.lat.toFixed(3)), point.elevation]),
    );

  it('are the same for a whole drive', () => {
    expect(drivenLegs(legs, WHOLE, METERS)).toEqual(legs);
  });

  it('are in the order of travel, with their heights', () => {
    expect(read(drivenLegs(legs, { reversed: true, stretch: { from: 0.125 * METERS, to: METERS } }, METERS))).toEqual([
      [
        [35.4, 400],
        [35.3, 300],
        [35.2, 200],
      ],
      [
        [35.2, 200],
        [35.1, 100],
        [35.05, 50],
      ],
    ]);
  });

  it('outside the stretch are left out', () => {
    const stretch = { from: 0.75 * METERS, to: METERS };
    expect(read(drivenLegs(legs, { reversed: false, stretch }, METERS))).toEqual([
      [
        [35.3, 300],
        [35.4, 400],
      ],
    ]);
  });
});
