import { Injectable } from '@nestjs/common';
import { ProductError } from '@switchback/platform/errors';
import type { Limit, Limits } from '@switchback/platform/limits/limits';
import { type CallLimitSettings, Part } from '../gateway-parts.js';

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
  readonly #limits: Pick<Limits, 'take'>;
  readonly #settings: CallLimitSettings;
  readonly #usernameChecks: Limit;
  readonly #messages: Limit;
  readonly #messagesOfAll: Limit;
  readonly #directions: Limit;

  constructor(@Part('limits') limits: Pick<Limits, 'take'>, @Part('settings') settings: CallLimitSettings) {
    const { USERNAME_CHECKS_PER_ADDRESS, MESSAGES_PER_ADDRESS, MESSAGES_PER_HOUR } = settings;
    this.#limits = limits;
    this.#settings = settings;
    this.#directions = { name: 'directions-person', calls: settings.DIRECTIONS_PER_PERSON, windowMs: MINUTE_MS };
    this.#usernameChecks = { name: 'username-check', calls: USERNAME_CHECKS_PER_ADDRESS, windowMs: 15 * MINUTE_MS };
    this.#messages = { name: 'message-address', calls: MESSAGES_PER_ADDRESS, windowMs: HOUR_MS };
    this.#messagesOfAll = { name: 'message-all', calls: MESSAGES_PER_HOUR, windowMs: HOUR_MS };
  }

  /** Limited because the answer reveals which usernames exist. */
  checkUsername(address: string): Promise<void> {
    return this.#take(this.#usernameChecks, address);
  }

  /** Limited because the staff must read it. */
  async sendMessage(address: string): Promise<void> {
    await this.#take(this.#messages, address);
    await this.#take(this.#messagesOfAll, 'all');
  }

  /** Limited because the file may be in the storage before its sender is known. */
  uploadFrom(address: string, use: FileUse): Promise<void> {
    return this.#take(
      { name: `${use}-address`, calls: this.#settings.UPLOADS_PER_ADDRESS, windowMs: HOUR_MS },
      address,
    );
  }

  uploadBy(userId: string, use: FileUse): Promise<void> {
    return this.#take({ name: `${use}-person`, calls: this.#settings.UPLOADS_PER_PERSON, windowMs: HOUR_MS }, userId);
  }

  /** Limited because it uses a router, or a paid one. */
  findWay(userId: string): Promise<void> {
    return this.#take(this.#directions, userId);
  }

  /** @param key the address of a subscriber, or a user id. */
  async #take(limit: Limit, key: string): Promise<void> {
    const retryAfterMs = await this.#limits.take(limit, key);
    if (retryAfterMs === 0) return;
    const minutes = Math.ceil(retryAfterMs / MINUTE_MS);
    throw new ProductError('tooManyRequests', {
      ...(minutes > 1 && { message: `Please try again in ${minutes} minutes.` }),
      additional: { retryAfterSeconds: Math.ceil(retryAfterMs / 1_000) },
    });
  }
}
