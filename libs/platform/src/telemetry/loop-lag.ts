import { type EventLoopUtilization, monitorEventLoopDelay, performance } from 'node:perf_hooks';

/** How often Node looks; each measurement includes this wait. */
const RESOLUTION_MS = 50;
const WINDOW_MS = 15_000;
/** Windows that have ended and still count. */
const KEPT = 3;
/**
 * Share of a window the loop was busy for. Below it nothing is measured in the next one: waking every 50 ms took half of the
 * processor time of an idle product.
 */
const IDLE_SHARE = 0.02;

interface Lag {
  /** In seconds, like the next. */
  median: number;
  p99: number;
}

/** How late the event loop comes to what is due. */
export interface LoopLag {
  /** The worst of the window under way and those kept, about a minute; reading changes nothing. */
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

/** Under a millisecond is the timer's own grain. */
function beyondWait(nanoseconds: number): number {
  const milliseconds = nanoseconds / 1e6 - RESOLUTION_MS;
  return milliseconds < 1 ? 0 : milliseconds / 1_000;
}
