import type { Redis } from 'ioredis';
import { randomIds } from '@switchback/platform/ids';

/** The Redis tests may use, from the environment; empty where it names none. */
export const REDIS_URL = process.env['REDIS_URL'] ?? '';

/** For the title of a suite that needs Redis. */
export const WITHOUT_REDIS = 'skipped: REDIS_URL names no Redis';

/** Keys nobody else uses, so that a server can be shared. */
export function freshRedisPrefix(): string {
  return `test-${randomIds.uuid()}`;
}

/** Removes all keys under a prefix. */
export async function dropRedisPrefix(redis: Redis, prefix: string): Promise<void> {
  for await (const keys of redis.scanStream({ match: `${prefix}*`, count: 1_000 }) as AsyncIterable<string[]>)
    if (keys.length > 0) await redis.del(keys);
}
