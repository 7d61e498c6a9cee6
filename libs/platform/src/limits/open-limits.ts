import type { Clock } from '../clock.js';
import type { Settings } from '../config/settings.js';
import { redisSettings } from '../redis/redis-settings.js';
import type { Logger } from '../telemetry/logger.js';
import type { Metrics } from '../telemetry/metrics.js';
import type { Limits } from './limits.js';
import { MemoryLimits } from './memory/memory-limits.js';
import { SharedLimits } from './shared-limits.js';

/** Maximum latency that a limit may add to a request; after that the request is counted locally. */
const ANSWER_WITHIN_MS = 50;

export interface LimitsDependencies {
  clock: Clock;
  logger: Pick<Logger, 'warn' | 'info'>;
  metrics: Pick<Metrics, 'watch'>;
}

/** Opens limits that hold across all processes if the settings name a Redis, else within this process. */
export async function openLimits(
  settings: Pick<Settings, 'REDIS_URL' | 'REDIS_PREFIX'>,
  { clock, logger, metrics }: LimitsDependencies,
): Promise<Limits> {
  const local = new MemoryLimits(clock);
  const redis = redisSettings(settings);
  if (!redis) return local;
  const { RedisLimits } = await import('./redis/redis-limits.js');
  const shared = await RedisLimits.open(redis, { answerWithinMs: ANSWER_WITHIN_MS, clock });
  const limits = new SharedLimits({
    shared,
    local,
    clock,
    onChange: (isLocal, error) => {
      if (isLocal) logger.warn({ error }, 'Redis is unavailable: limits apply only to this process');
      else logger.info('Redis is available again: limits apply to all processes together');
    },
  });
  metrics.watch({
    name: 'limits_local',
    help: '1 while limits apply only to this process because Redis is unavailable.',
    read: () => [{ value: limits.isLocal ? 1 : 0 }],
  });
  return limits;
}
