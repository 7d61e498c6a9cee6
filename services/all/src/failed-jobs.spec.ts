// Aim: jobs that a process without REDIS_URL stored in PostgreSQL are listed and retried by commands that have it, and
// reported by the doctor.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { systemClock } from '@switchback/platform/clock';
import { loadSettings } from '@switchback/platform/config/settings';
import { GraphileJobs } from '@switchback/platform/jobs/graphile/graphile-jobs';
import { defineJob, type FailedJob, type Jobs } from '@switchback/platform/jobs/jobs';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { waitUntil } from '@switchback/testing/wait';
import { z } from 'zod';
import { checksOf, type Patient } from './doctor/checks.js';
import { enginesOf, failedJobs, retryFailedJobs } from './failed-jobs.js';

const KIND = defineJob({ name: 'testing.apart', payload: z.object({}), attempts: 1 });
const settings = loadSettings({ REDIS_URL: 'redis://127.0.0.1:9' });

/** Stands in for Redis, with one failed job of the kind. */
class FakeRedisJobs implements Pick<Jobs, 'failed' | 'retryFailed' | 'find'> {
  private all: FailedJob[] = [{ key: 'in-redis', cause: 'no card', attempts: 8, failedAt: new Date(0) }];

  async failed(): Promise<FailedJob[]> {
    return this.all;
  }

  async retryFailed(): Promise<number> {
    return this.all.splice(0).length;
  }

  async find(): Promise<undefined> {
    return undefined;
  }
}

let database: TestDatabase;
const closers: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  // Acts as a service without REDIS_URL.
  const jobs = await GraphileJobs.open({ url: database.url });
  jobs.work(KIND, () => Promise.reject(new Error('no such person')));
  await jobs.start();
  await jobs.enqueue(KIND, {}, { key: 'in-postgresql' });
  await waitUntil('the job to fail', async () => (await jobs.failed(KIND, 1)).length === 1);
  await jobs.stop();
});
afterAll(async () => {
  for (const close of closers.reverse()) await close();
  await database.drop();
});

function foundation() {
  const jobs = new FakeRedisJobs() as unknown as Jobs;
  return { settings, clock: systemClock, database: async () => ({ url: database.url }), jobs: async () => jobs };
}

it('are a fault for the doctor', async () => {
  const patient = { ...foundation(), opened: (close: () => Promise<unknown>) => void closers.push(close) };
  const looks = checksOf(patient as unknown as Patient).filter(({ name }) => name === 'jobs');
  const findings = (await Promise.all(looks.map(({ look }) => look()))).flat();
  expect(findings.map(({ level }) => level)).toEqual(['ok', 'fault']);
  expect(findings[1]!.text).toMatch(/^0 testing\.apart jobs wait in PostgreSQL and 1 failed there/);
});

it('are listed with the jobs in Redis, and retried with them', async () => {
  const { engines, close } = await enginesOf(foundation());
  closers.push(close);
  const lines = (await failedJobs(engines, KIND.name, 10)).split('\n');
  expect(lines[0]).toMatch(/in-redis {2}8 attempts {2}no card$/);
  expect(lines[1]).toMatch(/in-postgresql {2}1 attempts .*no such person.* {2}\(in PostgreSQL, not in Redis\)$/);
  expect(lines[2]).toBe('2 failed jobs.');
  expect(await retryFailedJobs(engines, KIND.name, 10)).toBe(2);
  expect(await failedJobs(engines, KIND.name, 10)).toBe('0 failed jobs.\n');
});
