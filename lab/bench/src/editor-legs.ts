import { Directions } from '@switchback/roads/directions/directions.service';
import { serve, serveOsrm } from '@switchback/roads/router/fake-routers.fixture';
import { DetectedRouter } from '@switchback/roads/router/http-routers';
import { Roads } from '@switchback/roads/routing/roads';
import { VADUZ } from '@switchback/roads/router/roads.fixture';
import type { Router } from '@switchback/roads/router/router';
import { SlowRouter } from '@switchback/roads/router/slow-router.fixture';
import { Ways } from '@switchback/roads/routing/ways';
import { Heights } from '@switchback/roads/elevation/heights';
import { Loops } from '@switchback/roads/loops/loops';
import type { LatLng } from '@switchback/geo/location';
import { systemClock } from '@switchback/platform/clock';
import { Slots } from '@switchback/platform/slots';
import { fakePlaces } from '@switchback/testing/fake-places';
import { type Random, seededRandom } from '@switchback/testing/random';
import { openLoop } from './load.js';
import type { BenchOptions } from './options.js';
import { limited, record } from './result.js';
import { quantile, spread } from './statistics.js';

const WORK_MS = 200;
const P95_MAX_MS = 1_000;
const TRIP_WAYS = 200;
const SEARCHERS = ['bob', 'cid'];
/** A person who adds a waypoint every second. */
const LEGS = { perSecond: 1, lookMs: 20_000 };
/** Deadline of a call between processes. */
const CALL_MS = 10_000;
/** A box in which the fake server has roads. */
const LAND = { south: 47.05, west: 9.47, degrees: 0.15 };
const NO_FILES = { get: () => Promise.reject(new Error('No file is read.')), delete: () => Promise.resolve() };

/** The parts of the product that ask a router. */
interface Parts {
  directions: Directions;
  ways: Ways;
  loops: Loops;
}

/** P23: legs of an editor while two people search loops and a trip is shown, on a router that works on one request. */
export async function measureEditorLegs({ seed, rounds }: Pick<BenchOptions, 'seed' | 'rounds'>): Promise<void> {
  const inProcess = new SlowRouter(systemClock, { workMs: WORK_MS });
  await measureOn('one slot', inProcess, seededRandom(seed), rounds);
  const osrm = await serveOsrm();
  const worker = new Slots(1);
  const server = await serve((request, response) =>
    worker.run(async () => {
      await systemClock.sleep(WORK_MS);
      const answer = await fetch(`${osrm.url}${request.url}`);
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
    }),
  );
  await measureOn('one slot, HTTP', new DetectedRouter(server.url), seededRandom(seed), rounds);
  await server.close();
  await osrm.close();
}

async function measureOn(size: string, router: Router, random: Random, rounds: number): Promise<void> {
  const parts = partsOn(router);
  const [p95s, straights]: [number[], number[]] = [[], []];
  let rest = { ways: 0, loops: 0 };
  for (let round = 0; round < rounds; round += 1) {
    const load = new Load(parts, random);
    const sources: string[] = [];
    const ask = async () => sources.push(await legSource(parts, random));
    const times = await openLoop(LEGS.perSecond, LEGS.lookMs, ask);
    const served = await load.stop();
    rest = { ways: rest.ways + served.ways, loops: rest.loops + served.loops };
    p95s.push(quantile(times, 0.95));
    straights.push(sources.filter((source) => source === 'approximate').length);
  }
  const line = { goal: 'P23', size };
  const seconds = Math.round((rounds * LEGS.lookMs) / 1_000);
  record({
    ...line,
    measure: 'leg of an editor, 95th percentile',
    ...limited(P95_MAX_MS, 'ms', { ours: spread(p95s) }),
    note: `one leg a second; in ${seconds} s, the trip got ${rest.ways} ways on the road and the searches ${rest.loops} loops`,
  });
  const straight = spread(straights);
  record({ ...line, measure: 'straight legs', ...limited(0, '', { ours: straight }), met: straight.high === 0 });
}

function partsOn(router: Router): Parts {
  const roads = new Roads(router, systemClock, { warn: () => undefined });
  return {
    directions: new Directions(roads, fakePlaces(), NO_FILES, systemClock, new Heights(null)),
    ways: new Ways(roads, systemClock),
    loops: new Loops(roads, systemClock),
  };
}

async function legSource({ directions }: Parts, random: Random): Promise<string> {
  const stops = pairOf(random).map((location) => ({ label: '', location, placeId: '' }));
  const call = { caller: { userId: 'ann', accountType: 'hero' }, deadlineMs: Date.now() + CALL_MS } as const;
  return (await directions.route(stops, call)).directions!.source;
}

/** Searches and a trip that begin again as soon as they end. */
class Load {
  private isOver = false;
  private readonly served = { ways: 0, loops: 0 };
  private readonly running: Promise<unknown>[];

  constructor(
    private readonly parts: Parts,
    private readonly random: Random,
  ) {
    this.running = [
      ...SEARCHERS.map((person) => this.repeat(() => this.search(person))),
      this.repeat(() => this.show()),
    ];
  }

  async stop(): Promise<{ ways: number; loops: number }> {
    this.isOver = true;
    await Promise.all(this.running);
    return this.served;
  }

  private async repeat(work: () => Promise<void>): Promise<void> {
    while (!this.isOver) await work();
  }

  private async search(person: string): Promise<void> {
    const seed = this.random.below(1_000_000);
    const outing = { home: VADUZ, seconds: 2_400, taste: 'winding', loop: true, seed } as const;
    this.served.loops += (await this.parts.loops.plan(outing, person)).plans.length;
  }

  private async show(): Promise<void> {
    const gaps = Array.from({ length: TRIP_WAYS }, (_, from) => {
      const [start, end] = pairOf(this.random);
      return { from, start, end };
    });
    const ways = await this.parts.ways.across(gaps, 'dan', { deadlineMs: Date.now() + CALL_MS });
    this.served.ways += ways.filter(({ approximate }) => !approximate).length;
  }
}

function pairOf(random: Random): [LatLng, LatLng] {
  const place = () => ({
    lat: LAND.south + random.next() * LAND.degrees,
    lng: LAND.west + random.next() * LAND.degrees,
  });
  return [place(), place()];
}
