// Aim: however busy a router of one slot is, the requests of one person make no legs of another straight: the editor goes
// first, trips go before loops, people take turns, and a request without an end is late alone. Real collaborators: the
// queue, the cache, loops and ways; simulated: the router and the time.
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { LatLng } from '@switchback/geo/location';
import { fakePlaces } from '@switchback/testing/fake-places';
import { TestClock } from '@switchback/testing/test-clock';
import { Heights } from '../elevation/heights.js';
import { HOME } from '../loops/loop-roads.fixture.js';
import { Loops } from '../loops/loops.js';
import type { Outing } from '@switchback/platform/wire/outing';
import { Directions } from '../directions/directions.service.js';
import { Roads } from './roads.js';
import { ENDLESS, type SlowOptions, SlowRouter } from '../router/slow-router.fixture.js';
import type { Gap } from '@switchback/proto/roads/v1/service';
import { Ways } from './ways.js';

const OUTING: Outing = { home: HOME, seconds: 5_400, taste: 'twisty', loop: true, seed: 1 };
/** The shortest deadline of a call for a route, between processes. */
const DEADLINE_MS = 10_000;
const NO_FILES = { get: () => Promise.reject(new Error('No file is read.')), delete: () => Promise.resolve() };

let clock: TestClock;
let router: SlowRouter;
let roads: Roads;
let directions: Directions;
let ways: Ways;
let loops: Loops;

function open(options: SlowOptions): void {
  clock = new TestClock({ skipsIdle: true });
  router = new SlowRouter(clock, options);
  roads = new Roads(router, clock, { warn: () => undefined });
  directions = new Directions(roads, fakePlaces(), NO_FILES, clock, new Heights(null));
  ways = new Ways(roads, clock);
  loops = new Loops(roads, clock);
}
beforeEach(() => open({ workMs: 200 }));

const pair = (row: number, index: number): [LatLng, LatLng] => [
  { lat: row, lng: index / 10 },
  { lat: row, lng: index / 10 + 0.05 },
];
const gapsOf = (pairs: readonly (readonly [LatLng, LatLng])[]): Gap[] =>
  pairs.map(([start, end], from) => ({ from, start, end }));
/** Distinct places, in a row of their own for each trip or person. */
const placesIn = (row: number, count: number) => Array.from({ length: count }, (_, index) => pair(row, index));
const deadlineMs = () => clock.now().getTime() + DEADLINE_MS;

/** Asks for a leg like the editor. @returns its source, or the name of the error. */
async function legOf(person: string, pairOfLeg: readonly [LatLng, LatLng]): Promise<string> {
  const stops = pairOfLeg.map((location) => ({ label: '', location }));
  const caller = { userId: person, accountType: 'hero' } as const;
  const { directions: found } = await directions.route(stops, { caller, deadlineMs: deadlineMs() });
  return found!.source;
}
const legsOf = (person: string, row: number, count: number) =>
  Promise.all(placesIn(row, count).map((one) => legOf(person, one)));
const tripOf = (person: string, gaps: readonly Gap[], signal?: AbortSignal) =>
  ways.across(gaps, person, { deadlineMs: deadlineMs(), ...(signal && { signal }) });
const onRoad = (found: readonly { approximate: boolean }[]) => found.filter(({ approximate }) => !approximate).length;

describe('The legs of an editor', () => {
  it.each([200, 250, 300])('are on the road while two people plan loops and a trip runs, at %i ms', async (workMs) => {
    open({ workMs });
    const load = [
      loops.plan(OUTING, 'bob'),
      loops.plan({ ...OUTING, seed: 2 }, 'cid'),
      tripOf('dan', gapsOf(placesIn(1, 200))),
    ];
    expect(new Set(await legsOf('ann', 2, 24))).toEqual(new Set(['valhalla']));
    await Promise.all(load);
    expect(router.busiest).toBe(1);
  });

  it('are on the road next to 30 legs of another editor', async () => {
    const many = legsOf('bob', 1, 30);
    expect(new Set(await legsOf('ann', 2, 8))).toEqual(new Set(['valhalla']));
    // Ann took turns with Bob instead of waiting for all of his.
    expect(router.asked.filter(({ lat }) => lat === 1).length).toBeLessThan(12);
    await many;
  });

  it.each([true, false])(
    'are on the road next to a way without an end, which is straight and asked once a minute (deaf: %s)',
    async (isDeaf) => {
      open({ workMs: 200, isDeaf });
      const gaps = gapsOf([ENDLESS, ...placesIn(1, 5)]);
      for (let view = 0; view < 3; view += 1) {
        const trip = tripOf('dan', gaps);
        expect(new Set(await legsOf('ann', 2 + view, 4))).toEqual(new Set(['valhalla']));
        expect((await trip).map(({ approximate }) => approximate)).toEqual([true, ...Array<boolean>(5).fill(false)]);
      }
      const asked = () => router.asked.filter(({ lng }) => lng === ENDLESS[0].lng).length;
      expect(asked()).toBe(1);
      await clock.sleep(60_000);
      await tripOf('dan', gaps);
      expect(asked()).toBe(2);
    },
  );

  it('are refused instead of straight if the queue is longer than their time', async () => {
    open({ workMs: 1_900 });
    const legs = await Promise.allSettled(placesIn(1, 10).map((one) => legOf('ann', one)));
    const refused = legs.filter(({ status }) => status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    for (const leg of refused) expect(leg).toMatchObject({ reason: { error: 'tooManyRequests' } });
    for (const leg of legs) if (leg.status === 'fulfilled') expect(leg.value).toBe('valhalla');
  });
});

describe('The ways of a trip', () => {
  it('go before loops, and loops still end with an answer', async () => {
    const plans = [loops.plan(OUTING, 'bob'), loops.plan({ ...OUTING, seed: 2 }, 'cid')];
    expect(onRoad(await tripOf('dan', gapsOf(placesIn(1, 15))))).toBe(15);
    for (const { plans: found, note } of await Promise.all(plans))
      expect(found.length > 0 || note.includes('too busy')).toBe(true);
  });

  it('take turns with a trip of 200 ways of another person', async () => {
    const long = tripOf('bob', gapsOf(placesIn(1, 200)));
    expect(onRoad(await tripOf('dan', gapsOf(placesIn(2, 8))))).toBe(8);
    const found = await long;
    expect(onRoad(found)).toBeGreaterThan(10);
    expect(found).toHaveLength(200);
  });

  it('are no longer asked for once their reader leaves', async () => {
    const reader = new AbortController();
    const trip = tripOf('dan', gapsOf(placesIn(1, 50)), reader.signal);
    const leg = await legOf('ann', pair(2, 0));
    reader.abort(new Error('The reader left.'));
    await expect(trip).rejects.toThrow('The reader left.');
    const calls = router.asked.length;
    await clock.sleep(60_000);
    expect([leg, router.asked.length]).toEqual(['valhalla', calls]);
  });

  it('that two people look at are asked for once', async () => {
    const gaps = gapsOf(placesIn(1, 8));
    const both = await Promise.all([tripOf('dan', gaps), tripOf('eve', gaps)]);
    expect([both.map(onRoad), router.asked.length]).toEqual([[8, 8], 8]);
  });
});

describe('A router of several slots', () => {
  it('keeps some of them for the editor', async () => {
    open({ workMs: 200, slots: 4 });
    const trips = [tripOf('dan', gapsOf(placesIn(1, 8))), tripOf('eve', gapsOf(placesIn(2, 8)))];
    await legOf('ann', pair(3, 0));
    expect(router.asked.findIndex(({ lat }) => lat === 3)).toBeLessThan(4);
    expect((await Promise.all(trips)).map(onRoad)).toEqual([8, 8]);
    expect(router.busiest).toBeLessThanOrEqual(3);
  });
});
