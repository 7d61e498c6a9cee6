// Aim: loops fill the requested time, end where they began, differ from each other and repeat few roads; the same
// outing has the same loops. Whatever the router does, an answer comes in time and explains missing loops.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PLAN_TOLERANCE } from '@switchback/contracts/rules/plans';
import { distanceMeters } from '@switchback/geo/distance';
import { repeatedShare, sharedShare } from '@switchback/geo/repeated-share';
import { decodePolyline } from '@switchback/geo/polyline';
import { type Clock, systemClock } from '@switchback/platform/clock';
import type { Caller } from '@switchback/platform/rpc/call';
import type { Plan } from '@switchback/proto/drives/v1/plan';
import { Roads } from '../routing/roads.js';
import { extractOf, type OpenedValhalla, openValhalla, TOWNS, VADUZ, whyNoRoads } from '../router/roads.fixture.js';
import { type Router, RouterStarting } from '../router/router.js';
import { GridRouter, HOME, isOnGrid } from './loop-roads.fixture.js';
import { Loops } from './loops.js';
import type { Outing } from '@switchback/platform/wire/outing';

const HERO: Caller = { userId: 'ann', accountType: 'hero' };
const OUTING: Outing = { home: HOME, seconds: 5_400, taste: 'twisty', loop: true, seed: 1 };
const SHARED_MAX = 0.7;

/** Stands still: a busy machine must not change the loops. */
let nowMs = 0;
const clock = { monotonicMs: () => nowMs, sleep: () => new Promise<never>(() => undefined) };
const advance = (byMs: number) => void (nowMs += byMs);

function loopsOn(router: Router | null, on: Pick<Clock, 'monotonicMs' | 'sleep'> = clock): Loops {
  return new Loops(new Roads(router, on, { warn: () => undefined }), on);
}

const linesOf = ({ legs }: Plan) => legs.map(({ path }) => decodePolyline(path));

function expectSound(plans: readonly Plan[], { home, seconds }: Outing): void {
  const lines = plans.map((plan) => linesOf(plan).flat());
  for (const [index, plan] of plans.entries()) {
    const line = lines[index]!;
    expect(Math.abs(plan.duration / seconds - 1)).toBeLessThanOrEqual(PLAN_TOLERANCE);
    for (const end of [line[0]!, line.at(-1)!]) expect(distanceMeters(end, home)).toBeLessThan(2);
    linesOf(plan).forEach((path, at, all) => {
      if (at > 0) expect(distanceMeters(all[at - 1]!.at(-1)!, path[0]!)).toBeLessThan(50);
    });
    for (const leg of plan.legs) expect(leg.distance).toBeGreaterThan(0);
    const sum = (of: 'distance' | 'duration') => plan.legs.reduce((all, leg) => all + leg[of], 0);
    expect([plan.distance, plan.duration]).toEqual([sum('distance'), sum('duration')].map((n) => expect.closeTo(n, 3)));
    expect(plan.repeatedShare).toBeCloseTo(repeatedShare(line), 1);
    for (const other of lines.slice(0, index))
      for (const shared of [sharedShare(line, [other]), sharedShare(other, [line])])
        expect(shared).toBeLessThan(SHARED_MAX + 0.02);
  }
}

describe('Loops on a grid of roads', () => {
  it.each([
    [20, [1, 2, 3]],
    [90, [1, 2, 3]],
    [300, [1]],
  ])('fill %i minutes, close and differ', async (minutes, seeds) => {
    for (const seed of seeds) {
      const outing = { ...OUTING, seconds: minutes * 60, seed };
      const { plans, note } = await loopsOn(new GridRouter()).plan(outing, 'ann');
      expect([plans.length, note]).toEqual([3, '']);
      expectSound(plans, outing);
      for (const { repeatedShare: repeated, source } of plans) {
        expect(repeated).toBeLessThan(0.3);
        expect(source).toBe('valhalla');
      }
    }
  });

  it('are the same for the same outing, and others for another seed', async () => {
    const first = await loopsOn(new GridRouter()).plan(OUTING, 'ann');
    expect(await loopsOn(new GridRouter()).plan(OUTING, 'ann')).toEqual(first);
    expect(await loopsOn(new GridRouter()).plan({ ...OUTING, seed: 2 }, 'ann')).not.toEqual(first);
  });

  it('do not enter a road only to turn around', async () => {
    const { plans } = await loopsOn(new GridRouter({ hasCulDeSacs: true })).plan(OUTING, 'ann');
    expect(plans).toHaveLength(3);
    expect(
      plans
        .flatMap(linesOf)
        .flat()
        .filter((point) => !isOnGrid(point)),
    ).toEqual([]);
  });

  it.each([true, false])('return by the same road in a valley with only one, and admit it (loop: %s)', async (loop) => {
    const outing = { ...OUTING, loop };
    const { plans } = await loopsOn(new GridRouter({ isValley: true })).plan(outing, 'ann');
    expect(plans.length).toBeGreaterThan(0);
    expectSound(plans, outing);
    for (const plan of plans) expect(plan.repeatedShare).toBeGreaterThan(0.9);
  });
});

describe('The router', () => {
  const request = { location: HOME, minutes: 90, taste: 'twisty', loop: true, seed: 1 };
  const found = (router: Router | null, caller: Caller | null) => loopsOn(router).find(request, { caller });

  it('is not asked for loops if each request costs money', async () => {
    for (const router of [null, { route: () => Promise.resolve(null) }])
      expect(await found(router, HERO)).toEqual({ plans: [], available: false, note: '' });
  });

  it('is asked for Hero accounts alone, and free accounts and visitors learn that there are loops', async () => {
    for (const caller of [null, { ...HERO, accountType: 'free' } as const]) {
      const router = new GridRouter();
      expect(await found(router, caller)).toEqual({ plans: [], available: true, note: '' });
      expect(router.asked).toBe(0);
    }
    expect(await found(new GridRouter(), HERO)).toMatchObject({ available: true, plans: { length: 3 } });
  });

  it.each([
    ['is still preparing its roads', () => Promise.reject(new RouterStarting('Not yet.')), 'still being prepared'],
    ['is unavailable', () => Promise.reject(new Error('connect ECONNREFUSED')), 'the router is not responding'],
  ])('%s: the answer explains it, after few requests', async (_, onAsk, words) => {
    const router = new GridRouter({ onAsk });
    const { plans, note } = await loopsOn(router).plan(OUTING, 'ann');
    expect([plans, note]).toEqual([[], expect.stringContaining(words)]);
    expect(router.asked).toBeLessThanOrEqual(2);
  });

  it('has no roads here: the answer says so', async () => {
    const router: Router = { route: () => Promise.resolve(null), through: () => Promise.resolve(null) };
    expect(await loopsOn(router).plan(OUTING, 'ann')).toEqual({
      plans: [],
      note: 'No loops: road data isn’t available here',
    });
  });

  it('fails midway: the loops found so far remain', async () => {
    const router: GridRouter = new GridRouter({
      onAsk: () => (router.asked > 16 ? Promise.reject(new Error('socket hang up')) : undefined),
    });
    const { plans, note } = await loopsOn(router).plan(OUTING, 'ann');
    expect(plans.length).toBeGreaterThan(0);
    expect(note).toBe('');
    expectSound(plans, OUTING);
    expect(router.asked).toBeLessThanOrEqual(18);
  });

  it('is slow: it is not asked after its time', async () => {
    const router = new GridRouter({ onAsk: () => advance(700) });
    const { plans } = await loopsOn(router).plan(OUTING, 'ann');
    expect(router.asked).toBeLessThanOrEqual(7);
    expectSound(plans, OUTING);
  });

  it('hangs: its time is over, and the answer says so', async () => {
    const router = new GridRouter({ onAsk: () => advance(4_000) });
    const none = { ...OUTING, seconds: 60 };
    expect(await loopsOn(router).plan(none, 'ann')).toEqual({ plans: [], note: expect.stringContaining('too busy') });
  });

  it('is not asked for a caller that left', async () => {
    const caller = new AbortController();
    const router = new GridRouter({ onAsk: () => caller.abort(new Error('left')) });
    await expect(loopsOn(router).plan(OUTING, 'ann', caller.signal)).rejects.toThrow('left');
    expect(router.asked).toBeLessThanOrEqual(2);
  });
});

const why = whyNoRoads();
(why === null ? describe : describe.skip)(`On the roads of Liechtenstein${why === null ? '' : ` (${why})`}`, () => {
  let opened: OpenedValhalla;
  beforeAll(async () => {
    opened = await openValhalla(extractOf('liechtenstein'));
  });
  afterAll(() => opened.close());

  it.each([
    ['a town', VADUZ, true],
    ['another town', TOWNS[7]!, true],
    ['a town, out and back', VADUZ, false],
  ])('loops from %s fill 40 minutes and close', async (_, home, loop) => {
    const outing: Outing = { home, seconds: 2_400, taste: 'winding', loop, seed: 7 };
    const { plans } = await loopsOn(opened.valhalla, systemClock).plan(outing, 'ann');
    expect(plans.length).toBeGreaterThan(0);
    expectSound(plans, outing);
  });
});
