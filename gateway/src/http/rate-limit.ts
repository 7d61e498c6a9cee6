import type { Limit, Limits } from '@switchback/platform/limits/limits';
import { subscriber } from './addresses.js';

const WINDOW_MS = 60_000;

/** Counts calls by address in windows of a minute that begin with an address's first call. */
export class RateLimit {
  readonly #limit: Limit;
  readonly #limits: Pick<Limits, 'take'>;

  /** @param perMinute calls an address may make; 0 sets no limit. */
  constructor(perMinute: number, limits: Pick<Limits, 'take'>) {
    this.#limit = { name: 'calls', calls: perMinute, windowMs: WINDOW_MS };
    this.#limits = limits;
  }

  /** Counts a call. Answers 0 when it may go on, else after how many seconds the caller may try again. */
  async take(address: string): Promise<number> {
    if (this.#limit.calls === 0) return 0;
    return Math.ceil((await this.#limits.take(this.#limit, subscriber(address))) / 1_000);
  }
}
