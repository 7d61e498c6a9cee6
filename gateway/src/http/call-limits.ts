import { Inject, Injectable } from '@nestjs/common';
import type { Settings } from '@switchback/platform/config/settings';
import { ProductError } from '@switchback/platform/errors';
import type { Limit, Limits } from '@switchback/platform/limits/limits';
import { LIMITS, SETTINGS } from '@switchback/platform/nest/tokens';
import type { Call } from '@switchback/platform/rpc/call';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Previews count separately, so that a photo that is previewed and then submitted counts once. */
export type FileUse = 'upload' | 'preview';

/**
 * Rate limits of calls that reveal, cost or disturb more than usual. The key is never user input, which could change
 * with each call. Each method throws a ProductError `tooManyRequests` with the time to retry.
 */
@Injectable()
export class CallLimits {
  readonly #limits: Pick<Limits, 'count'>;
  readonly #settings: Settings;
  readonly #usernameChecks: Limit;
  readonly #messages: Limit;
  readonly #messagesOfAll: Limit;
  readonly #directions: Limit;
  readonly #ways: Limit;
  readonly #plans: Limit;

  constructor(@Inject(LIMITS) limits: Pick<Limits, 'count'>, @Inject(SETTINGS) settings: Settings) {
    const { USERNAME_CHECKS_PER_ADDRESS, MESSAGES_PER_ADDRESS, MESSAGES_PER_HOUR } = settings;
    this.#limits = limits;
    this.#settings = settings;
    this.#directions = { name: 'directions-person', calls: settings.DIRECTIONS_PER_PERSON, windowMs: MINUTE_MS };
    this.#ways = { name: 'ways', calls: settings.DIRECTIONS_PER_PERSON, windowMs: MINUTE_MS };
    this.#plans = { name: 'plans', calls: settings.DIRECTIONS_PER_PERSON, windowMs: MINUTE_MS };
    this.#usernameChecks = { name: 'username-check', calls: USERNAME_CHECKS_PER_ADDRESS, windowMs: 15 * MINUTE_MS };
    this.#messages = { name: 'message-address', calls: MESSAGES_PER_ADDRESS, windowMs: HOUR_MS };
    this.#messagesOfAll = { name: 'message-all', calls: MESSAGES_PER_HOUR, windowMs: HOUR_MS };
  }

  /** Limited because the answer reveals which usernames exist. */
  checkUsername(address: string): Promise<void> {
    return this.#count(this.#usernameChecks, address);
  }

  /** Limited because the staff must read it. */
  async sendMessage(address: string): Promise<void> {
    await this.#count(this.#messages, address);
    await this.#count(this.#messagesOfAll, 'all');
  }

  /** Limited because the file may be in the storage before its sender is known. */
  uploadFrom(address: string, use: FileUse): Promise<void> {
    return this.#count(
      { name: `${use}-address`, calls: this.#settings.UPLOADS_PER_ADDRESS, windowMs: HOUR_MS },
      address,
    );
  }

  uploadBy(userId: string, use: FileUse): Promise<void> {
    return this.#count({ name: `${use}-person`, calls: this.#settings.UPLOADS_PER_PERSON, windowMs: HOUR_MS }, userId);
  }

  /** Limited because it uses a router, or a paid one. */
  findWay(userId: string): Promise<void> {
    return this.#count(this.#directions, userId);
  }

  /** Limited because it uses a router for each pair of drives; a visitor counts by the address. */
  findWays({ caller }: Pick<Call, 'caller'>, address: string): Promise<void> {
    return this.#count(this.#ways, caller?.userId ?? address);
  }

  /** Limited because it uses a router many times; a visitor counts by the address. */
  planFrom({ caller }: Pick<Call, 'caller'>, address: string): Promise<void> {
    return this.#count(this.#plans, caller?.userId ?? address);
  }

  /** @param key the address of a subscriber, or a user id. */
  async #count(limit: Limit, key: string): Promise<void> {
    const retryAfterMs = await this.#limits.count(limit, key);
    if (retryAfterMs === 0) return;
    const minutes = Math.ceil(retryAfterMs / MINUTE_MS);
    throw new ProductError('tooManyRequests', {
      ...(minutes > 1 && { message: `Please try again in ${minutes} minutes.` }),
      additional: { retryAfterSeconds: Math.ceil(retryAfterMs / 1_000) },
    });
  }
}
