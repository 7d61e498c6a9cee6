import type { Settings } from '../config/settings.js';

const DEFAULT_PREFIX = 'switchback';

/** URL of Redis, and the prefix of all keys in it. */
export interface RedisSettings {
  /** `redis://` or, with TLS, `rediss://`. */
  url: string;
  prefix: string;
}

/** Returns undefined if the settings name no Redis. */
export function redisSettings({
  REDIS_URL: url,
  REDIS_PREFIX: prefix = DEFAULT_PREFIX,
}: Pick<Settings, 'REDIS_URL' | 'REDIS_PREFIX'>): RedisSettings | undefined {
  return url === undefined ? undefined : { url, prefix };
}
