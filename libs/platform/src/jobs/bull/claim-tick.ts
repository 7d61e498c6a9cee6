import type { Redis } from 'ioredis';

/** Whoever claims a time enqueues within this, or another process does. */
const CLAIM_MS = 10_000;

/**
 * Settles which process enqueues for a time. The time is written down after the job is enqueued: a process that dies in
 * between leaves the claim to run out, and another one enqueues.
 * @param key where the latest time enqueued for is kept.
 * @returns false while another process is at it.
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
