// Aim: a router that cannot be reached is paused for all callers, so that none waits for it; one that is late, refuses or
// answers nonsense fails that request alone. No route is asked for twice.
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { LatLng } from '@switchback/geo/location';
import { TestClock } from '@switchback/testing/test-clock';
import { Roads, type Turn } from './roads.js';
import { type Routed, type Router, RouterStarting, RouterUnreachable } from '../router/router.js';

const TURN: Turn = { lane: 'editor', person: 'ann', waitMs: 8_000 };

type Behavior = 'answer' | 'none' | 'start' | 'lose' | 'garble' | 'hang';

/** A router of straight roads with scripted behavior that counts its requests. */
class ScriptedRouter implements Router {
  asked = 0;
  does: Behavior = 'answer';

  async route(waypoints: readonly LatLng[], signal: AbortSignal): Promise<Routed | null> {
    this.asked += 1;
    if (this.does === 'none') return null;
    if (this.does === 'start') throw new RouterStarting('Not yet.');
    if (this.does === 'lose') throw new RouterUnreachable('connect ECONNREFUSED');
    if (this.does === 'garble') throw new Error('The response cannot be read.');
    if (this.does === 'hang')
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
    const legs = waypoints
      .slice(1)
      .map((end, index) => ({ path: [waypoints[index]!, end], distanceMeters: 1_000, durationSeconds: 60 }));
    return { source: 'osrm', legs };
  }
}

let clock: TestClock;
let router: ScriptedRouter;
let warnings: string[];
let roads: Roads;
beforeEach(() => {
  clock = new TestClock({ skipsIdle: true });
  router = new ScriptedRouter();
  warnings = [];
  roads = new Roads(router, clock, { warn: (_: object, message?: string) => void warnings.push(message ?? '') });
});

/** Asks for a new route, unless it is named. */
let fresh = 0;
async function ask(name = (fresh += 1), turn: Partial<Turn> = {}): Promise<string> {
  const { routed, why } = await roads.route(
    [
      { lat: 1, lng: name / 100 },
      { lat: 2, lng: name / 100 },
    ],
    { ...TURN, ...turn },
  );
  return routed ? routed.source : why;
}
const askAll = async (count: number) => {
  const answers: string[] = [];
  for (let index = 0; index < count; index += 1) answers.push(await ask());
  return answers;
};

describe('A router', () => {
  it('that cannot be reached several times in a row is paused, then asked once', async () => {
    router.does = 'lose';
    expect(new Set(await askAll(20))).toEqual(new Set(['away']));
    expect([router.asked, warnings]).toEqual([3, [expect.stringContaining('unavailable')]]);
    await clock.sleep(5_000);
    await askAll(20);
    expect(router.asked).toBe(4);
    await clock.sleep(5_000);
    router.does = 'answer';
    expect(new Set(await askAll(3))).toEqual(new Set(['osrm']));
  });

  it('that loses a connection now and then is not paused', async () => {
    for (let round = 0; round < 5; round += 1) {
      router.does = 'lose';
      expect(await askAll(2)).toEqual(['away', 'away']);
      router.does = 'answer';
      expect(await ask()).toBe('osrm');
    }
  });

  it.each<[Behavior, string]>([
    ['hang', 'late'],
    ['garble', 'away'],
    ['none', 'noRoads'],
    ['start', 'starting'],
  ])('that fails requests, but can be reached, is asked the next one (%s)', async (does, why) => {
    router.does = does;
    expect(new Set(await askAll(10))).toEqual(new Set([why]));
    expect(router.asked).toBe(10);
    router.does = 'answer';
    expect(await ask()).toBe('osrm');
  });

  it('is paused for those who wait in its queue, too', async () => {
    router.does = 'lose';
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask()));
    expect([new Set(answers), router.asked]).toEqual([new Set(['away']), 3]);
  });

  it('may be fine although a caller gives up', async () => {
    router.does = 'hang';
    const callers = Array.from({ length: 5 }, () => new AbortController());
    const call = callers.map(({ signal }) => ask(undefined, { signal }));
    for (const caller of callers) caller.abort(new Error('left'));
    for (const one of call) await expect(one).rejects.toThrow('left');
    router.does = 'answer';
    expect(await ask()).toBe('osrm');
  });
});

describe('An answer', () => {
  it('is remembered: a route for good, the absence of one for a minute', async () => {
    const [there, none, late] = [1, 2, 3].map((name) => 1_000 + name);
    expect(await ask(there)).toBe('osrm');
    router.does = 'none';
    expect(await ask(none)).toBe('noRoads');
    router.does = 'hang';
    expect(await ask(late)).toBe('late');
    router.does = 'answer';
    expect([await ask(there), await ask(none), await ask(late)]).toEqual(['osrm', 'noRoads', 'late']);
    expect(router.asked).toBe(3);
    await clock.sleep(60_000);
    expect([await ask(there), await ask(none), await ask(late)]).toEqual(['osrm', 'osrm', 'osrm']);
    expect(router.asked).toBe(5);
  });

  it.each<Behavior>(['start', 'lose', 'garble'])('of a router in trouble is not (%s)', async (does) => {
    router.does = does;
    await ask(2_000);
    router.does = 'answer';
    expect(await ask(2_000)).toBe('osrm');
  });

  it('is not that there is no route if the caller left', async () => {
    router.does = 'hang';
    const caller = new AbortController();
    const left = ask(3_000, { signal: caller.signal });
    caller.abort(new Error('left'));
    await expect(left).rejects.toThrow('left');
    router.does = 'answer';
    expect(await ask(3_000)).toBe('osrm');
  });
});

it('Requests that find no place in the queue in their time learn that the router is busy', async () => {
  router.does = 'hang';
  const first = ask();
  expect(await ask(undefined, { waitMs: 1_000 })).toBe('busy');
  expect(await first).toBe('late');
});
