import { type EventLoopUtilization, monitorEventLoopDelay, performance } from 'node:perf_hooks';

/** Sampling interval of Node; each measurement includes this wait. */
const RESOLUTION_MS = 50;
const WINDOW_MS = 15_000;
/** Number of past windows that still count. */
const KEPT = 3;
/**
 * Minimum share of a window for which the loop must be busy. Below it, the next window is not measured: waking every 50
 * ms took half of the CPU time of an idle product.
 */
const IDLE_SHARE = 0.02;

interface Lag {
  /** In seconds, as is `p99`. */
  median: number;
  p99: number;
}

/** Delay of the event loop in running due callbacks. */
export interface LoopLag {
  /** Returns the worst values of the current and the retained windows, about a minute; reading has no side effects. */
  read(): Lag;
  close(): void;
}

export function watchLoopLag(): LoopLag {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  const ended: Lag[] = [];
  const now = (): Lag => ({ median: beyondWait(delays.percentile(50)), p99: beyondWait(delays.percentile(99)) });
  let usedBefore: EventLoopUtilization = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    ended.unshift(now());
    ended.length = Math.min(ended.length, KEPT);
    delays.reset();
    const used = performance.eventLoopUtilization();
    if (performance.eventLoopUtilization(used, usedBefore).utilization < IDLE_SHARE) delays.disable();
    else delays.enable();
    usedBefore = used;
  }, WINDOW_MS).unref();
  return {
    read() {
      const all = [now(), ...ended];
      return { median: Math.max(...all.map((lag) => lag.median)), p99: Math.max(...all.map((lag) => lag.p99)) };
    },
    close() {
      clearInterval(timer);
      delays.disable();
    },
  };
}

/** Subtracts the sampling interval; less than a millisecond is the timer's own resolution. */
function beyondWait(nanoseconds: number): number {
  const milliseconds = nanoseconds / 1e6 - RESOLUTION_MS;
  return milliseconds < 1 ? 0 : milliseconds / 1_000;
}
