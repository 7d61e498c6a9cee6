// Aim: a visible track begins and ends outside of the circles of its places, is cut like every track of them, and is
// otherwise the track, anywhere on the globe.
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { distanceMeters, METERS_PER_DEGREE } from './distance.js';
import { type LatLng, wrapLongitude } from './location.js';
import { joinParts, partsOf } from './parts.js';
import { centerNear, CUT_METERS, PLACE_METERS, SHIFT_METERS, shiftedCenter, trimmedTrack } from './trim-track.js';

const ORIGINS = [
  { lat: 46, lng: 8 },
  { lat: -17, lng: 179.999 },
  { lat: 69, lng: -180 },
];
/** A place so many meters to the east and the north of an origin. */
const placeAt = (origin: LatLng, east: number, north: number): LatLng => ({
  lat: origin.lat + north / METERS_PER_DEGREE,
  lng: wrapLongitude(origin.lng + east / METERS_PER_DEGREE / Math.cos((origin.lat * Math.PI) / 180)),
});

const offset = fc.tuple(fc.integer({ min: -4_000, max: 4_000 }), fc.integer({ min: -4_000, max: 4_000 }));
const share = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
const track = fc.record({
  origin: fc.constantFrom(...ORIGINS),
  parts: fc.array(fc.array(offset, { minLength: 2, maxLength: 12 }), { minLength: 1, maxLength: 4 }),
  shares: fc.array(share, { minLength: 4, maxLength: 4 }),
});

describe('a trimmed track', () => {
  it('has no point of its ends, and every point between them', () => {
    fc.assert(
      fc.property(track, ({ origin, parts, shares }) => {
        const lines = parts
          .map((part) => part.map(([east, north]) => placeAt(origin, east, north)))
          .map((part) => part.filter((point, index) => index === 0 || distanceMeters(point, part[index - 1]!) > 0))
          .filter((part) => part.length > 1);
        fc.pre(lines.length > 0);
        const points = lines.flat();
        const random = [...shares];
        const [start, end] = [points[0]!, points.at(-1)!].map((place) => shiftedCenter(place, () => random.pop() ?? 0));
        const isOut = (point: LatLng, center: LatLng | undefined) => distanceMeters(point, center!) > CUT_METERS;
        const visible = partsOf(trimmedTrack(joinParts(lines), start!, end!)).flat();
        const first = points.findIndex((point) => isOut(point, start));
        const last = points.findLastIndex((point) => isOut(point, end));
        // A part of which a single point is left is no line.
        const between = first === -1 ? [] : points.slice(first, last + 1);
        expect(between.length - visible.length).toBeLessThanOrEqual(2);
        for (const point of visible) expect(between).toContain(point);
        if (visible.length === 0) return;
        expect(isOut(visible[0]!, start)).toBe(true);
        expect(isOut(visible.at(-1)!, end)).toBe(true);
      }),
    );
  });

  it.each(ORIGINS)('begins at one point of a road, wherever at home it started, and passes home again: %j', (home) => {
    const north = Array.from({ length: 200 }, (_, index) => placeAt(home, 0, 120 + index * 25));
    const starts = [placeAt(home, 90, 40), placeAt(home, -80, 10), placeAt(home, 5, -60)];
    const center = shiftedCenter(starts[0]!, () => 0.9);
    const far = shiftedCenter(north.at(-1)!, () => 0.1);
    const cuts = starts.map((start) => {
      expect(centerNear(start, [center])).toBe(center);
      return trimmedTrack([start, ...north, ...north.toReversed().slice(1), start, ...north], center, far);
    });
    expect(new Set(cuts.map((cut) => cut[0])).size).toBe(1);
    expect(new Set(cuts.map((cut) => cut.at(-1))).size).toBe(1);
    // Back and there again, through the place in the middle.
    for (const [index, cut] of cuts.entries()) expect(cut).toContain(starts[index]);
  });

  it('is empty if it stays at home, whatever its parts', () => {
    const home = ORIGINS[0]!;
    const near = [placeAt(home, 0, 0), placeAt(home, 300, 0), placeAt(home, 0, 300)];
    expect(trimmedTrack(joinParts([near, near]), home, home)).toEqual([]);
    const away = [placeAt(home, 0, 2_000), placeAt(home, 0, 2_100)];
    expect(trimmedTrack(joinParts([near, away]), home, home)).toEqual(away);
  });
});

describe('a center', () => {
  it('lies 200 to 500 m off, in any direction, and holds the ends within 200 m of its own', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ORIGINS), share, share, share, (end, ...shares) => {
        const random = shares.slice(0, 2);
        const center = shiftedCenter(end, () => random.pop()!);
        const meters = distanceMeters(end, center);
        expect(meters).toBeGreaterThan(SHIFT_METERS.min - 1);
        expect(meters).toBeLessThan(SHIFT_METERS.max + 1);
        const angle = shares[2] * 2 * Math.PI;
        expect(centerNear(placeAt(end, 198 * Math.cos(angle), 198 * Math.sin(angle)), [center])).toBe(center);
      }),
    );
  });

  it('is the first within reach, and none beyond it', () => {
    const end = ORIGINS[1]!;
    const [near, nearer, beyond] = [600, 250, PLACE_METERS + 10].map((east) => placeAt(end, east, 0));
    expect(centerNear(end, [beyond!, near!, nearer!])).toBe(near);
    expect(centerNear(end, [beyond!])).toBeUndefined();
  });
});
