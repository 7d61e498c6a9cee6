import type { OnApplicationBootstrap } from '@nestjs/common';
import { availableParallelism } from 'node:os';
import { ProductError } from '@switchback/platform/errors';
import { Slots } from '@switchback/platform/slots';
import { HASH_COST, type HashCost, hashPassword, verifyPassword } from './password-hash.js';

/** libuv has four threads for file access, name lookups and hashes: one stays free for the other work. */
const THREADS_MAX = 3;
/**
 * Lets a crowd of 64 in on the smallest machine. At 50 ms per hash and two hashes per sign-up, the last request waits
 * seven seconds on any number of cores, out of the ten that calls with passwords have; later requests should retry.
 */
const WAITING_PER_CORE = 70;
const RETRY = { retryAfterSeconds: 4 };

export interface PasswordVerdict {
  isRight: boolean;
  /** Whether the password should be hashed again at today's cost. */
  isOutdated: boolean;
}

interface Options {
  cost?: HashCost;
  /** Cores of the machine. */
  cores?: number;
  runningMax?: number;
  waitingMax?: number;
}

/**
 * Hashes and verifies passwords in order of arrival, with limited concurrency so that a flood of logins leaves the
 * process some threads. Ignores spaces around a password.
 */
export class PasswordHasher implements OnApplicationBootstrap {
  readonly #cost: HashCost;
  readonly #slots: Slots;
  #dummy: Promise<string> | undefined;

  constructor({ cost = HASH_COST, cores = availableParallelism(), runningMax, waitingMax }: Options = {}) {
    const used = Math.min(THREADS_MAX, cores);
    // One more than there are cores, so that no core idles while the event loop handles a finished hash.
    const running = runningMax ?? Math.min(THREADS_MAX, used + 1);
    const waiting = waitingMax ?? WAITING_PER_CORE * used;
    this.#cost = cost;
    // Not an error of the service: a circuit breaker would cut off everyone's sessions.
    this.#slots = new Slots(running, waiting, () => new ProductError('tooManyRequests', { additional: RETRY }));
  }

  /**
   * @param deadlineMs when the caller stops waiting, in milliseconds since 1970.
   * @throws ProductError `tooManyRequests` if too many calls are already waiting; `timeout` past the deadline.
   */
  hash(password: string, deadlineMs = Infinity): Promise<string> {
    return this.#inTurn(() => hashPassword(password.trim(), this.#cost), deadlineMs);
  }

  /**
   * @param stored null if there is nothing to compare with: takes as long, and never matches.
   * @throws ProductError as {@link hash}.
   */
  verify(password: string, stored: string | null, deadlineMs = Infinity): Promise<PasswordVerdict> {
    return this.#inTurn(() => this.#compare(password, stored), deadlineMs);
  }

  /**
   * Verifies a password and hashes it again whatever the result, in one slot, so that no call is refused halfway.
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

  /** Computes the dummy hash before the first login, so that its timing reveals nothing either. */
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
