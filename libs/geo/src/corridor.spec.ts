// Aim: a corridor holds every tile within its reach of the lines and no tile beyond, against a search of all tiles
// around dense points of the line; over the limit, the whole line still has tiles of the lower zooms.
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { corridorTiles, type MapTile } from './corridor.js';
import { METERS_PER_DEGREE, distanceMeters } from './distance.js';
import { unwrapLongitudes, wrapLongitude, type LatLng } from './location.js';
import { joinParts } from './parts.js';

const REACH_METERS = 2_000;
/** The plane of the map and the sampled line differ from the globe by this at most. */
const TOLERANCE_METERS = 40;
const LIMITS = { reachMeters: REACH_METERS, minZoom: 8, maxZoom: 14, maxTiles: 20_000 };
const STEP_METERS = 50;

const nameOf = ({ z, x, y }: MapTile) => `${z}/${x}/${y}`;
const latOf = (y: number, z: number) => (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / 2 ** z))) * 180) / Math.PI;

/** Returns the meters from a place to the nearest point of a tile. */
function metersToTile({ lat, lng }: LatLng, { z, x, y }: MapTile): number {
  const [west, width] = [(x / 2 ** z) * 360 - 180, 360 / 2 ** z];
  const [north, south] = [latOf(y, z), latOf(y + 1, z)];
  const offset = wrapLongitude(lng - west - width / 2);
  const nearest = {
    lat: Math.max(south, Math.min(north, lat)),
    lng: west + width / 2 + Math.max(-width / 2, Math.min(width / 2, offset)),
  };
  return distanceMeters({ lat, lng }, { ...nearest, lng: wrapLongitude(nearest.lng) });
}

/** Returns points at most {@link STEP_METERS} apart on the line as the map draws it. */
function dense(line: readonly LatLng[]): LatLng[] {
  const lngs = unwrapLongitudes(line);
  return line.flatMap((to, index) => {
    const before = Math.max(0, index - 1);
    const steps = Math.ceil(distanceMeters(line[before]!, to) / STEP_METERS) + 1;
    return Array.from({ length: steps }, (_, step) => ({
      lat: line[before]!.lat + ((to.lat - line[before]!.lat) * (step + 1)) / steps,
      lng: wrapLongitude(lngs[before]! + ((lngs[index]! - lngs[before]!) * (step + 1)) / steps),
    }));
  });
}

/** Returns the distance of every tile of a zoom around the points. */
function distances(points: readonly LatLng[], z: number): Map<string, number> {
  const found = new Map<string, number>();
  const size = 2 ** z;
  for (const point of points) {
    const angle = (point.lat * Math.PI) / 180;
    const column = Math.floor(((point.lng + 180) / 360) * size);
    const row = Math.floor(((1 - Math.asinh(Math.tan(angle)) / Math.PI) / 2) * size);
    const reach = Math.ceil(REACH_METERS / ((360 / size) * METERS_PER_DEGREE * Math.cos(angle))) + 1;
    for (let x = column - reach; x <= column + reach; x += 1)
      for (let y = Math.max(0, row - reach); y <= Math.min(size - 1, row + reach); y += 1) {
        const tile = { z, x: ((x % size) + size) % size, y };
        const meters = metersToTile(point, tile);
        found.set(nameOf(tile), Math.min(meters, found.get(nameOf(tile)) ?? Infinity));
      }
  }
  return found;
}

const step = fc.record({
  north: fc.double({ min: -0.03, max: 0.03, noNaN: true }),
  east: fc.double({ min: -0.03, max: 0.03, noNaN: true }),
});
const line = fc
  .record({
    lat: fc.double({ min: -65, max: 65, noNaN: true }),
    // Every other line begins near the antimeridian.
    lng: fc.oneof(
      fc.double({ min: -180, max: 179.9, noNaN: true }),
      fc.double({ min: 179.96, max: 179.999, noNaN: true }),
    ),
    steps: fc.array(step, { minLength: 1, maxLength: 6 }),
  })
  .map(({ lat, lng, steps }) => {
    const points: LatLng[] = [{ lat, lng }];
    for (const { north, east } of steps) {
      const last = points.at(-1)!;
      points.push({ lat: last.lat + north, lng: wrapLongitude(last.lng + east) });
    }
    return points;
  });

/** A road of 470 miles. */
const PARKWAY = Array.from({ length: 3_000 }, (_, index) => ({
  lat: 35.5 + index * 0.0009 + Math.sin(index / 9) * 0.01,
  lng: -83.3 + index * 0.0014 + Math.cos(index / 7) * 0.01,
}));

describe('corridorTiles', () => {
  it.each([14, 11, 8])('holds the tiles within reach at zoom %i, and no tile beyond', (zoom) => {
    fc.assert(
      fc.property(line, (points) => {
        const tiles = new Set(corridorTiles([points], LIMITS).map(nameOf));
        for (const [name, meters] of distances(dense(points), zoom)) {
          if (meters < REACH_METERS - TOLERANCE_METERS) expect([name, tiles.has(name)]).toEqual([name, true]);
          if (meters > REACH_METERS + TOLERANCE_METERS) expect([name, tiles.has(name)]).toEqual([name, false]);
        }
      }),
      { seed: 45, numRuns: 25 },
    );
  });

  it('names each tile once, the lowest zoom first', () => {
    const tiles = corridorTiles([PARKWAY, PARKWAY.toReversed()], LIMITS);
    expect(new Set(tiles.map(nameOf)).size).toBe(tiles.length);
    expect(tiles.map(({ z }) => z)).toEqual(tiles.map(({ z }) => z).toSorted((a, b) => a - b));
    expect(tiles.at(-1)?.z).toBe(14);
  });

  it('covers both sides of the antimeridian', () => {
    const tiles = corridorTiles(
      [
        [
          { lat: -16.8, lng: 179.98 },
          { lat: -16.8, lng: -179.98 },
        ],
      ],
      LIMITS,
    );
    const columns = tiles.filter(({ z }) => z === 14).map(({ x }) => x);
    expect([Math.min(...columns), Math.max(...columns)]).toEqual([0, 2 ** 14 - 1]);
    expect(tiles.length).toBeLessThan(100);
  });

  it('draws no line between the parts of a line', () => {
    const near = (lat: number) => [
      { lat, lng: 9 },
      { lat: lat + 0.01, lng: 9 },
    ];
    const [south, north] = [near(46), near(48)];
    const apart = corridorTiles([south, north], LIMITS).map(nameOf);
    expect(corridorTiles([joinParts([south, north])], LIMITS).map(nameOf)).toEqual(apart);
  });

  it('omits the deepest zooms of the whole line over the limit', () => {
    const whole = corridorTiles([PARKWAY], LIMITS);
    const limited = corridorTiles([PARKWAY], { ...LIMITS, maxTiles: Math.floor(whole.length / 2) });
    const deepest = limited.at(-1)!.z;
    expect(deepest).toBeLessThan(14);
    expect(limited.map(nameOf)).toEqual(whole.filter(({ z }) => z <= deepest).map(nameOf));
    expect(corridorTiles([PARKWAY], { ...LIMITS, maxTiles: 1 })).toEqual([]);
  });

  it('handles no lines and a single point', () => {
    expect(corridorTiles([[]], LIMITS)).toEqual([]);
    expect(corridorTiles([[{ lat: 47, lng: 9 }]], LIMITS).length).toBeGreaterThan(7);
  });
});
