import { isHeroStatus } from '@switchback/contracts/rules/billing';
import { Inject, Injectable } from '@nestjs/common';
import { EventFactory } from '@switchback/platform/events/event';
import { appendToOutbox } from '@switchback/platform/events/outbox';
import { entitlementsTopic } from '@switchback/platform/events/topics';
import type { EntitlementEvent } from '@switchback/proto/billing/v1/events';
import { DataSource, type EntityManager } from 'typeorm';
import { PAYMENTS, type Payments } from '../payments/payments.js';
import { current, latest, type SubscriptionState } from './subscription-state.js';

const COLUMNS = `id, user_id as "userId", status, item_price_id as "itemPriceId",
  next_billing_at::float8 as "nextBillingAt", current_term_end::float8 as "currentTermEnd",
  resource_version::float8 as "resourceVersion"`;

const CANCEL = `update subscription set status = 'canceled', next_billing_at = null,
  resource_version = resource_version + 1 where user_id = $1 and status <> 'canceled'`;
const SANDBOX_BATCH = 1_000;

/** Stores the known subscriptions and publishes entitlements: each change and its event share one transaction. */
@Injectable()
export class SubscriptionStore {
  constructor(
    private readonly source: DataSource,
    private readonly events: EventFactory,
    @Inject(PAYMENTS) private readonly payments: Pick<Payments, 'provider'>,
  ) {}

  /** Returns the person's current subscription; null if there is none. */
  async find(userId: string, manager: Pick<EntityManager, 'query'> = this.source): Promise<SubscriptionState | null> {
    return current(await this.all(manager, userId));
  }

  /** Returns the person who has the subscription; null for an unknown subscription. */
  async ownerOf(subscriptionId: string): Promise<string | null> {
    const [row] = await this.source.query<{ userId: string }[]>(
      'select user_id as "userId" from subscription where id = $1',
      [subscriptionId],
    );
    return row?.userId ?? null;
  }

  /** Whether a person ever used this service or had a subscription, and is not leaving. */
  async knows(userId: string): Promise<boolean> {
    const found = await this.source.query<unknown[]>(
      'select 1 from customer where user_id = $1 and leaving_at is null',
      [userId],
    );
    return found.length > 0;
  }

  /**
   * Applies a state from the provider, unless a newer one is known.
   * @returns the person's entitlement now; null if they have left.
   */
  async apply(manager: EntityManager, state: SubscriptionState): Promise<EntitlementEvent | null> {
    await this.remember(manager, state.userId);
    const customer = await lock(manager, state.userId);
    if (!customer || customer.hasLeft) return null;
    const known = await this.all(manager, state.userId);
    const mine = known.find(({ id }) => id === state.id) ?? null;
    if (latest(mine, state) === state) await this.save(manager, state);
    return this.entitle(manager, { userId: state.userId, ...customer });
  }

  /**
   * Ends subscriptions sold by the sandbox once another provider is set, since they were never paid for. Bounded by a
   * batch.
   */
  async endSandbox(): Promise<void> {
    if (this.payments.provider === 'sandbox') return;
    const people = await this.source.query<{ userId: string }[]>(
      `select distinct user_id as "userId" from subscription
        where provider = 'sandbox' and status <> 'canceled' limit $1`,
      [SANDBOX_BATCH],
    );
    for (const { userId } of people)
      await this.source.transaction(async (manager) => {
        const customer = await lock(manager, userId);
        await manager.query(`${CANCEL} and provider = 'sandbox'`, [userId]);
        if (customer) await this.entitle(manager, { userId, ...customer });
      });
  }

  /** Records that all of a person's subscriptions have ended at the provider, before their account is deleted. */
  async endAll(manager: EntityManager, userId: string): Promise<void> {
    await manager.query(CANCEL, [userId]);
    await manager.query('update customer set leaving_at = null where user_id = $1', [userId]);
    const customer = await lock(manager, userId);
    if (customer) await this.entitle(manager, { userId, ...customer });
  }

  async remember(manager: Pick<EntityManager, 'query'>, userId: string): Promise<void> {
    await manager.query('insert into customer (user_id) values ($1) on conflict do nothing', [userId]);
  }

  /** Returns all subscriptions that a person ever had. */
  all(manager: Pick<EntityManager, 'query'>, userId: string): Promise<SubscriptionState[]> {
    return manager.query<SubscriptionState[]>(`select ${COLUMNS} from subscription where user_id = $1`, [userId]);
  }

  /** Publishes the person's entitlement if it changed. @returns their entitlement now. */
  private async entitle(
    manager: EntityManager,
    { userId, hero: was, rev }: EntitlementEvent,
  ): Promise<EntitlementEvent> {
    const hero = (await this.all(manager, userId)).some(({ status }) => isHeroStatus(status));
    return hero === was ? { userId, rev, hero } : this.publish(manager, { userId, rev: rev + 1, hero });
  }

  private async publish(manager: EntityManager, payload: EntitlementEvent): Promise<EntitlementEvent> {
    const { userId, rev, hero } = payload;
    await manager.query('update customer set hero = $2, rev = $3 where user_id = $1', [userId, hero, rev]);
    const event = this.events.create({ type: 'entitlement.changed', subject: userId, version: rev, payload });
    await appendToOutbox(manager, entitlementsTopic, [event]);
    return payload;
  }

  /** A subscription never changes its owner, whatever an event contains. */
  private async save(manager: EntityManager, state: SubscriptionState): Promise<void> {
    await manager.query(
      `insert into subscription as s (id, provider, user_id, status, item_price_id, next_billing_at, current_term_end, resource_version)
     values ($1, $8, $2, $3, $4, $5, $6, $7)
     on conflict (id) do update set status = excluded.status,
       item_price_id = coalesce(nullif(excluded.item_price_id, ''), s.item_price_id),
       next_billing_at = excluded.next_billing_at, current_term_end = excluded.current_term_end,
       resource_version = excluded.resource_version
     where s.user_id = excluded.user_id and (s.resource_version < excluded.resource_version
       or s.resource_version = excluded.resource_version and excluded.status = 'canceled')`,
      [
        ...[state.id, state.userId, state.status, state.itemPriceId, state.nextBillingAt, state.currentTermEnd],
        ...[state.resourceVersion, this.payments.provider],
      ],
    );
  }
}

interface Customer {
  hero: boolean;
  rev: number;
  hasLeft: boolean;
}

/** Locks a customer until the transaction ends; undefined for an unknown person. */
async function lock(manager: EntityManager, userId: string): Promise<Customer | undefined> {
  const [customer] = await manager.query<Customer[]>(
    `select hero, rev, leaving_at is not null as "hasLeft" from customer where user_id = $1 for update`,
    [userId],
  );
  return customer;
}
