// Aim: eight services in one process with all their connections leave a PostgreSQL of 100 connections room for the
// commands next to them. Fills every pool: the services' by holding connections, the bus's and the jobs' by queries
// that wait for a lock.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectService } from '@switchback/platform/db/database';
import { type EmbeddedPostgres, joinOrStart } from '@switchback/platform/db/embedded-postgres';
import { POOL_SIZES } from '@switchback/platform/db/pool-sizes';
import { PostgresBus } from '@switchback/platform/events/postgres-bus';
import { GraphileJobs } from '@switchback/platform/jobs/graphile/graphile-jobs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { countingJob } from './jobs-fixtures.js';
import { waitUntil } from './wait.js';

const SERVICES = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];
const KINDS = 12;
/** More than the size of any pool: a queue for a connection shows that the pool is full. */
const QUESTIONS = 20;
/** An import fills one pool of each kind; a doctor run takes fewer. One more is for an administrator. */
const ROOM_MIN = 20;

describe('The pools of eight services', () => {
  let [dataDir, server]: [string?, EmbeddedPostgres?] = [];
  const closers: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'switchback-pools-'));
    server = await joinOrStart({ dataDir, durable: false, maxConnections: 100 });
  });
  afterAll(async () => {
    for (const close of closers.reverse()) await close();
    await server?.stop();
    await rm(dataDir!, { recursive: true, force: true });
  });

  async function fill(source: DataSource): Promise<void> {
    const { max } = (source.driver as unknown as { master: pg.Pool }).master.options;
    const runners = Array.from({ length: max }, () => source.createQueryRunner());
    await Promise.all(runners.map((runner) => runner.connect()));
    closers.push(() => Promise.all(runners.map((runner) => runner.release())));
  }

  it('leave connections for commands when all are full', async () => {
    const database = { url: server!.url, statementTimeoutMs: 0 };
    const bus = await PostgresBus.connect(database);
    const jobs = await GraphileJobs.open(database, { drainMs: 0, graceMs: 0 });
    closers.push(
      () => bus.stop(),
      () => jobs.stop(),
    );
    await bus.start();
    for (let kind = 0; kind < KINDS; kind += 1) jobs.work(countingJob(`testing.kind${kind}`), async () => undefined);
    await jobs.start();
    const admin = new pg.Client({ connectionString: server!.url });
    await admin.connect();
    closers.push(() => admin.end());
    await admin.query('begin');
    await admin.query('lock table bus.dead_letter, jobs_queue._private_jobs in access exclusive mode');
    // Those in the queue are refused after a while, which may be before the pools of all services are full.
    const call = Promise.allSettled(
      Array.from({ length: QUESTIONS }, () => [bus.stats(), jobs.find({ name: 'testing.kind0' }, 'nobody')]).flat(),
    );
    closers.push(() => call);
    closers.push(() => admin.query('rollback'));
    for (const service of SERVICES) {
      const source = await connectService(database, service, { entities: [], migrations: [] });
      closers.push(() => source.destroy());
      await fill(source);
    }
    const waiting = async (name: string) => {
      const { rowCount } = await admin.query(
        `select from pg_stat_activity where wait_event_type = 'Lock' and application_name = $1`,
        [name],
      );
      return rowCount;
    };
    await waitUntil('a full pool of the bus', async () => (await waiting('bus')) === POOL_SIZES.bus);
    // One of the jobs' connections listens.
    await waitUntil('a full pool of the jobs', async () => (await waiting('jobs')) === POOL_SIZES.jobs - 1);

    const guests = Array.from({ length: ROOM_MIN }, () => new pg.Client({ connectionString: server!.url }));
    closers.push(() => Promise.allSettled(guests.map((guest) => guest.end())));
    const answers = await Promise.allSettled(guests.map((guest) => guest.connect()));
    expect(answers.filter(({ status }) => status === 'rejected')).toEqual([]);
  });
});
