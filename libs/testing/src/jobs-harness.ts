import { afterEach, beforeEach } from '@jest/globals';
import type { JobKind, Jobs, JobStats } from '@switchback/platform/jobs/jobs';
import {
  type Counting,
  type JobRecorder,
  type JobsPlace,
  openTestJobs,
  type OpenJobsOptions,
} from './jobs-fixtures.js';
import type { TcpProxy } from './tcp-proxy.js';
import { waitUntil as waitAtMost } from './wait.js';

export const JOBS_WAIT_MS = 30_000;

/** An engine, or an unshared part of one, empty. */
export interface JobsEngine {
  place: JobsPlace;
  /** The same place through a proxy that can be cut. */
  through(proxy: TcpProxy): JobsPlace;
  /** Address of the engine. */
  target: { host: string; port: number };
  /** Ends the backoff between attempts now. */
  hasten(kind: string): Promise<void>;
  close(): Promise<void>;
}

export function waitUntil(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
  return waitAtMost(what, condition, JOBS_WAIT_MS);
}

/** Rejects when the signal aborts, as a well-behaved handler does. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}

/** Provides an engine for each test of a suite, and stops the processes that the test started on it. */
export class JobsHarness {
  private current: JobsEngine | undefined;
  readonly closers: (() => Promise<unknown>)[] = [];

  constructor(makeEngine: () => Promise<JobsEngine>) {
    beforeEach(async () => {
      this.current = await makeEngine();
    });
    afterEach(async () => {
      for (const close of this.closers.splice(0).reverse()) await close();
      await this.current?.close();
    });
  }

  get engine(): JobsEngine {
    if (!this.current) throw new Error('An engine is available only within a test.');
    return this.current;
  }

  /** Opens another process's client of the jobs. */
  readonly join = async (options?: OpenJobsOptions, place = this.engine.place): Promise<Jobs> => {
    const jobs = await openTestJobs(place, options);
    this.closers.push(() => jobs.stop());
    return jobs;
  };

  /** Starts a process that works on a kind of job. */
  readonly begin = async (
    kind: JobKind<Counting>,
    recorder: JobRecorder,
    { concurrency = 2, ...options }: OpenJobsOptions & { concurrency?: number } = {},
  ): Promise<Jobs> => {
    const jobs = await this.join(options);
    jobs.work(kind, recorder.handler, { concurrency });
    await jobs.start();
    return jobs;
  };

  readonly statsOf = async (jobs: Jobs, kind: JobKind<Counting>): Promise<JobStats | undefined> =>
    (await jobs.stats()).find((row) => row.name === kind.name);

  readonly isIdle = async (jobs: Jobs, kind: JobKind<Counting>): Promise<boolean> => {
    const { waiting = 1, delayed = 1, active = 1 } = (await this.statsOf(jobs, kind)) ?? {};
    return waiting + delayed + active === 0;
  };

  /** Reports whether a job has failed for good; skips the backoff before that. */
  readonly isFailed = async (jobs: Jobs, kind: JobKind<Counting>, key: string): Promise<boolean> => {
    const job = await jobs.find(kind, key);
    if (job?.state === 'delayed') await this.engine.hasten(kind.name);
    return job?.state === 'failed';
  };
}
