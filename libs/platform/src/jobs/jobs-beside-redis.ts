import type { Clock } from '../clock.js';
import type { Settings } from '../config/settings.js';
import type { DatabaseSettings } from '../db/database.js';
import { SchemaBehind } from '../db/schema-state.js';
import { redisSettings } from '../redis/redis-settings.js';
import type { GraphileJobs } from './graphile/graphile-jobs.js';

const POOL_SIZE = 2;

/**
 * Opens the PostgreSQL job store if the settings select Redis: a process without `REDIS_URL` still stores its jobs
 * there, and jobs from before the switch to Redis remain there. For inspection only, not for work; the caller stops it.
 *
 * @returns undefined if the settings select PostgreSQL, or if it holds no queue.
 */
export async function jobsBesideRedis(
  settings: Pick<Settings, 'REDIS_URL' | 'REDIS_PREFIX'>,
  { database, clock }: { database: () => Promise<DatabaseSettings>; clock: Clock },
): Promise<GraphileJobs | undefined> {
  if (!redisSettings(settings)) return undefined;
  const { GraphileJobs } = await import('./graphile/graphile-jobs.js');
  try {
    return await GraphileJobs.open({ ...(await database()), migrate: false, poolSize: POOL_SIZE }, { clock });
  } catch (error) {
    if (error instanceof SchemaBehind) return undefined;
    throw error;
  }
}
