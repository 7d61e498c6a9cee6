import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Clock } from '@switchback/platform/clock';
import { type IdempotentRequest, storedAnswer } from '@switchback/platform/db/idempotency';
import { ProductError } from '@switchback/platform/errors';
import type { Ids } from '@switchback/platform/ids';
import { CLOCK, IDS } from '@switchback/platform/nest/tokens';
import { Repository } from 'typeorm';
import { acquireLease, leaseOf, renewLease } from './claims.sql.js';
import { Customer } from './customer.entity.js';

const RENEW_MS = 1_000;
const FIRST_POLL_MS = 50;
const LONGEST_POLL_MS = 1_000;
const WAIT_MS = 15_000;
/** Longer than any change takes; a change that hangs loses its lease. */
const HOLD_MAX_MS = 60_000;

/**
 * One change at a time for each person: a lease with a fencing token, so that no connection is held while the provider
 * works. If a lease expires under a holder that stalled, the provider's idempotency key keeps a purchase single.
 */
@Injectable()
export class Claims {
  constructor(
    @InjectRepository(Customer) private readonly customers: Repository<Customer>,
    @Inject(CLOCK) private readonly clock: Pick<Clock, 'monotonicMs' | 'sleep'>,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  /**
   * Runs `work` while no other request changes this person's subscription. A repeated request gets the answer of the
   * first. A claim that is no longer renewed is taken over once its lease expires; the caller waits for that instead of
   * getting an error.
   * @throws ProductError `subscriptionBusy` if another request is in progress or the person is leaving; `keyReused`.
   */
  async hold<Answer extends object>(
    userId: string,
    request: IdempotentRequest | null,
    work: () => Promise<Answer>,
  ): Promise<Answer> {
    const { manager } = this.customers;
    const token = this.ids.uuid();
    const untilMs = this.clock.monotonicMs() + WAIT_MS;
    const isLive = this.watch(userId);
    for (let pollMs = FIRST_POLL_MS; ; pollMs = Math.min(2 * pollMs, LONGEST_POLL_MS)) {
      const kept = request && (await storedAnswer<Answer>(manager, request));
      if (kept) return kept;
      if (await acquireLease(manager, userId, token)) break;
      if (this.clock.monotonicMs() > untilMs || (!request && (await isLive())))
        throw new ProductError('subscriptionBusy');
      await this.clock.sleep(pollMs);
    }
    const holdUntilMs = this.clock.monotonicMs() + HOLD_MAX_MS;
    // A failed renewal is retried; the lease outlasts three of them.
    const renewal = setInterval(() => {
      if (this.clock.monotonicMs() < holdUntilMs) void renewLease(manager, userId, token).catch(() => undefined);
    }, RENEW_MS);
    try {
      // The first of two requests may have finished between the check and the claim.
      return (request && (await storedAnswer<Answer>(manager, request))) ?? (await work());
    } finally {
      clearInterval(renewal);
      // If this fails, the next request waits for the lease to expire; the result of the work is returned anyway.
      await this.release(userId, token).catch(() => undefined);
    }
  }

  /** Returns a check for a live holder: true once the lease has changed, or if the person is leaving. */
  private watch(userId: string): () => Promise<boolean> {
    let first: string | null = null;
    return async () => {
      const row = await leaseOf(this.customers.manager, userId);
      if (!row) return true;
      first ??= row.lease;
      return row.lease !== null && row.lease !== first;
    };
  }

  /** An expired lease may already belong to another holder, hence the token. */
  private async release(userId: string, token: string): Promise<void> {
    await this.customers.update({ userId, busyToken: token }, { busyUntil: null, busyToken: null });
  }
}
