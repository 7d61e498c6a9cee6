import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { boundsContain } from './bounds.js';
import { pathCrossesBounds } from './crossing.js';
import type { Bounds, LatLng } from './location.js';

const lat = fc.integer({ min: -80, max: 80 });
const lng = fc.integer({ min: -180, max: 180 });
const path = fc.array(fc.record({ lat, lng }), { minLength: 1, maxLength: 6 });
const bounds: fc.Arbitrary<Bounds> = fc
  .tuple(lat, lat, lng, lng)
  .map(([a, b, west, east]) => ({ north: Math.max(a, b), south: Math.min(a, b), west, east }));
const box: Bounds = { north: 1, south: -1, west: -1, east: 1 };
const line = (...points: [number, number][]): LatLng[] => points.map(([x, y]) => ({ lng: x, lat: y }));

describe('a path crossing a box', () => {
  it.each<[string, LatLng[], boolean]>([
    ['passes through with no point inside', line([-5, -0.5], [5, 0.7]), true],
    ['cuts a corner', line([-2, 0], [0.5, 1.5]), true],
    ['misses a corner although its own box overlaps', line([-3, 0.5], [-0.5, 3]), false],
    ['touches a corner', line([-2, 0], [0, 2]), true],
    ['ends on an edge', line([-5, 0], [-1, 0]), true],
    ['runs along an edge', line([-5, 1], [5, 1]), true],
    ['stands inside', line([0.5, 0.5]), true],
    ['stands outside', line([1.5, 0.5]), false],
    ['takes the short way around the far side', line([170, 0], [-170, 0]), false],
    ['has no point', [], false],
  ])('%s', (_, points, expected) => {
    // Aim: only points drawn inside the box or on its edge count.
    expect(pathCrossesBounds(points, box)).toBe(expected);
  });

  it('works across the antimeridian', () => {
    // Aim: a path and a box meet even if one or both cross the antimeridian.
    const taveuni: Bounds = { north: -16, south: -18, west: 179.5, east: -179.5 };
    expect(pathCrossesBounds(line([179, -17], [-179, -17]), taveuni)).toBe(true);
    expect(pathCrossesBounds(line([-179.6, -17], [-179.9, -17]), taveuni)).toBe(true);
    expect(pathCrossesBounds(line([179.6, -17], [179.9, -17]), taveuni)).toBe(true);
    expect(pathCrossesBounds(line([179, -17], [-179, -17]), { ...taveuni, west: -179.9, east: -179.5 })).toBe(true);
    expect(pathCrossesBounds(line([-178, -17], [178, -13]), taveuni)).toBe(false);
    expect(pathCrossesBounds(line([-170, 0], [170, 0]), { ...box, west: -180, east: 180 })).toBe(true);
  });

  it('crosses if points along it lie inside', () => {
    // Aim: no false negative: a box around any point of the drawn line is always crossed.
    fc.assert(
      fc.property(path, bounds, fc.double({ min: 0, max: 1, noNaN: true }), (points, where, part) => {
        const inside = points.some((from, index) => {
          const to = points[Math.min(index + 1, points.length - 1)]!;
          const step = ((to.lng - from.lng + 540) % 360) - 180;
          if (Math.abs(step) === 180) {
            return boundsContain(where, from);
          }
          const x = from.lng + step * part;
          const at = { lat: from.lat + (to.lat - from.lat) * part, lng: x > 180 ? x - 360 : x < -180 ? x + 360 : x };
          return boundsContain(where, at);
        });
        expect(!inside || pathCrossesBounds(points, where)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('does not cross if its exact line misses the box', () => {
    // Aim: no false positive: halving the line until a piece lies in the box confirms every reported crossing.
    fc.assert(
      fc.property(
        fc.tuple(lat, lat, lng, fc.integer({ min: -179, max: 179 })),
        bounds.filter(({ west, east }) => west <= east),
        ([y1, y2, x1, dx], where) => {
          const x2 = Math.max(-180, Math.min(180, x1 + dx));
          if (Math.abs(x2 - x1) >= 180 || !pathCrossesBounds(line([x1, y1], [x2, y2]), where)) {
            return;
          }
          expect(clippedLength(x1, y1, x2, y2, where)).toBeGreaterThanOrEqual(-1e-9);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

/** Liang-Barsky clipping: returns the fraction of the segment that lies in the box; negative if none does. */
function clippedLength(x1: number, y1: number, x2: number, y2: number, where: Bounds): number {
  let [enter, leave] = [0, 1];
  const edges = [
    [x1 - x2, x1 - where.west],
    [x2 - x1, where.east - x1],
    [y1 - y2, y1 - where.south],
    [y2 - y1, where.north - y1],
  ] as const;
  for (const [direction, room] of edges) {
    if (direction === 0) {
      leave = room < 0 ? -1 : leave;
    } else if (direction < 0) {
      enter = Math.max(enter, room / direction);
    } else {
      leave = Math.min(leave, room / direction);
    }
  }
  // At whole degrees, 180 and -180 both mean the edge of the plane.
  const touchesSeam = (Math.abs(x1) === 180 || Math.abs(x2) === 180) && (where.west === -180 || where.east === 180);
  return touchesSeam ? Math.max(0, leave - enter) : leave - enter;
}
