import type { Clock } from '../clock.js';

/**
 * Wakes waiting loops. Waiters pass the version that they saw, so a notification between a check and a wait is not
 * lost.
 */
export class Signal {
  private count = 0;
  private waiters = new Set<() => void>();

  get version(): number {
    return this.count;
  }

  notify(): void {
    this.count += 1;
    const waiters = this.waiters;
    this.waiters = new Set();
    for (const wake of waiters) wake();
  }

  /** Resolves at the first notification after `seenVersion`. */
  async next(seenVersion: number): Promise<void> {
    if (this.count === seenVersion) await new Promise<void>((resolve) => this.waiters.add(resolve));
  }

  /** Resolves at the first notification after `seenVersion`, or after `timeoutMs`. */
  async wait(seenVersion: number, timeoutMs: number, clock: Clock): Promise<void> {
    if (this.count !== seenVersion) return;
    const woken = new AbortController();
    const wake = () => woken.abort();
    this.waiters.add(wake);
    await clock.sleep(timeoutMs, woken.signal);
    this.waiters.delete(wake);
  }
}
