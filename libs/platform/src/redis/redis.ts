import { Redis, type RedisOptions } from 'ioredis';
import { isTransient } from '../transient.js';

const CONNECT_TIMEOUT_MS = 2_000;
const RECONNECT_MS_MAX = 1_000;

/**
 * Opens a Redis connection that reconnects automatically.
 * @param onError called once per outage, not for every failed attempt to reconnect.
 */
export function openRedis(url: string, onError: (error: Error) => void, options: RedisOptions = {}): Redis {
  const redis = new Redis(url, {
    connectionName: 'switchback',
    connectTimeout: CONNECT_TIMEOUT_MS,
    retryStrategy: (attempts) => Math.min(RECONNECT_MS_MAX, attempts * 50),
    ...options,
  });
  let isTold = false;
  redis.on('error', (error) => {
    if (!isTold) onError(error);
    isTold = true;
  });
  redis.on('ready', () => (isTold = false));
  return redis;
}

/** Prefixes of Redis errors during startup, failover, or lack of memory. */
const BUSY = /^(LOADING|READONLY|MASTERDOWN|CLUSTERDOWN|NOREPLICAS|TRYAGAIN|BUSY|OOM)\b/;
const AWAY =
  /^(Connection is closed|Command timed out|Socket timeout|Stream isn't writeable|Reached the max retries per request)/;

/** Whether the same command may succeed later, because the failure lay with Redis or the network. */
export function isRedisAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return BUSY.test(error.message) || AWAY.test(error.message) || isTransient(error);
}
