import type { OnApplicationBootstrap } from '@nestjs/common';
import { availableParallelism } from 'node:os';
import { ProductError } from '@switchback/platform/errors';
import { Slots } from '@switchback/platform/slots';
import { HASH_COST, type HashCost, hashPassword, verifyPassword } from './password-hash.js';

/** libuv has four threads for files, names and hashes alike: one stays free for what is not a hash. */
const THREADS_MAX = 3;
/**
 * A crowd of 64 gets in on the smallest machine. At 50 ms a hash, two of which a sign-up takes, the last one in waits seven
 * seconds on however many cores, of the ten that the calls with passwords have: whoever comes then had better come again.
 */
const WAITING_PER_CORE = 70;
const RETRY = { retryAfterSeconds: 4 };

export interface PasswordVerdict {
  isRight: boolean;
  /** The moment to hash it anew. */
  isOutdated: boolean;
}

interface Options {
  cost?: HashCost;
  /** Of the machine. */
  cores?: number;
  runningMax?: number;
  waitingMax?: number;
}

/**
 * Hashes and checks passwords, so many at a time that a flood of logins leaves the process its threads, and one after the
 * other in the order they came. Spaces around a password do not count.
 */
export class PasswordHasher implements OnApplicationBootstrap {
  readonly #cost: HashCost;
  readonly #slots: Slots;
  #dummy: Promise<string> | undefined;

  constructor({ cost = HASH_COST, cores = availableParallelism(), runningMax, waitingMax }: Options = {}) {
    const used = Math.min(THREADS_MAX, cores);
    // One more than there are cores, so that none stands idle while the event loop sees to the hash that is done.
    const running = runningMax ?? Math.min(THREADS_MAX, used + 1);
    const waiting = waitingMax ?? WAITING_PER_CORE * used;
    this.#cost = cost;
    // Not a sign that the service is ill: a breaker would keep everybody's sessions from it.
    this.#slots = new Slots(running, waiting, () => new ProductError('tooManyRequests', { additional: RETRY }));
  }

  /**
   * @param deadlineMs when nobody waits any more, in milliseconds since 1970.
   * @throws ProductError `tooManyRequests` when too many wait already; `timeout` past the deadline.
   */
  hash(password: string, deadlineMs = Infinity): Promise<string> {
    return this.#inTurn(() => hashPassword(password.trim(), this.#cost), deadlineMs);
  }

  /**
   * @param stored null where there is nothing to compare with: that takes as long, and is wrong.
   * @throws ProductError as {@link hash}.
   */
  verify(password: string, stored: string | null, deadlineMs = Infinity): Promise<PasswordVerdict> {
    return this.#inTurn(() => this.#compare(password, stored), deadlineMs);
  }

  /**
   * Checks a password and hashes it anew whatever comes of it, in one turn: nobody is turned away half way.
   * @throws ProductError as {@link hash}.
   */
  verifyAndHash(
    password: string,
    stored: string | null,
    deadlineMs = Infinity,
  ): Promise<{ isRight: boolean; hash: string }> {
    return this.#inTurn(async () => {
      const { isRight } = await this.#compare(password, stored);
      return { isRight, hash: await hashPassword(password.trim(), this.#cost) };
    }, deadlineMs);
  }

  /** Made ahead of the first login, so that it tells nothing either. */
  async onApplicationBootstrap(): Promise<void> {
    await this.#nobodys();
  }

  async #compare(password: string, stored: string | null): Promise<PasswordVerdict> {
    const { isRight, isOutdated } = await verifyPassword(
      password.trim(),
      stored ?? (await this.#nobodys()),
      this.#cost,
    );
    return { isRight: isRight && stored !== null, isOutdated };
  }

  #nobodys(): Promise<string> {
    return (this.#dummy ??= hashPassword('nobody', this.#cost));
  }

  #inTurn<T>(work: () => Promise<T>, deadlineMs: number): Promise<T> {
    return this.#slots.run(() => {
      if (Date.now() >= deadlineMs) throw new ProductError('timeout');
      return work();
    });
  }
}
