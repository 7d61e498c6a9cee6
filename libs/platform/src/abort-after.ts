import type { Clock } from './clock.js';

/**
 * Runs work with a signal that aborts after a time on a clock, or with the caller's signal. Unlike
 * `AbortSignal.timeout`, it follows a simulated clock and leaves no timer behind.
 */
export async function abortAfter<T>(
  clock: Pick<Clock, 'sleep'>,
  limitMs: number,
  signal: AbortSignal | undefined,
  work: (until: AbortSignal) => Promise<T>,
): Promise<T> {
  const [over, ended] = [new AbortController(), new AbortController()];
  void clock.sleep(limitMs, ended.signal).then(() => {
    if (!ended.signal.aborted) over.abort(new DOMException('The time is up.', 'TimeoutError'));
  });
  try {
    return await work(signal ? AbortSignal.any([signal, over.signal]) : over.signal);
  } finally {
    ended.abort();
  }
}
