import type { Redis } from 'ioredis';
import type { Clock } from '../../clock.js';
import { openRedis } from '../../redis/redis.js';
import type { RedisSettings } from '../../redis/redis-settings.js';
import type { Limit } from '../limits.js';
import type { FallibleLimits } from '../shared-limits.js';

const CONNECT_MS = 1_000;

/** Counts and sets the expiry in one step: a counter that never expired would lock its key out forever. */
const COUNT = `
  local calls = redis.call('incr', KEYS[1])
  local left = redis.call('pttl', KEYS[1])
  if left < 0 then
    redis.call('pexpire', KEYS[1], ARGV[1])
    left = tonumber(ARGV[1])
  end
  return {calls, left}`;

/** Does not recreate an expired counter, which would start below zero. */
const GIVE_BACK = `
  if tonumber(redis.call('get', KEYS[1]) or '0') > 0 then redis.call('decr', KEYS[1]) end`;

type CountingRedis = Redis & {
  countCall(key: string, windowMs: number): Promise<[calls: number, leftMs: number]>;
  giveBackLimit(key: string): Promise<void>;
};

/** Limits across all processes, on one Redis. Calls fail if Redis does not respond in time. */
export class RedisLimits implements FallibleLimits {
  private readonly redis: CountingRedis;
  private readonly prefix: string;

  private constructor(settings: RedisSettings, answerWithinMs: number) {
    // Never waits for a connection and never retries: a call without a response is counted locally instead.
    const redis = openRedis(settings.url, () => undefined, {
      commandTimeout: answerWithinMs,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      autoResendUnfulfilledCommands: false,
      enableAutoPipelining: true,
    });
    redis.defineCommand('countCall', { numberOfKeys: 1, lua: COUNT });
    redis.defineCommand('giveBackLimit', { numberOfKeys: 1, lua: GIVE_BACK });
    this.redis = redis as CountingRedis;
    this.prefix = `${settings.prefix}:limits`;
  }

  /** Waits briefly for Redis to connect; opens even if it does not. */
  static async open(
    settings: RedisSettings,
    { answerWithinMs, clock }: { answerWithinMs: number; clock: Clock },
  ): Promise<RedisLimits> {
    const limits = new RedisLimits(settings, answerWithinMs);
    const ready = new AbortController();
    limits.redis.once('ready', () => ready.abort());
    await clock.sleep(CONNECT_MS, ready.signal);
    return limits;
  }

  async count({ name, calls, windowMs }: Limit, key: string): Promise<number> {
    const [taken, leftMs] = await this.redis.countCall(`${this.prefix}:${name}:${key}`, windowMs);
    return taken <= calls ? 0 : Math.max(1, leftMs);
  }

  async giveBack({ name }: Limit, key: string): Promise<void> {
    await this.redis.giveBackLimit(`${this.prefix}:${name}:${key}`);
  }

  /** Reconnects: a silently dead connection never responds, a new one may. */
  reconnect(): void {
    if (this.redis.status === 'ready') this.redis.disconnect(true);
  }

  close(): Promise<void> {
    this.redis.disconnect();
    return Promise.resolve();
  }
}
