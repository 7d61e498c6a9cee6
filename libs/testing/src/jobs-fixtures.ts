import type { Clock } from '@switchback/platform/clock';
import { defineJob, type JobContext, type JobHandler, type Jobs } from '@switchback/platform/jobs/jobs';
import { BullJobs } from '@switchback/platform/jobs/bull/bull-jobs';
import { GraphileJobs } from '@switchback/platform/jobs/graphile/graphile-jobs';
import { z } from 'zod';

/** Storage of a test's jobs. */
export type JobsPlace = { databaseUrl: string } | { redisUrl: string; prefix: string };

export interface OpenJobsOptions {
  clock?: Clock;
  drainMs?: number;
  onError?: (error: unknown) => void;
}

/** Time after which tests take over the jobs of a dead process. */
export const TAKEOVER_MS = 900;
const QUICK = { takeoverMs: TAKEOVER_MS, beatMs: 50, pollMs: 50, drainMs: 500, graceMs: 200 };

/** Opens one process's client of the jobs, with timings short enough for a test. */
export function openTestJobs(place: JobsPlace, options: OpenJobsOptions = {}): Promise<Jobs> {
  const quick = { ...QUICK, ...options };
  if ('redisUrl' in place) return Promise.resolve(new BullJobs({ url: place.redisUrl, prefix: place.prefix }, quick));
  return GraphileJobs.open({ url: place.databaseUrl, connectTimeoutMs: 10_000, statementTimeoutMs: 1_500 }, quick);
}

/** Defines a test job whose payload is a number. */
export function countingJob(name = 'testing.count', attempts = 3) {
  return defineJob({
    name,
    payload: z.object({ n: z.number(), filler: z.string().optional() }),
    attempts,
    timeoutMs: 30_000,
  });
}
export type Counting = { n: number; filler?: string | undefined };

/** Records the calls of a handler, and its peak concurrency. */
export class JobRecorder {
  readonly calls: { n: number; key: string; attempt: number; signal: AbortSignal }[] = [];
  running = 0;
  runningMax = 0;

  constructor(private readonly then: (n: number, context: JobContext) => Promise<void> | void = () => undefined) {}

  readonly handler: JobHandler<Counting> = async ({ n }, context) => {
    this.calls.push({ n, key: context.key, attempt: context.attempt, signal: context.signal });
    this.running += 1;
    this.runningMax = Math.max(this.runningMax, this.running);
    try {
      await this.then(n, context);
    } finally {
      this.running -= 1;
    }
  };

  get numbers(): Set<number> {
    return new Set(this.calls.map(({ n }) => n));
  }
}

/** Blocks its waiters until it is opened. */
export class Gate {
  private release: () => void = () => undefined;
  readonly passed = new Promise<void>((resolve) => (this.release = resolve));

  open(): void {
    this.release();
  }
}
