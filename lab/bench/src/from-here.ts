import { expandBounds } from '@switchback/geo/bounds';
import type { Bounds, LatLng } from '@switchback/geo/location';
import { seededRandom } from '@switchback/testing/random';
import type pg from 'pg';
import { type Catalogue, withClient } from './catalogue.js';
import { HttpClient } from './http-client.js';
import type { BenchContext } from './options.js';
import type { RunningServer } from './processes.js';
import { boxAt } from './queries.js';
import { limited, record } from './result.js';
import { compare, quantile } from './statistics.js';
import { timesOf } from './timing.js';

const REQUESTS = 30;
const P95_MAX_MS = 2_000;
/** The longest outings have the most drives to choose from. */
const MINUTES = [90, 240, 600];
/** Distance that an outing may cover in half of its time, tolerance included. */
const REACH_METERS_PER_MINUTE = (60 * 1.15 * 16) / 2;

interface Question {
  location: LatLng;
  minutes: number;
  loop: boolean;
}

/** P21: outings from a place against a raw read of the drives that start within reach of it. */
export async function measureFromHere(
  { seed, rounds }: BenchContext,
  { url, label }: Catalogue,
  product: RunningServer,
): Promise<void> {
  const questions = questionsOf(seed);
  const http = new HttpClient(product.url, 1);
  await withClient(url, async (client) => {
    for (const question of questions) requireFound(await read(client, question), await plan(http, question));
    const p95 = (ask: (question: Question) => Promise<unknown>) => async () =>
      quantile(await timesOf(questions.length, (index) => ask(questions[index]!)), 0.95);
    const floor = p95((question) => read(client, question));
    const ours = p95((question) => plan(http, question));
    const measure = 'outings from a place p95 / raw read of the drives within reach';
    record({
      goal: 'P21',
      size: label,
      measure,
      ...limited(P95_MAX_MS, 'ms', await compare({ rounds }, { floor, ours })),
    });
  }).finally(() => http.close());
}

function questionsOf(seed: number): Question[] {
  const random = seededRandom(seed);
  return Array.from({ length: REQUESTS }, (_, index) => {
    const { south, west } = boxAt(random, 0);
    return { location: { lat: south, lng: west }, minutes: MINUTES[index % MINUTES.length]!, loop: index % 2 === 0 };
  });
}

async function read(client: pg.Client, { location, minutes }: Question): Promise<string[]> {
  const { lat, lng } = location;
  const here: Bounds = { north: lat, south: lat, east: lng, west: lng };
  const { north, east, south, west } = expandBounds(here, minutes * REACH_METERS_PER_MINUTE);
  const { rows } = await client.query<{ id: string }>({
    name: 'floor of outings',
    text: `select id, start_location, end_location, distance, duration, degrees_per_km from drives.drive
            where privacy = 'public' and status in ('approved') and not hidden and start_location <@ $1::box`,
    values: [`((${west},${south}),(${east},${north}))`],
  });
  return rows.map(({ id }) => id);
}

async function plan(http: HttpClient, question: Question): Promise<string[]> {
  const answer = await http.ask({ method: 'POST', path: '/api/drives/from-here', body: JSON.stringify(question) });
  const { plans } = JSON.parse(answer.text()) as { plans: { legs: { driveId: string | null }[] }[] };
  return plans.flatMap(({ legs }) => legs.flatMap(({ driveId }) => driveId ?? []));
}

/** Requires outings from drives that the floor found. */
function requireFound(found: readonly string[], driven: readonly string[]): void {
  const within = new Set(found);
  if (!driven.every((id) => within.has(id)))
    throw new Error('Different results: a drive of an outing is out of reach.');
}
