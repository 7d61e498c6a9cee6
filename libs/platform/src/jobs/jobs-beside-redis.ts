import type { Clock } from '../clock.js';
import type { Settings } from '../config/settings.js';
import type { DatabaseSettings } from '../db/database.js';
import { SchemaBehind } from '../db/schema-state.js';
import { redisSettings } from '../redis/redis-settings.js';
import type { GraphileJobs } from './graphile/graphile-jobs.js';

const POOL_SIZE = 2;

/**
 * The jobs in PostgreSQL where the settings choose Redis: a process that was not given `REDIS_URL` keeps its jobs there,
 * and those of before Redis was chosen are still there. To be looked at, not to be worked on; the caller stops it.
 *
 * @returns undefined where the settings choose PostgreSQL, and where it holds no queue.
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
