import { setImmediate } from 'node:timers/promises';

/**
 * Returns the CPU time of the longest turn of the event loop while `work` runs, in milliseconds, which is independent
 * of the machine's load. Excludes kernel time: starting a child copies the page tables of a process that Jest has made
 * large.
 */
export async function longestTurnMs(work: () => Promise<unknown>): Promise<number> {
  const ending = { isDone: false };
  const done = setImmediate()
    .then(work)
    .finally(() => (ending.isDone = true));
  let longestMs = 0;
  while (!ending.isDone) {
    const before = process.threadCpuUsage();
    await setImmediate();
    const { user } = process.threadCpuUsage(before);
    longestMs = Math.max(longestMs, user / 1_000);
  }
  await done;
  return longestMs;
}
