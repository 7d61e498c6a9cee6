// Aim: limits in memory and in Redis count alike, Redis ones across processes, and nothing fails without Redis.
import { afterEach, describe, expect, it } from '@jest/globals';
import { systemClock } from '@switchback/platform/clock';
import { MemoryLimits } from '@switchback/platform/limits/memory/memory-limits';
import { openLimits } from '@switchback/platform/limits/open-limits';
import { openRedis } from '@switchback/platform/redis/redis';
import type { Watched } from '@switchback/platform/telemetry/metrics';
import { limitsConformance } from './limits-conformance.js';
import { dropRedisPrefix, freshRedisPrefix, REDIS_URL, WITHOUT_REDIS } from './redis.js';
import { TcpProxy } from './tcp-proxy.js';
import { waitUntil } from './wait.js';

limitsConformance('The memory', async () => {
  const limits = new MemoryLimits(systemClock);
  return { limits, close: () => limits.close() };
});

describe('Limits in memory', () => {
  it('hold a bounded number of keys', async () => {
    // Aim: a flood of addresses costs bounded memory.
    const limits = new MemoryLimits({ monotonicMs: () => 0 });
    const limit = { name: 'calls', calls: 1, windowMs: 60_000 };
    for (let n = 0; n < 50_000; n += 1) await limits.count(limit, String(n));
    expect(limits.size).toBeLessThanOrEqual(20_000);
  });
});

(REDIS_URL ? describe : describe.skip)(REDIS_URL ? 'On Redis' : WITHOUT_REDIS, () => {
  const closers: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });

  /** Opens one process's limits, as the product does, with its log lines. */
  const open = async (url = REDIS_URL, prefix = freshRedisPrefix()) => {
    const [lines, watched]: [string[], Watched[]] = [[], []];
    const logger = {
      warn: (_: unknown, line: string) => lines.push(line),
      info: (line: string) => lines.push(line),
    };
    const metrics = { watch: (one: Watched) => void watched.push(one) };
    const parts = { clock: systemClock, logger: logger as never, metrics };
    const limits = await openLimits({ REDIS_URL: url, REDIS_PREFIX: prefix }, parts);
    closers.push(() => limits.close());
    const isLocal = async () => (await watched[0]!.read())[0]?.value === 1;
    const close = async () => {
      const redis = openRedis(REDIS_URL, () => undefined);
      await dropRedisPrefix(redis, prefix);
      await redis.quit();
    };
    closers.push(close);
    return { limits, prefix, lines, isLocal };
  };

  limitsConformance('Redis', async () => {
    const { limits } = await open();
    return { limits, close: () => Promise.resolve() };
  });

  const limit = { name: 'calls', calls: 30, windowMs: 60_000 };

  it('are shared by processes', async () => {
    // Aim: three gateways together admit as many calls as one.
    const { limits, prefix } = await open();
    const others = [await open(REDIS_URL, prefix), await open(REDIS_URL, prefix)];
    const all = [limits, ...others.map((other) => other.limits)];
    const taken = await Promise.all(Array.from({ length: 90 }, (_, call) => all[call % 3]!.count(limit, 'somebody')));
    expect(taken.filter((waitMs) => waitMs === 0)).toHaveLength(30);
  });

  it('leave no counter without expiry', async () => {
    // Aim: no caller is locked out forever, and Redis does not fill up.
    const { limits, prefix } = await open();
    await limits.count(limit, 'somebody');
    const redis = openRedis(REDIS_URL, () => undefined);
    closers.push(() => redis.quit());
    const keys = await redis.keys(`${prefix}*`);
    expect(keys).toHaveLength(1);
    const leftMs = await redis.pttl(keys[0]!);
    expect(leftMs).toBeGreaterThan(0);
    expect(leftMs).toBeLessThanOrEqual(limit.windowMs);
  });

  it.each([
    { fault: 'is unreachable', begins: (wire: TcpProxy) => wire.cut(), ends: (wire: TcpProxy) => wire.restore() },
    { fault: 'stands still', begins: (wire: TcpProxy) => wire.pause(), ends: (wire: TcpProxy) => wire.resume() },
    { fault: 'is slow', begins: (wire: TcpProxy) => wire.slow(200), ends: (wire: TcpProxy) => wire.slow(0) },
  ])('become local while Redis $fault, and are shared again afterwards', async ({ begins, ends }) => {
    // Aim: no call fails or waits for an unavailable engine; a limit still holds, and the operator is notified once.
    const { proxy, url } = await TcpProxy.forUrl(REDIS_URL);
    closers.push(() => proxy.close());
    const { limits, lines, isLocal } = await open(url);
    for (let call = 0; call < 10; call += 1) await limits.count(limit, 'somebody');
    expect(await isLocal()).toBe(false);
    begins(proxy);
    const startedMs = systemClock.monotonicMs();
    const taken: number[] = [];
    for (let call = 0; call < 60; call += 1) taken.push(await limits.count(limit, 'somebody'));
    expect(taken.filter((waitMs) => waitMs === 0)).toHaveLength(20);
    // Three calls wait their 50 ms; if all of them did, it would take three seconds.
    expect(systemClock.monotonicMs() - startedMs).toBeLessThan(2_500);
    expect(await isLocal()).toBe(true);
    expect(lines).toHaveLength(1);
    ends(proxy);
    await waitUntil('Redis to be back', async () => {
      await limits.count(limit, 'somebody else');
      return !(await isLocal());
    });
    expect(lines).toHaveLength(2);
  });

  it('work without Redis, locally at first', async () => {
    // Aim: a gateway starts without Redis.
    const { limits, isLocal } = await open('redis://127.0.0.1:1');
    const taken = [];
    for (let call = 0; call < 40; call += 1) taken.push(await limits.count(limit, 'somebody'));
    expect(taken.filter((waitMs) => waitMs === 0)).toHaveLength(30);
    expect(await isLocal()).toBe(true);
  });
});
