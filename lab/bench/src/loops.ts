import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CURVINESS_BAND_NAMES } from '@switchback/contracts/rules/curviness';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { PLAN_TOLERANCE } from '@switchback/contracts/rules/plans';
import { EmbeddedValhalla } from '@switchback/drives/directions/embedded/embedded-valhalla';
import { findValhalla } from '@switchback/drives/directions/embedded/valhalla-package';
import { Roads } from '@switchback/drives/directions/roads';
import { readTrip } from '@switchback/drives/directions/valhalla';
import { Loops } from '@switchback/drives/from-here/loops';
import type { Outing } from '@switchback/drives/from-here/outing';
import type { Bounds, LatLng } from '@switchback/geo/location';
import { distanceMeters } from '@switchback/geo/distance';
import { decodePolyline } from '@switchback/geo/polyline';
import { sharedShare } from '@switchback/geo/repeated-share';
import { systemClock } from '@switchback/platform/clock';
import type { Plan } from '@switchback/proto/drives/v1/plan';
import { type Random, seededRandom } from '@switchback/testing/random';
import { waitUntil } from '@switchback/testing/wait';
import type { BenchOptions } from './options.js';
import { ROOT } from './program.js';
import { limited, record } from './result.js';
import { quantile, spread } from './statistics.js';

const EXTRACTS = process.env['OSM_EXTRACTS'] ?? join(ROOT, '..', 'shared', 'data', 'osm');
/** Extracts by name, with a box that holds most of their roads. */
const COUNTRIES: Readonly<Record<string, Bounds>> = {
  liechtenstein: { north: 47.27, south: 47.05, east: 9.64, west: 9.47 },
  andorra: { north: 42.66, south: 42.43, east: 1.79, west: 1.41 },
};
const PLACES = 100;
const MINUTES = { min: 30, max: 90 };
const BUILD_MS = 110_000;
const ASK_MS = 10_000;
const ANSWER_MAX_MS = 5_000;
const ANSWERED_MIN = 90;
/** Two countries with few roads besides the one in each valley: no plan avoids all repetition. */
const REPEATED_MAX = 50;
const SHARED_MAX = 70;
const CLOSED_METERS = 2;

/** The answer for one place. */
interface Answer {
  outing: Outing;
  plans: Plan[];
  lines: LatLng[][];
  ms: number;
}

/** P20: loops from random places on the roads of two small countries, each with another seed. */
export async function measureLoops({ seed }: Pick<BenchOptions, 'seed'>): Promise<void> {
  for (const [country, bounds] of Object.entries(COUNTRIES)) {
    const pbf = join(EXTRACTS, `${country}.osm.pbf`);
    if (!existsSync(pbf)) {
      process.stdout.write(`  P20 ${country}: skipped, ${pbf} does not exist; OSM_EXTRACTS names another folder\n`);
      continue;
    }
    await withRouter(pbf, async (valhalla) => {
      const loops = new Loops(new Roads(valhalla, systemClock, SILENT), systemClock);
      const random = seededRandom(seed);
      const answers: Answer[] = [];
      for (let place = 0; place < PLACES; place += 1)
        answers.push(await answerFor(loops, await outingFrom(valhalla, bounds, random, place)));
      report(country, answers);
    });
  }
}

async function withRouter(pbf: string, work: (valhalla: EmbeddedValhalla) => Promise<void>): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'switchback-bench-roads-'));
  const valhalla = new EmbeddedValhalla({ ...findValhalla(), pbf, dataDir, clock: systemClock, logger: SILENT });
  valhalla.onApplicationBootstrap();
  try {
    await waitUntil('Valhalla to be ready', () => valhalla.pid !== undefined, BUILD_MS);
    await work(valhalla);
  } finally {
    await valhalla.onModuleDestroy();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };

async function outingFrom(valhalla: EmbeddedValhalla, bounds: Bounds, random: Random, seed: number): Promise<Outing> {
  const home = await placeOnRoad(valhalla, bounds, random);
  const minutes = MINUTES.min + random.below(MINUTES.max - MINUTES.min + 1);
  return { home, seconds: 60 * minutes, taste: random.pick(CURVINESS_BAND_NAMES), loop: true, seed };
}

/** Returns a random point on a street or road, but not on a track or a driveway. */
async function placeOnRoad(valhalla: EmbeddedValhalla, bounds: Bounds, random: Random): Promise<LatLng> {
  for (;;) {
    const lat = bounds.south + random.next() * (bounds.north - bounds.south);
    const lon = bounds.west + random.next() * (bounds.east - bounds.west);
    const near = { search_cutoff: 500, search_filter: { min_road_class: 'residential' } };
    const locations = [lat, lat + 0.001].map((one) => ({ lat: one, lon, ...near }));
    const query = { costing: 'auto', units: 'kilometers', locations };
    const found = readTrip(await valhalla.ask('route', query, AbortSignal.timeout(ASK_MS)))?.legs[0]?.path[0];
    if (found) return { lat: found.lat, lng: found.lng };
  }
}

async function answerFor(loops: Loops, outing: Outing): Promise<Answer> {
  const startMs = systemClock.monotonicMs();
  const { plans } = await loops.plan(outing, 'ann');
  const ms = systemClock.monotonicMs() - startMs;
  const lines = plans.map(({ legs }) => legs.flatMap(({ path }) => decodePolyline(path)));
  for (const line of lines)
    for (const end of [line[0]!, line.at(-1)!])
      if (distanceMeters(end, outing.home) > CLOSED_METERS) throw new Error(`A loop is open, seed ${outing.seed}.`);
  return { outing, plans, lines, ms };
}

function report(country: string, answers: readonly Answer[]): void {
  const line = { goal: 'P20', size: country };
  const percent = (share: number) => 100 * share;
  const shareWith = (count: number) =>
    percent(answers.filter(({ plans }) => plans.length >= count).length / answers.length);
  const answered = shareWith(1);
  record({
    ...line,
    measure: 'places with a loop',
    unit: '%',
    floor: null,
    ratio: null,
    ours: spread([answered]),
    target: `≥ ${ANSWERED_MIN} %`,
    met: answered >= ANSWERED_MIN,
    note: `${PLACES} random places on roads, ${MINUTES.min} to ${MINUTES.max} minutes, every taste; ${Math.round(shareWith(LIMITS.loopsMax))} % have three loops. Every loop ends where it began`,
  });
  const plans = answers.flatMap((answer) => answer.plans.map((plan) => ({ plan, outing: answer.outing })));
  const off = plans.map(({ plan, outing }) => percent(Math.abs(plan.duration / outing.seconds - 1)));
  const shared = answers.flatMap(({ lines }) =>
    lines.flatMap((one) => lines.filter((other) => other !== one).map((other) => percent(sharedShare(one, [other])))),
  );
  const repeated = plans.map(({ plan }) => percent(plan.repeatedShare));
  const best = answers.flatMap((answer) => answer.plans.slice(0, 1)).map((plan) => percent(plan.repeatedShare));
  worst({ ...line, measure: 'difference from the requested time' }, percent(PLAN_TOLERANCE), '%', off);
  worst({ ...line, measure: 'length in common with another loop of the place' }, SHARED_MAX, '%', shared);
  record({
    ...line,
    measure: 'length on roads that the best loop drives twice',
    ...limited(REPEATED_MAX, '%', { ours: spread(best) }),
    note: `95th percentile ${figure(best, 0.95)} %; of all loops: median ${figure(repeated, 0.5)} %, 95th percentile ${figure(repeated, 0.95)} %`,
  });
  const times = answers.map(({ ms }) => ms);
  record({
    ...line,
    measure: 'answer, 95th percentile',
    ...limited(ANSWER_MAX_MS, 'ms', { ours: spread([quantile(times, 0.95)]) }),
    note: `median ${figure(times, 0.5)} ms, longest ${figure(times, 1)} ms; one caller at a time`,
  });
}

/** Records figures of which the highest must meet the limit. */
function worst(
  line: { goal: string; size: string; measure: string },
  limit: number,
  unit: string,
  figures: number[],
): void {
  const ours = spread(figures);
  record({ ...line, ...limited(limit, unit, { ours }), met: ours.high <= limit });
}

const figure = (figures: readonly number[], fraction: number) => Math.round(quantile(figures, fraction));
