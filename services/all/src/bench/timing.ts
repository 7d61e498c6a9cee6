import { systemClock } from '@switchback/platform/clock';

/** How long each run took, in milliseconds, one after the other. */
export async function timesOf(runs: number, work: (index: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < runs; index += 1) times.push(await timeOf(() => work(index)));
  return times;
}

export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAtMs = systemClock.monotonicMs();
  await work();
  return systemClock.monotonicMs() - startedAtMs;
}

/** @throws Error naming what differs: then no time of either means anything. */
export function requireSame(found: unknown, expected: unknown, what: string): void {
  if (JSON.stringify(found) !== JSON.stringify(expected)) throw new Error(`Not the same answer: ${what}`);
}
