import type { Clock } from '@switchback/platform/clock';
import { PATIENCE_MS } from '../router/router.js';

/** Time for the rest of the call: the answer of the router becomes the answer to the caller. */
const REST_MS = 500;
/** For a caller without a deadline, whose signal may end the wait earlier. */
const DEFAULT_MS = 8_000;

/**
 * Returns how long a call may wait for its turn so that it is answered before its deadline: a call that misses it counts
 * as a failure of the whole service.
 * @param deadlineMs milliseconds since 1970.
 */
export function waitMsOf(deadlineMs: number | undefined, clock: Pick<Clock, 'now'>): number {
  if (deadlineMs === undefined) return DEFAULT_MS;
  return Math.max(0, deadlineMs - clock.now().getTime() - PATIENCE_MS - REST_MS);
}
