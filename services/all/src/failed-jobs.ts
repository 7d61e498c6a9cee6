import type { Foundation } from '@switchback/platform/process/foundation';
import type { Jobs } from '@switchback/platform/jobs/jobs';
import { jobsBesideRedis } from '@switchback/platform/jobs/jobs-beside-redis';

/** An engine that stores jobs. */
export interface FailedJobsEngine {
  /** Suffix of a job's line; empty for the engine that the settings select. */
  note: string;
  jobs: Pick<Jobs, 'failed' | 'retryFailed'>;
}

/**
 * Opens the engine that the settings select and, next to Redis, the queue in PostgreSQL, where a process without
 * `REDIS_URL` stores its jobs.
 */
export async function enginesOf(
  foundation: Pick<Foundation, 'settings' | 'clock' | 'database' | 'jobs'>,
): Promise<{ engines: FailedJobsEngine[]; close: () => Promise<void> }> {
  const beside = await jobsBesideRedis(foundation.settings, foundation);
  const further = beside ? [{ note: '  (in PostgreSQL, not in Redis)', jobs: beside }] : [];
  return { engines: [{ note: '', jobs: await foundation.jobs() }, ...further], close: async () => beside?.stop() };
}

/** Formats one line per failed job of a kind, the latest of each engine first, and their number. */
export async function failedJobs(engines: readonly FailedJobsEngine[], name: string, max: number): Promise<string> {
  const lines: string[] = [];
  for (const { note, jobs } of engines)
    for (const { key, cause, attempts, failedAt } of await jobs.failed({ name }, max))
      lines.push(`${failedAt.toISOString()}  ${key}  ${attempts} attempts  ${cause.split('\n')[0]}${note}\n`);
  return `${lines.join('')}${lines.length} failed jobs.\n`;
}

/** Retries failed jobs of a kind in each engine; returns their number. */
export async function retryFailedJobs(
  engines: readonly FailedJobsEngine[],
  name: string,
  max: number,
): Promise<number> {
  let count = 0;
  for (const { jobs } of engines) count += await jobs.retryFailed({ name }, max);
  return count;
}
