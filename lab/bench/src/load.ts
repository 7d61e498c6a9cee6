import { systemClock } from '@switchback/platform/clock';

/**
 * V8 is still compiling during the first requests; the benchmarks measure a process that has been serving for a while.
 */
export const WARM_UP_REQUESTS = 30_000;

/**
 * Keeps `clients` requests in flight, each client sending its next one once the last is answered. Returns the rate
 * reached, in requests per second.
 */
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
 * Sends requests at a steady rate, whether or not earlier ones were answered. Each latency is measured from when the
 * request was due, so that a stall counts for every request due during it.
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

/** Holds the error until every request is sent: a rejection must not end the process in the middle of the loop. */
function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
