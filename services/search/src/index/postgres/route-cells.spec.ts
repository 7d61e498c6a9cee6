// Aim: the lookup by cells loses no route that crosses a box, and yields few other candidates.
import { describe, expect, it } from '@jest/globals';
import { pathCrossesBounds } from '@switchback/geo/crossing';
import type { Bounds, LatLng } from '@switchback/geo/location';
import { decodePolyline } from '@switchback/geo/polyline';
import { type Random, runSeed, seededRandom } from '@switchback/testing/random';
import { catalogue } from '../catalogue.fixture.js';
import { piecesOf } from '../geometry.js';
import { cellsOfBounds, cellsOfPieces, EVERYWHERE } from './route-cells.js';

const seed = runSeed();
const ROUTES = 300;
const BOXES = 40;

/**
 * Returns a box around a point of the route, so that most touch it; now and then on the very edge of a cell, or across
 * the antimeridian.
 */
function boxNear(path: readonly LatLng[], random: Random): Bounds {
  const { lat, lng } = random.pick(path);
  const side = 10 ** (random.next() * 4.5 - 3);
  const snap = (degrees: number) => (random.chance(0.3) ? Math.round(degrees * 32) / 32 : degrees);
  const wrap = (degrees: number) => (degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees);
  const [south, west] = [snap(lat - side * random.next()), snap(lng - side * random.next())];
  return {
    south: Math.max(-90, south),
    north: Math.min(90, snap(south + side) > south ? snap(south + side) : south + side),
    west: wrap(west),
    east: wrap(snap(west + side) > west ? snap(west + side) : west + side),
  };
}

function meet(a: readonly number[], b: readonly number[]): boolean {
  const set = new Set(a);
  return b.some((cell) => set.has(cell));
}

describe(`cells of routes (SEED=${seed})`, () => {
  // Boxes of every size anywhere on the globe share a cell with each route that crosses them.
  it('find every route that passes through a box', () => {
    const random = seededRandom(seed);
    for (const { id, saved } of catalogue(ROUTES, seed, random)) {
      const path = decodePolyline(saved!.path);
      const cells = cellsOfPieces(piecesOf(path));
      for (let count = 0; count < BOXES; count += 1) {
        const bounds = boxNear(path, random);
        if (pathCrossesBounds(path, bounds))
          expect([id, bounds, meet(cells, cellsOfBounds(bounds))]).toEqual([id, bounds, true]);
      }
    }
  });

  // Keeps a small box cheap: a route that stays a cell away from it is not a candidate, however far it goes around it.
  it('exclude a route that goes around a box', () => {
    const ring = [
      { lat: 38, lng: -101 },
      { lat: 38, lng: -99 },
      { lat: 40, lng: -99 },
      { lat: 40, lng: -101 },
      { lat: 38, lng: -101 },
    ];
    const inside = { south: 38.9, north: 39.1, west: -100.1, east: -99.9 };
    expect(meet(cellsOfPieces(piecesOf(ring)), cellsOfBounds(inside))).toBe(false);
    expect(meet(cellsOfPieces(piecesOf(ring)), cellsOfBounds({ ...inside, east: -98.9 }))).toBe(true);
  });

  // A box of any size has few cells, and so does a route around the world: storage and queries are bounded.
  it('are few', () => {
    const world = { south: -90, north: 90, west: -180, east: 180 };
    expect(cellsOfBounds({ ...world, west: 10, east: -10 }).length).toBeLessThan(1_200);
    for (const side of [0.001, 0.2, 2, 20, 60]) {
      expect(cellsOfBounds({ south: 0, north: side, west: 0, east: side }).length).toBeLessThanOrEqual(101);
    }
    const spiral = Array.from({ length: 2_000 }, (_, step) => ({
      lat: -80 + step * 0.08,
      lng: ((step * 90) % 360) - 180,
    }));
    expect(cellsOfPieces(piecesOf(spiral))).toEqual([EVERYWHERE]);
    expect(cellsOfBounds(world)).toContain(EVERYWHERE);
  });
});
