import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { ProductError } from '@switchback/platform/errors';
import { type EntityManager, IsNull, Repository } from 'typeorm';
import { AUTH, type AuthPeer } from '../auth-peer.js';
import { ENDING_EVENTS, MAILED_EVENTS } from '../mails/billing-mail.js';
import { PAYMENTS, type Payments } from '../payments/payments.js';
import { MOVED_OUT, PAYMENT_FAILED, type ProviderEvent } from '../payments/provider-event.js';
import { SubscriptionStore } from '../subscriptions/subscription-store.js';
import { endedState, type SubscriptionState } from '../subscriptions/subscription-state.js';
import { subscriptionsOf } from '../subscriptions/subscription-store.sql.js';
import { endedUntil, insertEvent, recordOutcome } from './event-log.sql.js';
import { StoredEvent } from './stored-event.entity.js';

/** An event's subscriptions, and one of the people whom it names. */
interface Reported {
  provider: string;
  userId: string;
  reported: SubscriptionState[];
}

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
    const reported = await this.ownSnapshots(waiting);
    const people = await this.customersOf(waiting, reported);
    if (people.length === 0) {
      await recordOutcome(this.events.manager, waiting, 'none');
      return false;
    }
    const applied = type === PAYMENT_FAILED ? [] : people;
    for (const userId of applied)
      for (const state of await this.statesOf(this.events.manager, { provider, userId, reported }))
        await this.payments.storeState(state);
    return this.events.manager.transaction(async (manager) => {
      let isHero = false;
      for (const userId of applied) {
        await this.subscriptions.lock(manager, userId);
        for (const state of await this.statesOf(manager, { provider, userId, reported }))
          isHero = (await this.subscriptions.apply(manager, state))?.hero === true;
      }
      // A person who has subscribed again is not notified of an older end.
      const isStale = ENDING_EVENTS.includes(type) && isHero;
      const isMailed = waiting.snapshot !== null && MAILED_EVENTS.has(type) && !isStale;
      return (await recordOutcome(manager, waiting, isMailed ? 'mail' : 'applied')) && isMailed;
    });
  }

  /** A subscription that moved out ends for the person who had it, whichever customer the event names. */
  private async ownSnapshots({ type, snapshot, moreSnapshots }: StoredEvent): Promise<SubscriptionState[]> {
    const reported = snapshot ? [snapshot, ...moreSnapshots] : [];
    if (type !== MOVED_OUT) return reported;
    return Promise.all(
      reported.map(async (state) => ({
        ...state,
        userId: (await this.subscriptions.ownerOf(state.id)) ?? state.userId,
      })),
    );
  }

  /** Returns the people with an account among those whom an event names, in the order in which they are locked. */
  private async customersOf({ endedCustomer }: StoredEvent, reported: SubscriptionState[]): Promise<string[]> {
    const named = new Set(reported.map(({ userId }) => userId));
    if (endedCustomer !== null) named.add(endedCustomer);
    const customers: string[] = [];
    for (const userId of [...named].toSorted()) if (await this.isCustomer(userId)) customers.push(userId);
    return customers;
  }

  /**
   * Returns the states of a person's subscriptions that an event changes. If the provider ended the customer, nothing
   * older than that end remains, in whatever order its events arrive.
   */
  private async statesOf(
    manager: EntityManager,
    { provider, userId, reported }: Reported,
  ): Promise<SubscriptionState[]> {
    const until = await endedUntil(manager, provider, userId);
    const known = until === 0 ? [] : await subscriptionsOf(manager, userId);
    const theirs = reported.filter((state) => state.userId === userId);
    return [...theirs, ...known].map((state) => (state.resourceVersion > until ? state : endedState(state)));
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
