import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { METERS_PER_DEGREE } from './distance.js';
import type { LatLng } from './location.js';
import { pointSignificanceMeters, simplifyPath, simplifyToCount } from './simplify.js';

const walk = fc
  .array(fc.tuple(fc.integer({ min: -200, max: 200 }), fc.integer({ min: -200, max: 200 })), { maxLength: 80 })
  .map((steps) => {
    const path: LatLng[] = [{ lat: 45, lng: 179.98 }];
    for (const [dy, dx] of steps) {
      const { lat, lng } = path[path.length - 1]!;
      const next = lng + dx / 1e4;
      path.push({ lat: lat + dy / 1e4, lng: next > 180 ? next - 360 : next < -180 ? next + 360 : next });
    }
    return path;
  });

/** Returns the distance in meters from a point to a segment, on a plane around them. */
function offsetMeters(point: LatLng, from: LatLng, to: LatLng): number {
  const scale = Math.cos((((from.lat + to.lat) / 2) * Math.PI) / 180);
  const plane = ({ lat, lng }: LatLng): [number, number] => [
    (((lng - from.lng + 540) % 360) - 180) * scale,
    lat - from.lat,
  ];
  const [px, py] = plane(point);
  const [sx, sy] = plane(to);
  const squared = sx * sx + sy * sy;
  const part = squared === 0 ? 0 : Math.max(0, Math.min(1, (px * sx + py * sy) / squared));
  return Math.hypot(px - part * sx, py - part * sy) * METERS_PER_DEGREE;
}

describe('simplifying', () => {
  it('keeps every dropped point within the tolerance of the result', () => {
    // Aim: a simplified line never strays further from the road than allowed, and keeps its ends and its order.
    fc.assert(
      fc.property(walk, fc.integer({ min: 0, max: 3_000 }), (path, toleranceMeters) => {
        const stored = simplifyPath(path, toleranceMeters);
        expect([stored[0], stored.at(-1)]).toEqual([path[0], path.at(-1)]);
        const places = stored.map((point) => path.indexOf(point));
        expect(places).toEqual(places.toSorted((a, b) => a - b));
        path.forEach((point, index) => {
          const next = Math.max(
            1,
            places.findIndex((place) => place >= index),
          );
          const [from, to] = [stored[next - 1]!, stored[Math.min(next, stored.length - 1)]!];
          expect(offsetMeters(point, from, to)).toBeLessThanOrEqual(toleranceMeters + 0.01);
        });
      }),
    );
  });

  it('drops collinear points and keeps corners', () => {
    // Aim: the simplest case, verifiable by eye.
    const corner = [0, 1, 2, 3].map((x) => ({ lat: 0, lng: x / 100 })).concat({ lat: 0.02, lng: 0.03 });
    expect(simplifyPath(corner, 1)).toEqual([corner[0], corner[3], corner[4]]);
    expect(simplifyPath(corner, 100_000)).toEqual([corner[0], corner[4]]);
    expect(simplifyPath([], 1)).toEqual([]);
    expect(simplifyPath(corner.slice(0, 1), 1)).toEqual(corner.slice(0, 1));
  });

  it('reduces to a number of points, the most significant first', () => {
    // Aim: never more points than requested, including the ends, and no dropped point more significant than a kept one.
    fc.assert(
      fc.property(walk, fc.integer({ min: 2, max: 40 }), (path, maxPoints) => {
        const stored = simplifyToCount(path, maxPoints);
        expect(stored.length).toBe(Math.min(path.length, maxPoints));
        expect([stored[0], stored.at(-1)]).toEqual([path[0], path.at(-1)]);
        const significance = pointSignificanceMeters(path);
        const least = Math.min(...stored.map((point) => significance[path.indexOf(point)]!));
        const dropped = path.map((_, index) => index).filter((index) => !stored.includes(path[index]!));
        expect(dropped.filter((index) => significance[index]! > least)).toEqual([]);
      }),
    );
    expect(() => simplifyToCount([], 1)).toThrow(RangeError);
  });

  it.each<[string, (index: number) => LatLng]>([
    ['a growing zigzag', (index) => ({ lat: ((index % 2) * 2 - 1) * (index / 2e6), lng: index / 2e6 })],
    ['a spiral', (index) => ({ lat: (index / 2e6) * Math.sin(index / 50), lng: (index / 2e6) * Math.cos(index / 50) })],
    ['one repeated point', () => ({ lat: 1, lng: 1 })],
    ['a smooth curve', (index) => ({ lat: Math.sin(index / 2e4), lng: index / 2e4 })],
  ])('simplifies 200,000 points of %s quickly', (_, pointAt) => {
    // Aim: no shape makes it quadratic, and the largest drive is simplified within an interactive wait.
    const path = Array.from({ length: 200_000 }, (__, index) => pointAt(index));
    const began = process.threadCpuUsage();
    expect(simplifyToCount(path, 200)).toHaveLength(200);
    expect(process.threadCpuUsage(began).user).toBeLessThan(5_000_000);
  });
});
