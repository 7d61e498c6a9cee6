import type { Clock } from '@switchback/platform/clock';

/** One lost connection may be a restart; several in a row are an outage. */
const FAILURES_MAX = 3;
const PAUSE_MS = 5_000;

/** Pauses the requests to an unreachable router, so that callers do not wait for it. */
export class RouterPause {
  /** Failed connections since the last answer. */
  private failures = 0;
  private untilMs = 0;

  constructor(private readonly clock: Pick<Clock, 'monotonicMs'>) {}

  get isOn(): boolean {
    return this.clock.monotonicMs() < this.untilMs;
  }

  reached(): void {
    this.failures = 0;
  }

  /** Returns whether a pause begins. */
  missed(): boolean {
    this.failures += 1;
    if (this.failures < FAILURES_MAX || this.isOn) return false;
    this.untilMs = this.clock.monotonicMs() + PAUSE_MS;
    return true;
  }
}
