import type { Redis } from 'ioredis';
import { randomIds } from '@switchback/platform/ids';
import { openRedis } from '@switchback/platform/redis/redis';

/** URL of the Redis for tests, from the environment; empty if there is none. */
export const REDIS_URL = process.env['REDIS_URL'] ?? '';

/** Title of a skipped suite that needs Redis. */
export const WITHOUT_REDIS = 'skipped: REDIS_URL names no Redis';

/** Returns a unique key prefix, so that a server can be shared. */
export function freshRedisPrefix(): string {
  return `test-${randomIds.uuid()}`;
}

/** Opens a connection that gives up soon. */
export function openTestRedis(): Redis {
  return openRedis(REDIS_URL, () => undefined, { maxRetriesPerRequest: 3 });
}

/** Returns the keys with a prefix. */
export async function listRedisKeys(redis: Redis, prefix: string): Promise<string[]> {
  const found = new Set<string>();
  for await (const keys of redis.scanStream({ match: `${prefix}*`, count: 1_000 }) as AsyncIterable<string[]>)
    for (const key of keys) found.add(key);
  return [...found].sort();
}

/** Deletes all keys with a prefix. */
export async function dropRedisPrefix(redis: Redis, prefix: string): Promise<void> {
  const keys = await listRedisKeys(redis, prefix);
  if (keys.length > 0) await redis.del(keys);
}
