import type { Clock } from '../clock.js';
import type { Settings } from '../config/settings.js';
import type { DatabaseSettings } from '../db/database.js';
import { redisSettings } from '../redis/redis-settings.js';
import type { AttemptMeter } from '../telemetry/job-metrics.js';
import type { Jobs } from './jobs.js';

export interface JobsParts {
  /** Asked for where the jobs are kept in it. */
  database: () => Promise<DatabaseSettings>;
  clock: Clock;
  meter?: AttemptMeter;
  /** Told of each failure of the engine's own work; it goes on by itself. */
  onError?: (error: unknown) => void;
}

/** The jobs' engine the settings choose: Redis where they name one, else PostgreSQL. */
export async function openJobs(
  settings: Pick<Settings, 'REDIS_URL' | 'REDIS_PREFIX'>,
  { database, ...options }: JobsParts,
): Promise<Jobs> {
  const redis = redisSettings(settings);
  if (!redis) {
    const { GraphileJobs } = await import('./graphile/graphile-jobs.js');
    return GraphileJobs.open(await database(), options);
  }
  const { BullJobs } = await import('./bull/bull-jobs.js');
  return new BullJobs(redis, options);
}
