import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  boundsContain,
  boundsIntersect,
  boundsOfPath,
  centerOfBounds,
  expandBounds,
  splitBounds,
  unionBounds,
  widthDegrees,
} from './bounds.js';
import type { Bounds } from './location.js';

const lat = fc.integer({ min: -90, max: 90 });
const lng = fc.integer({ min: -180, max: 180 });
const point = fc.record({ lat, lng });
const bounds: fc.Arbitrary<Bounds> = fc
  .tuple(lat, lat, lng, lng)
  .map(([a, b, west, east]) => ({ north: Math.max(a, b), south: Math.min(a, b), west, east }));
const fiji: Bounds = { north: -12, south: -21, west: 176, east: -178 };

describe('bounds', () => {
  it('follows a path across the antimeridian', () => {
    // Aim: a drive in Fiji gets a narrow box there, not one around the globe.
    const path = [
      { lat: -17, lng: 177 },
      { lat: -18, lng: 179.9 },
      { lat: -16, lng: -179.5 },
    ];
    expect(boundsOfPath(path)).toEqual({ north: -16, south: -18, west: 177, east: -179.5 });
    const touching = [path[0]!, { lat: -17, lng: 180 }];
    expect(boundsOfPath(touching)).toEqual({ north: -17, south: -17, west: 177, east: 180 });
    expect(boundsOfPath([-100, 0, 100, -160, -60].map((degrees) => ({ lat: 0, lng: degrees })))).toMatchObject({
      west: -180,
      east: 180,
    });
    const exact = [179.9, -179.9].map((degrees) => ({ lat: 0, lng: degrees }));
    expect(boundsOfPath(exact)).toMatchObject({ west: 179.9, east: -179.9 });
    const onTheLine = [1, 2].map((degrees) => ({ lat: degrees, lng: 180 }));
    expect(widthDegrees(boundsOfPath(onTheLine))).toBe(0);
    expect(() => boundsOfPath([])).toThrow(RangeError);
  });

  it('contain every point of their path', () => {
    // Aim: no point of any path lies outside its box.
    fc.assert(
      fc.property(fc.array(point, { minLength: 1, maxLength: 20 }), (path) => {
        const box = boundsOfPath(path);
        expect(path.filter((at) => !boundsContain(box, at))).toEqual([]);
      }),
    );
  });

  it('have their center on the right side of the antimeridian', () => {
    // Aim: a map centered on the center of a box shows the box.
    expect(centerOfBounds(fiji)).toEqual({ lat: -16.5, lng: 179 });
    fc.assert(fc.property(bounds, (box) => expect(boundsContain(box, centerOfBounds(box))).toBe(true)));
  });

  it('contain both halves of a split box', () => {
    // Aim: an index that supports only plain boxes finds the same with the two halves as with the whole.
    expect(splitBounds(fiji)).toEqual([
      { ...fiji, east: 180 },
      { ...fiji, west: -180 },
    ]);
    fc.assert(
      fc.property(bounds, (box) => {
        const halves = splitBounds(box);
        expect(halves.every(({ west, east }) => west <= east)).toBe(true);
        expect(halves.reduce((sum, half) => sum + widthDegrees(half), 0)).toBe(widthDegrees(box));
      }),
    );
  });

  it('intersect if they share a point', () => {
    // Aim: two boxes intersect if and only if some point of the whole-degree grid lies in both.
    const grid = fc.record({ north: lat, south: lat, west: lng, east: lng });
    fc.assert(
      fc.property(bounds, bounds, grid, (a, b, at) => {
        const corners = [a, b, at].flatMap(({ north, south, west, east }) =>
          [west, east].flatMap((x) => [north, south].map((y) => ({ lat: y, lng: x }))),
        );
        // An overlap of two boxes can only start at a latitude or longitude of their own edges.
        const candidates = corners.flatMap((p) => corners.map((q) => ({ lat: p.lat, lng: q.lng })));
        const shared = candidates.some((candidate) => boundsContain(a, candidate) && boundsContain(b, candidate));
        expect(boundsIntersect(a, b)).toBe(shared);
        expect(boundsIntersect(b, a)).toBe(shared);
      }),
    );
  });

  it('unite into the narrower box around both', () => {
    // Aim: the union contains both boxes, and two islands on either side of the antimeridian stay close together.
    expect(unionBounds(fiji, { north: 0, south: -1, west: -176, east: -175 })).toEqual({
      north: 0,
      south: -21,
      west: 176,
      east: -175,
    });
    fc.assert(
      fc.property(bounds, bounds, point, (a, b, at) => {
        const inOne = boundsContain(a, at) || boundsContain(b, at);
        expect(!inOne || boundsContain(unionBounds(a, b), at)).toBe(true);
      }),
    );
  });

  it('expand on every side', () => {
    // Aim: a margin keeps everything inside, never leaves the globe, and covers every longitude near a pole.
    const grown = expandBounds({ north: 1, south: 0, west: 179, east: 180 }, 111_195);
    expect(grown).toMatchObject({ west: expect.closeTo(178, 2), east: expect.closeTo(-179, 2) });
    expect(expandBounds({ north: 89.9, south: 89, west: 0, east: 1 }, 50_000)).toMatchObject({
      north: 90,
      west: -180,
      east: 180,
    });
    fc.assert(
      fc.property(bounds, point, fc.integer({ min: 0, max: 3_000_000 }), (box, at, marginMeters) => {
        expect(!boundsContain(box, at) || boundsContain(expandBounds(box, marginMeters), at)).toBe(true);
      }),
    );
  });
});
