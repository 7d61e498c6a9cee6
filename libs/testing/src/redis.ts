import type { Redis } from 'ioredis';
import { randomIds } from '@switchback/platform/ids';
import { openRedis } from '@switchback/platform/redis/redis';

/** The Redis tests may use, from the environment; empty where it names none. */
export const REDIS_URL = process.env['REDIS_URL'] ?? '';

/** For the title of a suite that needs Redis. */
export const WITHOUT_REDIS = 'skipped: REDIS_URL names no Redis';

/** Keys nobody else uses, so that a server can be shared. */
export function freshRedisPrefix(): string {
  return `test-${randomIds.uuid()}`;
}

/** A connection to it that gives up soon. */
export function openTestRedis(): Redis {
  return openRedis(REDIS_URL, () => undefined, { maxRetriesPerRequest: 3 });
}

/** The keys under a prefix. */
export async function listRedisKeys(redis: Redis, prefix: string): Promise<string[]> {
  const found = new Set<string>();
  for await (const keys of redis.scanStream({ match: `${prefix}*`, count: 1_000 }) as AsyncIterable<string[]>)
    for (const key of keys) found.add(key);
  return [...found].sort();
}

/** Removes all keys under a prefix. */
export async function dropRedisPrefix(redis: Redis, prefix: string): Promise<void> {
  const keys = await listRedisKeys(redis, prefix);
  if (keys.length > 0) await redis.del(keys);
}
