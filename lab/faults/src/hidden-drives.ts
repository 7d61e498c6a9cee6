// S2: response times do not reveal whether a drive is private, pending or missing.
import { join } from 'node:path';
import { withClient } from '@switchback/bench/catalogue';
import { type Answer, HttpClient, type Question } from '@switchback/bench/http-client';
import { randomIds } from '@switchback/platform/ids';
import type { DriveEvent } from '@switchback/proto/drives/v1/events';
import { connectDrives } from '@switchback/drives/schema';
import type { Random } from '@switchback/testing/random';
import { syntheticDrives, wanderingShapes } from '@switchback/testing/synthetic-drives';
import { waitUntil } from '@switchback/testing/wait';
import { plantDrives } from './canary.js';
import type { FaultCase, Seen } from './fault.js';
import { areaUnderCurve, interleaved } from './indistinguishable.js';
import { Person } from './people.js';
import { startProduct } from './product.js';
import type { Stage } from './stage.js';

const KINDS = ['private', 'pending', 'missing'] as const;
type Kind = (typeof KINDS)[number];
/** Per kind, so that no single drive decides. */
const DRIVES_EACH = 25;
const PUBLIC_DRIVES = 500;
/** Samples per kind and call. The tolerance around 0.5 is more than five times the deviation expected by chance. */
const FORMS = { short: { samples: 200, tolerance: 0.15 }, full: { samples: 2_000, tolerance: 0.05 } };
const WARM_UP = 60;
const WAIT_MS = 60_000;

const CALLS: Readonly<Record<string, (id: string, person: Person) => Question>> = {
  details: (id) => ({ method: 'GET', path: `/api/drives/drive/${id}/details` }),
  directions: (id) => ({ method: 'GET', path: `/api/drives/drive/${id}/directions` }),
  summaries: (id) => ({ method: 'POST', path: '/api/drives/summaries', body: JSON.stringify({ ids: [id] }) }),
  save: (id, person) => ({ method: 'POST', path: `/api/users/user/${person.id}/save/${id}`, body: '{}' }),
};

async function compareTimes(stage: Stage, random: Random): Promise<Seen> {
  const { samples, tolerance } = FORMS[stage.isShort ? 'short' : 'full'];
  const ids = await plantEach(stage);
  const { url } = await startProduct(stage, 'postgres');
  const person = new Person(random);
  await person.join(url, join(stage.dataDir, 'mail'));
  await untilFactsAreRead(stage, PUBLIC_DRIVES + 2 * DRIVES_EACH);
  // A single connection: a request never waits for another.
  const client = new HttpClient(url, 1);
  stage.atEnd(() => Promise.resolve(client.close()));
  const ask = async (call: string, kind: Kind) => {
    const question = CALLS[call]!(random.pick(ids[kind]), person);
    const beganMs = performance.now();
    const answer = await client.send({ ...question, headers: person.headers });
    return { ms: performance.now() - beganMs, answer };
  };
  const told: string[] = [];
  const apart: string[] = [];
  for (const call of Object.keys(CALLS)) {
    const times: Record<Kind, number[]> = { private: [], pending: [], missing: [] };
    const seen = new Set<string>();
    for (const kind of interleaved(KINDS, WARM_UP, random)) await ask(call, kind);
    for (const kind of interleaved(KINDS, samples, random)) {
      const { ms, answer } = await ask(call, kind);
      times[kind].push(ms);
      seen.add(wordsOf(answer));
    }
    if (seen.size !== 1) throw new Error(`${call} answers differently: ${[...seen].join(' and ')}`);
    for (const kind of ['private', 'pending'] as const) {
      const area = areaUnderCurve(times[kind], times.missing);
      told.push(`${call} ${kind} ${area.toFixed(3)}`);
      if (Math.abs(area - 0.5) > tolerance) apart.push(told.at(-1)!);
    }
  }
  if (apart.length > 0)
    throw new Error(`Response times distinguish them from missing ones: ${apart.join(', ')} (all: ${told.join(', ')})`);
  return {
    times: samples * KINDS.length * Object.keys(CALLS).length,
    detail: `AUC against missing: ${told.join(', ')}`,
  };
}

/** Writes another person's drives into a catalogue of public ones. */
async function plantEach(stage: Stage): Promise<Record<Kind, string[]>> {
  const shapes = wanderingShapes(20, stage.seed);
  const events = [...syntheticDrives(PUBLIC_DRIVES + 2 * DRIVES_EACH, { seed: stage.seed, shapes })];
  const hidden = (access: { privacy: string; status: string }) =>
    events.splice(0, DRIVES_EACH).map((event) => hide(event, access));
  const stored = hidden({ privacy: 'private', status: 'none' });
  const waiting = hidden({ privacy: 'public', status: 'pending' });
  await plantDrives(await stage.connect(connectDrives), [...stored, ...waiting, ...events]);
  const idsOf = (planted: readonly DriveEvent[]) => planted.map(({ id }) => id);
  const missing = Array.from({ length: DRIVES_EACH }, () => randomIds.uuid());
  return { private: idsOf(stored), pending: idsOf(waiting), missing };
}

function hide(event: DriveEvent, access: { privacy: string; status: string }): DriveEvent {
  const creator = { id: 'keeper', username: 'keeper' };
  const saved = event.saved!;
  return { ...event, saved: { ...saved, summary: { ...saved.summary!, ...access, creator }, ownerId: creator.id } };
}

/**
 * Waits until the users service knows the drives, then vacuums, so that the tables are in the state of a running
 * installation.
 */
function untilFactsAreRead(stage: Stage, count: number): Promise<unknown> {
  return withClient(stage.url, async (client) => {
    const isRead = async () => {
      const { rows } = await client.query<{ count: number }>('select count(*)::int as count from users.drive_fact');
      return rows[0]?.count === count;
    };
    await waitUntil('the users service to know the drives', isRead, WAIT_MS);
    return client.query('vacuum (analyze)');
  });
}

function wordsOf({ status, text }: Answer): string {
  return `${status} ${text().replace(/"requestId":"[^"]*"/, '')}`;
}

export const hiddenDriveCases: readonly FaultCase[] = [
  {
    fault: 'S2',
    title: 'response times of private, pending and missing drives',
    runs: { short: 1, full: 1 },
    isAlone: true,
    run: compareTimes,
  },
];
