import { type Clock, systemClock } from '@switchback/platform/clock';

interface Timer {
  dueMs: number;
  /** Schedules {@link fire} after the real time that is left. */
  wait(leftMs: number): void;
  fire(): void;
}

export interface TestClockOptions {
  /**
   * Whether time jumps to the next timer as soon as nothing else is left to do, from a fixed date: hours pass in
   * milliseconds. By default, durations are real.
   */
  skipsIdle?: boolean;
}

const FIXED_START_MS = Date.UTC(2026, 0, 1);
/** Longer timeouts fire at once. */
const TIMEOUT_MAX_MS = 2 ** 31 - 1;

/** Wall time that changes only by jumps: those of a test, and with `skipsIdle` those to the next timer. */
export class TestClock implements Clock {
  readonly #skipsIdle: boolean;
  readonly #startMs: number;
  readonly #timers = new Set<Timer>();
  #aheadMs = 0;
  #isPumping = false;

  constructor({ skipsIdle = false }: TestClockOptions = {}) {
    this.#skipsIdle = skipsIdle;
    this.#startMs = skipsIdle ? FIXED_START_MS : systemClock.now().getTime();
  }

  now(): Date {
    return new Date(this.#startMs + this.#aheadMs);
  }

  monotonicMs(): number {
    return this.#skipsIdle ? this.#aheadMs : systemClock.monotonicMs() + this.#aheadMs;
  }

  /** Jumps ahead, which wakes the sleepers that are due. */
  advance(byMs: number): void {
    this.#aheadMs += byMs;
    const nowMs = this.monotonicMs();
    for (const timer of [...this.#timers].toSorted((a, b) => a.dueMs - b.dueMs)) {
      if (timer.dueMs <= nowMs) timer.fire();
      else timer.wait(timer.dueMs - nowMs);
    }
  }

  sleep(delayMs: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      let real: NodeJS.Timeout | undefined;
      const fire = () => {
        clearTimeout(real);
        this.#timers.delete(timer);
        signal?.removeEventListener('abort', fire);
        resolve();
      };
      const wait = (leftMs: number) => {
        if (this.#skipsIdle) return this.#pump();
        clearTimeout(real);
        real = setTimeout(fire, Math.min(leftMs, TIMEOUT_MAX_MS));
      };
      const timer: Timer = { dueMs: this.monotonicMs() + delayMs, wait, fire };
      this.#timers.add(timer);
      signal?.addEventListener('abort', fire, { once: true });
      wait(delayMs);
    });
  }

  /** An immediate runs once all promises have settled: everything still pending waits for time. */
  #pump(): void {
    if (this.#isPumping || this.#timers.size === 0) return;
    this.#isPumping = true;
    setImmediate(() => {
      this.#isPumping = false;
      let first: Timer | undefined;
      for (const timer of this.#timers) if (!first || timer.dueMs < first.dueMs) first = timer;
      if (!first) return;
      this.#aheadMs = Math.max(this.#aheadMs, first.dueMs);
      first.fire();
      this.#pump();
    });
  }
}
