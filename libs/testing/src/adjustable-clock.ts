import { type Clock, systemClock } from '@switchback/platform/clock';

/** Wall time that changes only by a test's jumps, with real durations; a long enough jump also wakes sleepers. */
export class AdjustableClock implements Clock {
  private readonly startMs = systemClock.now().getTime();
  private aheadMs = 0;
  private jumped = new AbortController();

  now(): Date {
    return new Date(this.startMs + this.aheadMs);
  }

  monotonicMs(): number {
    return systemClock.monotonicMs() + this.aheadMs;
  }

  advance(byMs: number): void {
    this.aheadMs += byMs;
    const { jumped } = this;
    this.jumped = new AbortController();
    jumped.abort();
  }

  async sleep(delayMs: number, signal?: AbortSignal): Promise<void> {
    const dueMs = this.monotonicMs() + delayMs;
    for (;;) {
      const leftMs = dueMs - this.monotonicMs();
      if (leftMs <= 0 || signal?.aborted) return;
      const woken = AbortSignal.any([this.jumped.signal, ...(signal ? [signal] : [])]);
      await systemClock.sleep(leftMs, woken);
    }
  }
}
