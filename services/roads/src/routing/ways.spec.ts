// Aim: a trip shows the way between its drives whatever the state of the router, within the time of a call.
import { beforeEach, describe, expect, it } from '@jest/globals';
import { distanceMeters, pathLengthMeters } from '@switchback/geo/distance';
import type { LatLng } from '@switchback/geo/location';
import { decodePolyline } from '@switchback/geo/polyline';
import { DETOUR } from '@switchback/geo/straight-way';
import type { Gap } from '@switchback/proto/roads/v1/service';
import { TestClock } from '@switchback/testing/test-clock';
import type { Routed, Router } from '../router/router.js';
import { Roads } from './roads.js';
import { Ways } from './ways.js';

const METERS_PER_SECOND = 20;

/** A router of roads with a bend halfway, which can be slow or fail. */
class BendRouter implements Router {
  readonly slots = 4;
  asked = 0;
  busy = 0;
  busiest = 0;
  /** Runs during each request. */
  during: () => Promise<void> | void = () => undefined;

  async route([start, end]: readonly [LatLng, LatLng]): Promise<Routed> {
    this.asked += 1;
    this.busy += 1;
    this.busiest = Math.max(this.busiest, this.busy);
    try {
      await Promise.resolve();
      await this.during();
    } finally {
      this.busy -= 1;
    }
    const path = [start, { lat: (start.lat + end.lat) / 2, lng: (start.lng + end.lng) / 2 + 0.05 }, end];
    const meters = pathLengthMeters(path);
    const maneuvers = [
      { type: 'turn left', along: meters / 2, road: 'Mill Road', exit: undefined, text: 'Turn left.' },
    ];
    const leg = { path, distanceMeters: meters, durationSeconds: meters / METERS_PER_SECOND, maneuvers };
    return { source: 'osrm', legs: [leg] };
  }
}

let clock: TestClock;
let router: BendRouter;
beforeEach(() => {
  clock = new TestClock();
  router = new BendRouter();
});

/** Gaps of 5 km, one after the other. */
const gapsOf = (count: number): Gap[] =>
  Array.from({ length: count }, (_, from) => {
    const lng = -82.5 + from / 10;
    return { from, start: { lat: 35.5, lng }, end: { lat: 35.5, lng: lng + 0.05 } };
  });

const across = (on: Router | null, gaps: readonly Gap[]) =>
  new Ways(new Roads(on, clock, { warn: () => undefined }), clock).across(gaps, 'ann', {});

it('a way leads along the road', async () => {
  const [gap] = gapsOf(1) as [Gap];
  const ways = await across(router, [gap]);
  expect(ways).toMatchObject([{ ...gap, approximate: false }]);
  const [{ path, distance, duration }] = ways as [(typeof ways)[0]];
  expect(decodePolyline(path)).toHaveLength(3);
  expect(distance).toBeGreaterThan(distanceMeters(gap.start!, gap.end!));
  expect(duration).toBe(distance / METERS_PER_SECOND);
  expect(ways[0]!.maneuvers!.items).toMatchObject([{ type: 'turn left', road: 'Mill Road' }]);
  expect(ways[0]!.maneuvers!.items[0]!.along).toBeCloseTo(distance / 2, 0);
});

it.each([
  ['there is no router', () => null],
  [
    'the router fails',
    () => {
      router.during = () => Promise.reject(new Error('connect ECONNREFUSED'));
      return router;
    },
  ],
])('a way is straight, and marked, if %s', async (_, open) => {
  const [gap] = gapsOf(1) as [Gap];
  const [way] = await across(open(), [gap]);
  expect(way!.approximate).toBe(true);
  expect(decodePolyline(way!.path)).toEqual([gap.start, gap.end]);
  expect(way!.distance).toBeCloseTo(DETOUR * distanceMeters(gap.start!, gap.end!), 0);
});

describe('many ways', () => {
  it('are routed a few at a time', async () => {
    const ways = await across(router, gapsOf(10));
    expect(ways.map(({ from }) => from)).toEqual(Array.from({ length: 10 }, (_way, index) => index));
    expect([router.asked, router.busiest]).toEqual([10, 2]);
  });

  it('are straight once their time has passed', async () => {
    router.during = () => void clock.advance(500);
    const ways = await across(router, gapsOf(20));
    const routed = ways.filter(({ approximate }) => !approximate);
    expect(routed.length).toBeGreaterThanOrEqual(4);
    expect(routed.length).toBeLessThan(16);
    expect(ways).toHaveLength(20);
  });
});
