import type { Clock } from '../clock.js';
import type { Settings } from '../config/settings.js';
import type { DatabaseSettings } from '../db/database.js';
import { redisSettings } from '../redis/redis-settings.js';
import type { AttemptMeter } from '../telemetry/job-metrics.js';
import type { Jobs } from './jobs.js';

export interface JobsDependencies {
  /** Called only if the jobs are stored in the database. */
  database: () => Promise<DatabaseSettings>;
  clock: Clock;
  meter?: AttemptMeter;
  /** Called for each failure of the engine's background work, which recovers on its own. */
  onError?: (error: unknown) => void;
}

/** Opens the job engine that the settings select: Redis if they name one, else PostgreSQL. */
export async function openJobs(
  settings: Pick<Settings, 'REDIS_URL' | 'REDIS_PREFIX'>,
  { database, ...options }: JobsDependencies,
): Promise<Jobs> {
  const redis = redisSettings(settings);
  if (!redis) {
    const { GraphileJobs } = await import('./graphile/graphile-jobs.js');
    return GraphileJobs.open(await database(), options);
  }
  const { BullJobs } = await import('./bull/bull-jobs.js');
  return new BullJobs(redis, options);
}
