// Aim: a stretch of a line is that much of its road: between its positions, in either direction, without gaps of parts.
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { distanceMeters } from './distance.js';
import { type LatLng, wrapLongitude } from './location.js';
import { joinParts, lineLengthMeters, partsOf } from './parts.js';
import { stretchOf } from './stretch.js';

/** Around the antimeridian, never opposite each other. */
const point = fc.record({
  lat: fc.integer({ min: -6_000, max: 6_000 }).map((value) => value / 100),
  lng: fc.integer({ min: 17_000, max: 23_000 }).map((value) => wrapLongitude(value / 100)),
});
const part = fc.uniqueArray(point, { minLength: 2, maxLength: 12, selector: ({ lat, lng }) => `${lat} ${lng}` });
const line = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => joinParts(parts));
const share = fc.integer({ min: 0, max: 1_000 }).map((value) => value / 1_000);

/** Three kilometers or so on the equator, with a point each hundredth of a degree. */
const EAST: LatLng[] = [0, 1, 2, 3].map((step) => ({ lat: 0, lng: step / 100 }));
const STEP_METERS = distanceMeters(EAST[0]!, EAST[1]!);

describe('a stretch of a line', () => {
  it('is as long as its positions say, and the reverse one is the same way back', () => {
    fc.assert(
      fc.property(line, share, share, (whole, a, b) => {
        const lengthMeters = lineLengthMeters(whole);
        const [from, to] = [a * lengthMeters, b * lengthMeters];
        const stretch = stretchOf(whole, from, to);
        expect(Math.abs(lineLengthMeters(stretch) - Math.abs(to - from))).toBeLessThan(1);
        const back = partsOf(stretchOf(whole, to, from)).map((one) => one.toReversed());
        expect(joinParts(back.reverse())).toEqual(stretch);
      }),
    );
  });

  it('joins the next one', () => {
    fc.assert(
      fc.property(part, fc.tuple(share, share, share), (whole, shares) => {
        const lengthMeters = lineLengthMeters(whole);
        const [a, b, c] = shares.toSorted((one, other) => one - other).map((each) => each * lengthMeters);
        const [first, second] = [stretchOf(whole, a!, b!), stretchOf(whole, b!, c!)];
        if (first.length > 0 && second.length > 0) expect(first.at(-1)).toEqual(second[0]);
      }),
    );
  });

  it.each([
    ['between two points', 0.5, 0.75, [0.005, 0.0075]],
    ['over points', 0.5, 2.5, [0.005, 0.01, 0.02, 0.025]],
    ['from a point to a point', 1, 2, [0.01, 0.02]],
    ['backwards', 2.5, 1, [0.025, 0.02, 0.01]],
    ['up to the end, however far beyond', 2, 99, [0.02, 0.03]],
    ['from the start, however far before', -1, 1, [0, 0.01]],
    ['beyond the line', 4, 5, []],
    ['without length', 1, 1, []],
  ])('%s', (_what, from, to, lngs) => {
    const stretch = stretchOf(EAST, from * STEP_METERS, to * STEP_METERS);
    expect(stretch.map(({ lng }) => Number(lng.toFixed(9)))).toEqual(lngs);
  });

  it('crosses the antimeridian', () => {
    const whole = [
      { lat: 0, lng: 179.99 },
      { lat: 0, lng: -179.99 },
    ];
    const [start, end] = stretchOf(whole, 0.5 * STEP_METERS, 1.5 * STEP_METERS);
    expect([start!.lng, end!.lng].map((lng) => Number(lng.toFixed(6)))).toEqual([179.995, -179.995]);
  });
});
