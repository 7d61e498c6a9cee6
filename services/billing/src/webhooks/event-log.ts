import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { ProductError } from '@switchback/platform/errors';
import { IsNull, Repository } from 'typeorm';
import { AUTH, type AuthPeer } from '../auth-peer.js';
import { ENDING_EVENTS, MAILED_EVENTS } from '../mails/billing-mail.js';
import { PAYMENTS, type Payments } from '../payments/payments.js';
import { MOVED_OUT, PAYMENT_FAILED, type ProviderEvent } from '../payments/provider-event.js';
import { SubscriptionStore } from '../subscriptions/subscription-store.js';
import type { SubscriptionState } from '../subscriptions/subscription-state.js';
import { insertEvent, recordOutcome } from './event-log.sql.js';
import { StoredEvent } from './stored-event.entity.js';

/** Stores each of the provider's events before the response and applies it once. */
@Injectable()
export class EventLog {
  constructor(
    @InjectRepository(StoredEvent) private readonly events: Repository<StoredEvent>,
    private readonly subscriptions: SubscriptionStore,
    @Inject(PAYMENTS) private readonly payments: Pick<Payments, 'storeState'>,
    @Inject(AUTH) private readonly auth: AuthPeer,
  ) {}

  /** No-op if the event is already stored. */
  store(provider: string, event: ProviderEvent): Promise<void> {
    return insertEvent(this.events.manager, provider, event);
  }

  /**
   * No-op if the event is already applied.
   * @returns whether the person is notified by mail.
   * @throws ProductError if another service is unavailable.
   */
  async apply(provider: string, id: string): Promise<boolean> {
    const waiting = await this.events.findOneBy({ provider, id, appliedAt: IsNull() });
    if (!waiting) return false;
    const { type } = waiting;
    const snapshot = await this.ownSnapshot(waiting);
    if (!snapshot || !(await this.isCustomer(snapshot.userId))) {
      await recordOutcome(this.events.manager, waiting, 'none');
      return false;
    }
    if (type !== PAYMENT_FAILED) await this.payments.storeState(snapshot);
    return this.events.manager.transaction(async (manager) => {
      const known = type === PAYMENT_FAILED ? null : await this.subscriptions.apply(manager, snapshot);
      // A person who has subscribed again is not notified of an older end.
      const isStale = ENDING_EVENTS.includes(type) && known?.hero === true;
      const isMailed = MAILED_EVENTS.has(type) && !isStale;
      return (await recordOutcome(manager, waiting, isMailed ? 'mail' : 'applied')) && isMailed;
    });
  }

  /** A subscription that moved out ends for the person who had it, whichever customer the event names. */
  private async ownSnapshot({ type, snapshot }: StoredEvent): Promise<SubscriptionState | null> {
    if (!snapshot || type !== MOVED_OUT) return snapshot;
    return { ...snapshot, userId: (await this.subscriptions.ownerOf(snapshot.id)) ?? snapshot.userId };
  }

  /** Also accepts a person who is first known from an event, if the account exists. */
  private async isCustomer(userId: string): Promise<boolean> {
    if (await this.subscriptions.knows(userId)) return true;
    const auth = await this.auth();
    try {
      await auth.getAccount({}, { requestId: 'billing-event', caller: { userId, accountType: 'free' } });
      return true;
    } catch (error) {
      if (error instanceof ProductError && error.error === 'invalidSession') return false;
      throw error;
    }
  }
}
