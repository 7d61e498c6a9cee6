// Aim: F7: jobs survive an immediate stop of PostgreSQL by themselves, and no accepted job is lost.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { systemClock } from '@switchback/platform/clock';
import { type EmbeddedPostgres, joinOrStart } from '@switchback/platform/db/embedded-postgres';
import { isRunning } from '@switchback/platform/db/process-mark';
import type { Jobs } from '@switchback/platform/jobs/jobs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countingJob, JobRecorder, openTestJobs } from './jobs-fixtures.js';
import { waitUntil } from './jobs-harness.js';

const RESTARTS = 2;
const JOBS = 40;

describe('Jobs after an outage of PostgreSQL', () => {
  let [dataDir, server, jobs]: [string?, EmbeddedPostgres?, Jobs?] = [];
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'switchback-jobs-'));
    // Durable as in production: accepted jobs must survive a kill of the server.
    server = await joinOrStart({ dataDir });
    jobs = await openTestJobs({ databaseUrl: server.url });
  });
  afterAll(async () => {
    await jobs?.stop();
    await server?.stop();
    await rm(dataDir!, { recursive: true, force: true });
  });

  it('continue', async () => {
    const kind = countingJob('testing.restart', 8);
    const recorder = new JobRecorder(() => systemClock.sleep(5));
    jobs!.work(kind, recorder.handler);
    await jobs!.start();
    const taken = new Set<number>();
    const enqueue = (n: number) =>
      jobs!.enqueue(kind, { n }).then(
        () => void taken.add(n),
        () => undefined,
      );
    for (let restart = 0; restart < RESTARTS; restart += 1) {
      const lock = await readFile(join(dataDir!, 'postgres', 'data', 'postmaster.pid'), 'utf8');
      const pid = Number(lock.split('\n')[0]);
      for (let n = 0; n < JOBS / 2; n += 1) await enqueue(restart * JOBS + n);
      // Signal of `pg_ctl stop -m immediate`.
      process.kill(pid, 'SIGQUIT');
      await waitUntil('the server to be gone', () => !isRunning(pid));
      const first = taken.size;
      await waitUntil('a job to be taken again', async () => {
        await enqueue(restart * JOBS + JOBS / 2);
        return taken.size > first;
      });
      for (let n = JOBS / 2 + 1; n < JOBS; n += 1) await enqueue(restart * JOBS + n);
      await waitUntil('all jobs', () => [...taken].every((n) => recorder.numbers.has(n)));
    }
    expect(taken.size).toBe(RESTARTS * JOBS);
    await waitUntil('their end to be kept', async () => (await jobs!.stats())[0]?.active === 0);
    expect(await jobs!.failed(kind, 10)).toEqual([]);
  });
});
