import { Inject, Injectable } from '@nestjs/common';
import type { Settings } from '@switchback/platform/config/settings';
import type { Limit, Limits } from '@switchback/platform/limits/limits';
import { LIMITS, SETTINGS } from '@switchback/platform/nest/tokens';
import { subscriber } from './addresses.js';

const WINDOW_MS = 60_000;

/**
 * Limits calls per IP address, in windows of a minute that start with the address's first call; a setting of 0 disables
 * the limit.
 */
@Injectable()
export class RateLimit {
  readonly #limit: Limit;
  readonly #streets: Limit;
  readonly #limits: Pick<Limits, 'count'>;

  constructor(
    @Inject(SETTINGS) { READ_LIMIT_PER_MINUTE }: Pick<Settings, 'READ_LIMIT_PER_MINUTE'>,
    @Inject(LIMITS) limits: Pick<Limits, 'count'>,
  ) {
    this.#limit = { name: 'calls', calls: READ_LIMIT_PER_MINUTE, windowMs: WINDOW_MS };
    this.#streets = { ...this.#limit, name: 'streets' };
    this.#limits = limits;
  }

  /** Counts a call. Returns 0 if it is allowed, else the seconds until the caller may retry. */
  count(address: string): Promise<number> {
    return this.#count(this.#limit, address);
  }

  /**
   * Counts a range of the street map, apart from the calls: a map that moves reads many, and must not block the rest of
   * the page.
   */
  countStreets(address: string): Promise<number> {
    return this.#count(this.#streets, address);
  }

  async #count(limit: Limit, address: string): Promise<number> {
    if (limit.calls === 0) return 0;
    return Math.ceil((await this.#limits.count(limit, subscriber(address))) / 1_000);
  }
}
