// Aim: stale rows leave PostgreSQL: failed jobs after 30 days.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Jobs } from '@switchback/platform/jobs/jobs';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from './database.js';
import { countingJob, JobRecorder, openTestJobs } from './jobs-fixtures.js';
import { waitUntil } from './jobs-harness.js';

describe('Jobs in PostgreSQL', () => {
  let [database, admin, jobs]: [TestDatabase?, pg.Client?, Jobs?] = [];
  beforeEach(async () => {
    database = await createTestDatabase();
    admin = new pg.Client({ connectionString: database.url });
    await admin.connect();
  });
  afterEach(async () => {
    await jobs?.stop();
    await admin?.end();
    await database?.drop();
  });

  it('are swept', async () => {
    const kind = countingJob('testing.sweep', 1);
    const recorder = new JobRecorder(() => Promise.reject(new Error('no')));
    const first = (jobs = await openTestJobs({ databaseUrl: database!.url }));
    first.work(kind, recorder.handler);
    await first.start();
    for (const key of ['old', 'young']) await first.enqueue(kind, { n: 1 }, { key });
    await waitUntil('both to fail', async () => (await first.failed(kind, 10)).length === 2);
    await first.stop();
    // Backdates graphile-worker's rows instead of waiting 31 days.
    await admin!.query(
      `update jobs_queue._private_jobs set updated_at = updated_at - interval '31 days' where key like '%:old'`,
    );
    const second = (jobs = await openTestJobs({ databaseUrl: database!.url }));
    await second.start();
    await waitUntil('the old one to leave', async () => (await second.find(kind, 'old')) === undefined);
    expect((await second.failed(kind, 10)).map(({ key }) => key)).toEqual(['young']);
  });
});
