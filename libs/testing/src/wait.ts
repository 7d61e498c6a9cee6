import { systemClock } from '@switchback/platform/clock';

const POLL_MS = 10;
/** A guard against hangs: a machine that is busy takes its time. */
const DEFAULT_TIMEOUT_MS = 30_000;

/**
 * Waits until the condition holds.
 * @throws Error naming `what` when it does not within the time.
 */
export async function waitUntil(
  what: string,
  condition: () => boolean | Promise<boolean>,
  timeoutMs = DEFAULT_TIMEOUT_MS,
): Promise<void> {
  const deadlineMs = systemClock.monotonicMs() + timeoutMs;
  while (!(await condition())) {
    if (systemClock.monotonicMs() > deadlineMs) throw new Error(`Waited ${timeoutMs} ms in vain for: ${what}`);
    await systemClock.sleep(POLL_MS);
  }
}
