import type { Redis } from 'ioredis';

/** TTL of a claim: a claimant that does not enqueue in time loses it to another process. */
const CLAIM_MS = 10_000;

/**
 * Decides which process enqueues the job for a tick. Records the tick after the job is enqueued: if a process dies in
 * between, its claim expires and another process enqueues.
 * @param key Redis key of the latest enqueued tick.
 * @returns false while another process holds the claim.
 */
export async function claimTick(
  redis: Redis,
  { key, at, enqueue }: { key: string; at: Date; enqueue: () => Promise<void> },
): Promise<boolean> {
  const tick = at.getTime();
  if (await redis.set(key, tick, 'NX')) return true;
  const isPast = async () => Number(await redis.get(key)) >= tick;
  if (await isPast()) return true;
  const claim = `${key}:claim`;
  if (!(await redis.set(claim, tick, 'PX', CLAIM_MS, 'NX'))) return false;
  if (!(await isPast())) {
    await enqueue();
    await redis.set(key, tick);
  }
  await redis.del(claim);
  return true;
}
