import { systemClock } from '@switchback/platform/clock';

/** Until so many V8 is still compiling: what is measured is what a process costs that has been serving for a while. */
export const WARM_UP_REQUESTS = 30_000;

/** Each of `clients` asks again as soon as it is answered. Answers the rate reached, a second. */
export async function closedLoop(
  clients: number,
  requests: number,
  ask: (index: number) => Promise<unknown>,
): Promise<number> {
  const startedAtMs = systemClock.monotonicMs();
  let next = 0;
  const client = async () => {
    while (next < requests) await ask(next++);
  };
  await Promise.all(Array.from({ length: clients }, client));
  return requests / ((systemClock.monotonicMs() - startedAtMs) / 1_000);
}

/**
 * Asks at a steady rate, whether or not earlier answers have come. Each latency counts from when the question was due, so
 * that a stall is felt by all that came during it.
 */
export async function openLoop(
  ratePerSecond: number,
  durationMs: number,
  ask: (index: number) => Promise<unknown>,
): Promise<number[]> {
  const startedAtMs = systemClock.monotonicMs();
  const requests = Math.max(1, Math.floor((ratePerSecond * durationMs) / 1_000));
  const latencies: Promise<number | Error>[] = [];
  for (let index = 0; index < requests; index += 1) {
    const dueMs = startedAtMs + (index * 1_000) / ratePerSecond;
    const waitMs = dueMs - systemClock.monotonicMs();
    if (waitMs > 0) await systemClock.sleep(waitMs);
    latencies.push(ask(index).then(() => systemClock.monotonicMs() - dueMs, asError));
  }
  return (await Promise.all(latencies)).map((latency) => {
    if (latency instanceof Error) throw latency;
    return latency;
  });
}

/** Kept until all have been asked: a failure must not end the process in the middle of the loop. */
function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
