import type { Clock } from '../../clock.js';
import type { Limit, Limits } from '../limits.js';

const KEYS_MAX = 20_000;

interface Window {
  endsAtMs: number;
  calls: number;
}

/** Limits within this process, for a bounded number of keys. */
export class MemoryLimits implements Limits {
  readonly #windows = new Map<string, Map<string, Window>>();
  readonly #clock: Pick<Clock, 'monotonicMs'>;

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  async count(limit: Limit, key: string): Promise<number> {
    const now = this.#clock.monotonicMs();
    const windows = this.#windowsOf(limit.name);
    const window = windows.get(key);
    if (!window || window.endsAtMs <= now) {
      windows.delete(key);
      makeRoom(windows);
      windows.set(key, { endsAtMs: now + limit.windowMs, calls: 1 });
      return limit.calls > 0 ? 0 : limit.windowMs;
    }
    window.calls += 1;
    return window.calls <= limit.calls ? 0 : Math.max(1, window.endsAtMs - now);
  }

  async giveBack(limit: Limit, key: string): Promise<void> {
    const window = this.#windowsOf(limit.name).get(key);
    if (window && window.calls > 0) window.calls -= 1;
  }

  /** Number of keys currently stored, over all limits. */
  get size(): number {
    return [...this.#windows.values()].reduce((total, windows) => total + windows.size, 0);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  #windowsOf(name: string): Map<string, Window> {
    const windows = this.#windows.get(name) ?? new Map<string, Window>();
    this.#windows.set(name, windows);
    return windows;
  }
}

/**
 * Deletes the oldest window if the limit of keys is reached. Windows are equally long and ordered by their start, so
 * the first one ends first.
 */
function makeRoom(windows: Map<string, Window>): void {
  if (windows.size < KEYS_MAX) return;
  const oldest = windows.keys().next();
  if (!oldest.done) windows.delete(oldest.value);
}
