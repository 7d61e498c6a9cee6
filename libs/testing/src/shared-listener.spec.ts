// Aim: all kinds of jobs are notified over one connection, and again after losing it. No worker polls here, so that
// only notifications start a job.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { GraphileJobs } from '@switchback/platform/jobs/graphile/graphile-jobs';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from './database.js';
import { countingJob, JobRecorder } from './jobs-fixtures.js';
import { waitUntil } from './wait.js';

const NEVER_MS = 3_600_000;
const kinds = Array.from({ length: 3 }, (_, index) => countingJob(`testing.kind${index}`));

let database: TestDatabase;
let jobs: GraphileJobs;
const recorders = kinds.map(() => new JobRecorder());

beforeAll(async () => {
  database = await createTestDatabase();
  jobs = await GraphileJobs.open({ url: database.url }, { pollMs: NEVER_MS, drainMs: 500 });
  for (const [index, kind] of kinds.entries()) jobs.work(kind, recorders[index]!.handler);
  await jobs.start();
});
afterAll(async () => {
  await jobs.stop();
  await database.drop();
});

async function listening(): Promise<number> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rowCount } = await client.query(
    `select from pg_stat_activity where datname = current_database() and query ilike '%listen "jobs:insert"%'
       and pid <> pg_backend_pid()`,
  );
  await client.end();
  return rowCount ?? 0;
}

/** Enqueues a job of each kind repeatedly, until every kind has started another one. */
async function everyKindHears(): Promise<void> {
  const before = recorders.map(({ calls }) => calls.length);
  await waitUntil('a job of each kind', async () => {
    for (const kind of kinds) await jobs.enqueue(kind, { n: 1 }).catch(() => undefined);
    return recorders.every(({ calls }, index) => calls.length > before[index]!);
  });
}

it('notifies all kinds over one connection', async () => {
  await waitUntil('it to listen', async () => (await listening()) > 0);
  await everyKindHears();
  expect(await listening()).toBe(1);
});

it('notifies them again after the connection was lost', async () => {
  await database.disconnectAll();
  await everyKindHears();
  await waitUntil('it to listen', async () => (await listening()) === 1);
});
