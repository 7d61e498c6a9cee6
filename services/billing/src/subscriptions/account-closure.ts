import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Clock } from '@switchback/platform/clock';
import { deleteAnswers } from '@switchback/platform/db/idempotency';
import { CLOCK, LOGGER } from '@switchback/platform/nest/tokens';
import type { Logger } from '@switchback/platform/telemetry/logger';
import { IsNull, Not, Repository } from 'typeorm';
import { PAYMENTS, type Payments } from '../payments/payments.js';
import { deleteEventsOf, isEndable, lockLeaving, markGone, markLeaving } from './account-closure.sql.js';
import { Cancellation } from './cancellation.entity.js';
import { Customer } from './customer.entity.js';
import { Subscription } from './subscription.entity.js';
import { SubscriptionStore } from './subscription-store.js';

const BATCH = 100;
/** Shorter than the time limit for deleting an account. */
const PATIENCE_MS = 2_000;

/**
 * Ends the subscriptions of people who delete their accounts, before the deletion or as soon as the provider responds.
 */
@Injectable()
export class AccountClosure {
  constructor(
    @InjectRepository(Customer) private readonly customers: Repository<Customer>,
    private readonly store: SubscriptionStore,
    @Inject(PAYMENTS) private readonly payments: Pick<Payments, 'endAll'>,
    @Inject(CLOCK) private readonly clock: Pick<Clock, 'sleep'>,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  /**
   * Resolves once the person's subscription has ended, or its end is recorded as pending: the caller does not wait long
   * for a provider that does not respond. No-op for an unknown person.
   */
  async leave(userId: string): Promise<void> {
    await markLeaving(this.customers.manager, userId);
    const answered = new AbortController();
    const end = this.end(userId).finally(() => answered.abort());
    await Promise.race([end, this.clock.sleep(PATIENCE_MS, answered.signal)]);
  }

  /** Handles a deleted account: erases the person's data once the provider has ended their subscription. */
  async erase(userId: string): Promise<void> {
    await markGone(this.customers.manager, userId);
    await this.end(userId);
  }

  /** Retries people whose subscriptions the provider has not ended yet, the longest waiting first. */
  async sweep(): Promise<void> {
    const waiting = await this.customers.find({
      where: { leavingAt: Not(IsNull()) },
      order: { leavingAt: 'ASC' },
      take: BATCH,
    });
    for (const { userId } of waiting) await this.end(userId);
  }

  /**
   * Skips a person with a change in progress: no further change starts once they are leaving, and the sweep retries.
   */
  private async end(userId: string): Promise<void> {
    if (!(await isEndable(this.customers.manager, userId))) return;
    try {
      await this.payments.endAll(userId);
    } catch (error) {
      this.logger.warn({ error }, 'Cannot end the subscription of a closed account yet; retrying');
      return;
    }
    await this.customers.manager.transaction(async (manager) => {
      const held = await lockLeaving(manager, userId);
      if (!held) return;
      if (!held.gone) return this.store.endAll(manager, userId);
      await manager.delete(Subscription, { userId });
      await manager.delete(Cancellation, { userId });
      await deleteEventsOf(manager, userId);
      await deleteAnswers(manager, userId);
      await manager.delete(Customer, { userId });
    });
  }
}
