import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '@switchback/platform/clock';
import { deleteAnswers } from '@switchback/platform/db/idempotency';
import { CLOCK, LOGGER } from '@switchback/platform/nest/tokens';
import type { Logger } from '@switchback/platform/telemetry/logger';
import { DataSource } from 'typeorm';
import { PAYMENTS, type Payments } from '../payments/payments.js';
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
    private readonly source: DataSource,
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
    await this.source.query(
      'update customer set leaving_at = coalesce(leaving_at, clock_timestamp()) where user_id = $1',
      [userId],
    );
    const answered = new AbortController();
    const end = this.end(userId).finally(() => answered.abort());
    await Promise.race([end, this.clock.sleep(PATIENCE_MS, answered.signal)]);
  }

  /** Handles a deleted account: erases the person's data once the provider has ended their subscription. */
  async erase(userId: string): Promise<void> {
    await this.source.query(
      `update customer set leaving_at = coalesce(leaving_at, clock_timestamp()), gone = true where user_id = $1`,
      [userId],
    );
    await this.end(userId);
  }

  /** Retries people whose subscriptions the provider has not ended yet, the longest waiting first. */
  async sweep(): Promise<void> {
    const waiting = await this.source.query<{ userId: string }[]>(
      `select user_id as "userId" from customer where leaving_at is not null order by leaving_at limit ${BATCH}`,
    );
    for (const { userId } of waiting) await this.end(userId);
  }

  /**
   * Skips a person with a change in progress: no further change starts once they are leaving, and the sweep retries.
   */
  private async end(userId: string): Promise<void> {
    const [customer] = await this.source.query<unknown[]>(
      `select 1 from customer where user_id = $1 and leaving_at is not null
         and (busy_until is null or busy_until < clock_timestamp())`,
      [userId],
    );
    if (!customer) return;
    try {
      await this.payments.endAll(userId);
    } catch (error) {
      this.logger.warn({ error }, 'A subscription of a closed account could not be ended yet');
      return;
    }
    await this.source.transaction(async (manager) => {
      const [held] = await manager.query<{ gone: boolean }[]>(
        'select gone from customer where user_id = $1 and leaving_at is not null for update',
        [userId],
      );
      if (!held) return;
      if (!held.gone) return this.store.endAll(manager, userId);
      await manager.query('delete from subscription where user_id = $1', [userId]);
      await manager.query('delete from cancellation where user_id = $1', [userId]);
      await manager.query(`delete from provider_event where snapshot->>'userId' = $1`, [userId]);
      await deleteAnswers(manager, userId);
      await manager.query('delete from customer where user_id = $1', [userId]);
    });
  }
}
