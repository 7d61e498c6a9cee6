// Aim: cached routes are exactly what was stored, to the precision of a stored drive, and their memory is bounded
// however long they are.
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ElevatedPoint } from '@switchback/geo/elevation';
import { TestClock } from '@switchback/testing/test-clock';
import { RouteCache } from './route-cache.js';
import type { Found, Routed } from '../router/router.js';

function routeOf(points: number, turns = 0): Found & { routed: Routed } {
  const path = Array.from({ length: points }, (_, index): ElevatedPoint => {
    return { lat: 47 + index / 1e5, lng: 9 - index / 1e5, elevation: 400 + (index % 900) / 10 };
  });
  const maneuver = {
    type: 'turn left',
    along: 12.5,
    road: 'Straße',
    exit: undefined,
    text: 'Turn left onto Straße.',
  };
  return {
    routed: {
      source: 'valhalla',
      legs: [
        {
          path,
          distanceMeters: 1_234.5,
          durationSeconds: 99.5,
          maneuvers: Array.from({ length: turns }, () => maneuver),
        },
      ],
    },
    why: null,
  };
}

let clock: TestClock;
beforeEach(() => {
  clock = new TestClock();
});
const cacheOf = (points: number) => new RouteCache(points, clock);
const held = (cache: RouteCache, keys: readonly string[]) => keys.filter((key) => cache.find(key) !== null);

describe('A cached route', () => {
  it('is the stored one, with its heights and turns', () => {
    const cache = cacheOf(10_000);
    const route = routeOf(500, 3);
    cache.store('a', route);
    const { routed } = cache.find('a')!;
    expect(routed!.legs[0]!.maneuvers).toEqual(route.routed.legs[0]!.maneuvers);
    expect(routed).toMatchObject({ source: 'valhalla', legs: [{ distanceMeters: 1_234.5, durationSeconds: 99.5 }] });
    const [was, is] = [route.routed, routed!].map(({ legs }) => legs[0]!.path);
    expect(is).toHaveLength(500);
    is!.forEach((point, index) => {
      for (const axis of ['lat', 'lng'] as const) expect(point[axis]).toBeCloseTo(was![index]![axis], 6);
      expect(point.elevation).toBeCloseTo(was![index]!.elevation!, 6);
    });
  });

  it('without heights has none', () => {
    const cache = cacheOf(1_000);
    const path = [
      { lat: 1, lng: 2 },
      { lat: 1.5, lng: 2 },
    ];
    const routed: Routed = { source: 'osrm', legs: [{ path, distanceMeters: 1, durationSeconds: 1 }] };
    cache.store('a', { routed, why: null });
    expect(cache.find('a')).toEqual({ routed, why: null });
  });
});

describe('The cache', () => {
  it('is bounded by points: one long route takes the room of many short ones', () => {
    const cache = cacheOf(10_000);
    const keys = Array.from({ length: 60 }, (_, index) => `short ${index}`);
    for (const key of keys) cache.store(key, routeOf(100));
    expect(held(cache, keys).length).toBeGreaterThan(50);
    cache.store('long', routeOf(9_000));
    expect(held(cache, ['long'])).toEqual(['long']);
    expect(held(cache, keys).length).toBeLessThan(10);
  });

  it('counts turns, too, and leaves out what exceeds all of it', () => {
    const cache = cacheOf(10_000);
    cache.store('a', routeOf(100));
    cache.store('turns', routeOf(100, 1_000));
    cache.store('long', routeOf(20_000));
    expect(held(cache, ['a', 'turns', 'long'])).toEqual(['a']);
  });

  it('drops the least recently used first', () => {
    const cache = cacheOf(1_000);
    for (const key of ['a', 'b', 'c']) cache.store(key, routeOf(250));
    cache.find('a');
    cache.store('d', routeOf(250));
    expect(held(cache, ['a', 'b', 'c', 'd'])).toEqual(['a', 'c', 'd']);
  });

  it('forgets after a minute that there is no route, and bounds that, too', () => {
    const cache = cacheOf(1_000);
    cache.store('a', { routed: null, why: 'noRoads' });
    clock.advance(59_000);
    expect(cache.find('a')).toEqual({ routed: null, why: 'noRoads' });
    clock.advance(1_000);
    expect(cache.find('a')).toBeNull();
    const keys = Array.from({ length: 1_000 }, (_, index) => `none ${index}`);
    for (const key of keys) cache.store(key, { routed: null, why: 'late' });
    expect(held(cache, keys).length).toBeLessThanOrEqual(20);
  });

  it('replaces an answer', () => {
    const cache = cacheOf(1_000);
    for (let count = 0; count < 50; count += 1) cache.store('a', routeOf(400));
    cache.store('b', routeOf(400));
    expect(held(cache, ['a', 'b'])).toEqual(['a', 'b']);
  });
});
