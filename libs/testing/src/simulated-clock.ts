import type { Clock } from '@switchback/platform/clock';

interface Timer {
  dueMs: number;
  fire(): void;
}

/** Time that jumps to the next timer as soon as nothing else is left to do: hours pass in milliseconds. */
export class SimulatedClock implements Clock {
  private elapsedMs = 0;
  private readonly timers = new Set<Timer>();
  private pumping = false;

  constructor(private readonly startMs = Date.UTC(2026, 0, 1)) {}

  now(): Date {
    return new Date(this.startMs + this.elapsedMs);
  }

  monotonicMs(): number {
    return this.elapsedMs;
  }

  sleep(delayMs: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const finish = () => {
        this.timers.delete(timer);
        signal?.removeEventListener('abort', finish);
        resolve();
      };
      const timer: Timer = { dueMs: this.elapsedMs + delayMs, fire: finish };
      this.timers.add(timer);
      signal?.addEventListener('abort', finish, { once: true });
      this.pump();
    });
  }

  /** An immediate runs once all promises have settled: everything still pending waits for time. */
  private pump(): void {
    if (this.pumping || this.timers.size === 0) return;
    this.pumping = true;
    setImmediate(() => {
      this.pumping = false;
      let first: Timer | undefined;
      for (const timer of this.timers) if (!first || timer.dueMs < first.dueMs) first = timer;
      if (!first) return;
      this.elapsedMs = Math.max(this.elapsedMs, first.dueMs);
      first.fire();
      this.pump();
    });
  }
}
