import { systemClock } from '@switchback/platform/clock';

/** Returns the duration of each run in milliseconds, run one after another. */
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

/** @throws Error naming the difference: a timing of different answers is meaningless. */
export function requireSame(found: unknown, expected: unknown, what: string): void {
  if (JSON.stringify(found) !== JSON.stringify(expected)) throw new Error(`Different results: ${what}`);
}
