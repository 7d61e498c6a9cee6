import { isHeroStatus } from '@switchback/contracts/rules/billing';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { EventFactory } from '@switchback/platform/events/event';
import { appendToOutbox } from '@switchback/platform/events/outbox';
import { entitlementsTopic } from '@switchback/platform/events/topics';
import type { EntitlementEvent } from '@switchback/proto/billing/v1/events';
import { type EntityManager, IsNull, Repository } from 'typeorm';
import { PAYMENTS, type Payments } from '../payments/payments.js';
import { Customer } from './customer.entity.js';
import { Subscription } from './subscription.entity.js';
import { current, latest, type SubscriptionState } from './subscription-state.js';
import {
  cancelAll,
  cancelOfSandbox,
  customersOfSandbox,
  insertCustomer,
  lockCustomer,
  subscriptionsOf,
  upsertSubscription,
} from './subscription-store.sql.js';

const SANDBOX_BATCH = 1_000;

/** Stores the known subscriptions and publishes entitlements: each change and its event share one transaction. */
@Injectable()
export class SubscriptionStore {
  constructor(
    @InjectRepository(Customer) private readonly customers: Repository<Customer>,
    @InjectRepository(Subscription) private readonly subscriptions: Repository<Subscription>,
    private readonly events: EventFactory,
    @Inject(PAYMENTS) private readonly payments: Pick<Payments, 'provider'>,
  ) {}

  /** Returns the person's current subscription; null if there is none. */
  async find(userId: string): Promise<SubscriptionState | null> {
    return current(await subscriptionsOf(this.subscriptions.manager, userId));
  }

  /** Returns the person who has the subscription; null for an unknown subscription. */
  async ownerOf(subscriptionId: string): Promise<string | null> {
    const stored = await this.subscriptions.findOneBy({ id: subscriptionId });
    return stored?.userId ?? null;
  }

  /** Whether a person ever used this service or had a subscription, and is not leaving. */
  knows(userId: string): Promise<boolean> {
    return this.customers.existsBy({ userId, leavingAt: IsNull() });
  }

  /** Serializes changes of a person's subscriptions until the transaction ends. */
  async lock(manager: EntityManager, userId: string): Promise<void> {
    await insertCustomer(manager, userId);
    await lockCustomer(manager, userId);
  }

  /**
   * Applies a state from the provider, unless a newer one is known.
   * @returns the person's entitlement now; null if they have left.
   */
  async apply(manager: EntityManager, state: SubscriptionState): Promise<EntitlementEvent | null> {
    await insertCustomer(manager, state.userId);
    const customer = await lockCustomer(manager, state.userId);
    if (!customer || customer.hasLeft) return null;
    const stored = await subscriptionsOf(manager, state.userId);
    const mine = stored.find(({ id }) => id === state.id) ?? null;
    if (latest(mine, state) === state) await upsertSubscription(manager, this.payments.provider, state);
    return this.entitle(manager, { userId: state.userId, ...customer });
  }

  /**
   * Ends subscriptions sold by the sandbox once another provider is set, since they were never paid for. Bounded by a
   * batch.
   */
  async endSandbox(): Promise<void> {
    if (this.payments.provider === 'sandbox') return;
    const { manager: connection } = this.customers;
    for (const { userId } of await customersOfSandbox(connection, SANDBOX_BATCH))
      await connection.transaction(async (manager) => {
        const customer = await lockCustomer(manager, userId);
        await cancelOfSandbox(manager, userId);
        if (customer) await this.entitle(manager, { userId, ...customer });
      });
  }

  /** Records that all of a person's subscriptions have ended at the provider, before their account is deleted. */
  async endAll(manager: EntityManager, userId: string): Promise<void> {
    await cancelAll(manager, userId);
    await manager.update(Customer, { userId }, { leavingAt: null });
    const customer = await lockCustomer(manager, userId);
    if (customer) await this.entitle(manager, { userId, ...customer });
  }

  /** Publishes the person's entitlement if it changed. @returns their entitlement now. */
  private async entitle(
    manager: EntityManager,
    { userId, hero: was, rev }: EntitlementEvent,
  ): Promise<EntitlementEvent> {
    const hero = (await subscriptionsOf(manager, userId)).some(({ status }) => isHeroStatus(status));
    return hero === was ? { userId, rev, hero } : this.publish(manager, { userId, rev: rev + 1, hero });
  }

  private async publish(manager: EntityManager, payload: EntitlementEvent): Promise<EntitlementEvent> {
    const { userId, rev, hero } = payload;
    await manager.update(Customer, { userId }, { hero, rev });
    const event = this.events.create({ type: 'entitlement.changed', subject: userId, version: rev, payload });
    await appendToOutbox(manager, entitlementsTopic, [event]);
    return payload;
  }
}
