import type { Foundation } from '@switchback/platform/process/foundation';
import type { Jobs } from '@switchback/platform/jobs/jobs';
import { jobsBesideRedis } from '@switchback/platform/jobs/jobs-beside-redis';

/** An engine that holds jobs. */
export interface FailedJobsEngine {
  /** What follows a job's line; empty for the engine that the settings choose. */
  note: string;
  jobs: Pick<Jobs, 'failed' | 'retryFailed'>;
}

/** The engine the settings choose, and the queue in PostgreSQL beside Redis, where a process without `REDIS_URL` has its jobs. */
export async function enginesOf(
  foundation: Pick<Foundation, 'settings' | 'clock' | 'database' | 'jobs'>,
): Promise<{ engines: FailedJobsEngine[]; close: () => Promise<void> }> {
  const beside = await jobsBesideRedis(foundation.settings, foundation);
  const further = beside ? [{ note: '  (in PostgreSQL, not in Redis)', jobs: beside }] : [];
  return { engines: [{ note: '', jobs: await foundation.jobs() }, ...further], close: async () => beside?.stop() };
}

/** A line for each job of a kind that was given up on, the latest of each engine first, and how many they are. */
export async function failedJobs(engines: readonly FailedJobsEngine[], name: string, max: number): Promise<string> {
  const lines: string[] = [];
  for (const { note, jobs } of engines)
    for (const { key, cause, attempts, failedAt } of await jobs.failed({ name }, max))
      lines.push(`${failedAt.toISOString()}  ${key}  ${attempts} attempts  ${cause.split('\n')[0]}${note}\n`);
  return `${lines.join('')}${lines.length} jobs were given up on.\n`;
}

/** Lets jobs of a kind start anew, in each engine; answers how many. */
export async function retryFailedJobs(
  engines: readonly FailedJobsEngine[],
  name: string,
  max: number,
): Promise<number> {
  let count = 0;
  for (const { jobs } of engines) count += await jobs.retryFailed({ name }, max);
  return count;
}
