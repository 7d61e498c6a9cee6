import { systemClock } from '@switchback/platform/clock';

const POLL_MS = 10;
/** Guards against hangs, generous enough for a busy machine. */
const DEFAULT_TIMEOUT_MS = 30_000;

/**
 * Waits until the condition holds.
 * @throws Error that names `what` on timeout.
 */
export async function waitUntil(
  what: string,
  condition: () => boolean | Promise<boolean>,
  timeoutMs = DEFAULT_TIMEOUT_MS,
): Promise<void> {
  const deadlineMs = systemClock.monotonicMs() + timeoutMs;
  while (!(await condition())) {
    if (systemClock.monotonicMs() > deadlineMs)
      throw new Error(`Timed out after ${timeoutMs} ms, waiting for: ${what}`);
    await systemClock.sleep(POLL_MS);
  }
}
