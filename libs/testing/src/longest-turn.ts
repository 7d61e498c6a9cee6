import { setImmediate } from 'node:timers/promises';

/** Processor time of the longest turn of the event loop while `work` runs, in milliseconds; a busy machine does not lengthen it. */
export async function longestTurnMs(work: () => Promise<unknown>): Promise<number> {
  const ending = { isDone: false };
  const done = setImmediate()
    .then(work)
    .finally(() => (ending.isDone = true));
  let longestMs = 0;
  while (!ending.isDone) {
    const before = process.threadCpuUsage();
    await setImmediate();
    const { user, system } = process.threadCpuUsage(before);
    longestMs = Math.max(longestMs, (user + system) / 1_000);
  }
  await done;
  return longestMs;
}
