import { isHeroStatus } from '@switchback/contracts/rules/billing';
import { Injectable } from '@nestjs/common';
import { EventFactory } from '@switchback/platform/events/event';
import { appendToOutbox } from '@switchback/platform/events/outbox';
import { entitlementsTopic } from '@switchback/platform/events/topics';
import type { EntitlementEvent } from '@switchback/proto/billing/v1/events';
import { DataSource, type EntityManager } from 'typeorm';
import { current, latest, type SubscriptionState } from './subscription-state.js';

const COLUMNS = `id, user_id as "userId", status, item_price_id as "itemPriceId",
  next_billing_at::float8 as "nextBillingAt", current_term_end::float8 as "currentTermEnd",
  resource_version::float8 as "resourceVersion"`;

/** What is known here of subscriptions, and what others are told of it: each change and its event are one transaction. */
@Injectable()
export class Ledger {
  constructor(
    private readonly source: DataSource,
    private readonly events: EventFactory,
  ) {}

  /** The subscription of a person that counts; null for none. */
  async find(userId: string, manager: Pick<EntityManager, 'query'> = this.source): Promise<SubscriptionState | null> {
    return current(await this.all(manager, userId));
  }

  /** Whether a person ever came here: called us, or had a subscription. */
  async knows(userId: string): Promise<boolean> {
    const found = await this.source.query<unknown[]>(
      'select 1 from customer where user_id = $1 and leaving_at is null',
      [userId],
    );
    return found.length > 0;
  }

  /**
   * Takes what the provider says, unless something newer is known.
   * @returns what the person is entitled to now; null for somebody who left.
   */
  async apply(manager: EntityManager, told: SubscriptionState): Promise<EntitlementEvent | null> {
    await this.remember(manager, told.userId);
    const [customer] = await manager.query<{ hero: boolean; rev: number; hasLeft: boolean }[]>(
      `select hero, rev, leaving_at is not null as "hasLeft" from customer where user_id = $1 for update`,
      [told.userId],
    );
    if (!customer || customer.hasLeft) return null;
    const known = await this.all(manager, told.userId);
    const mine = known.find(({ id }) => id === told.id) ?? null;
    if (latest(mine, told) === told) await save(manager, told);
    const entitled = await this.all(manager, told.userId);
    const hero = entitled.some(({ status }) => isHeroStatus(status));
    if (hero === customer.hero) return { userId: told.userId, rev: customer.rev, hero };
    return this.tell(manager, { userId: told.userId, rev: customer.rev + 1, hero });
  }

  /** All of a person's subscriptions have ended at the provider, before their account is deleted. */
  async endAll(manager: EntityManager, userId: string): Promise<void> {
    await manager.query(
      `update subscription set status = 'canceled', next_billing_at = null, resource_version = resource_version + 1
        where user_id = $1 and status <> 'canceled'`,
      [userId],
    );
    await manager.query('update customer set leaving_at = null where user_id = $1', [userId]);
    const [customer] = await manager.query<{ hero: boolean; rev: number }[]>(
      'select hero, rev from customer where user_id = $1',
      [userId],
    );
    if (customer?.hero) await this.tell(manager, { userId, rev: customer.rev + 1, hero: false });
  }

  async remember(manager: Pick<EntityManager, 'query'>, userId: string): Promise<void> {
    await manager.query('insert into customer (user_id) values ($1) on conflict do nothing', [userId]);
  }

  /** All that a person ever had. */
  all(manager: Pick<EntityManager, 'query'>, userId: string): Promise<SubscriptionState[]> {
    return manager.query<SubscriptionState[]>(`select ${COLUMNS} from subscription where user_id = $1`, [userId]);
  }

  private async tell(manager: EntityManager, payload: EntitlementEvent): Promise<EntitlementEvent> {
    const { userId, rev, hero } = payload;
    await manager.query('update customer set hero = $2, rev = $3 where user_id = $1', [userId, hero, rev]);
    const event = this.events.create({ type: 'entitlement.changed', subject: userId, version: rev, payload });
    await appendToOutbox(manager, entitlementsTopic, [event]);
    return payload;
  }
}

/** A subscription stays with the person it began with, whatever an event says. */
async function save(manager: EntityManager, told: SubscriptionState): Promise<void> {
  await manager.query(
    `insert into subscription as s (id, user_id, status, item_price_id, next_billing_at, current_term_end, resource_version)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (id) do update set status = excluded.status,
       item_price_id = coalesce(nullif(excluded.item_price_id, ''), s.item_price_id),
       next_billing_at = excluded.next_billing_at, current_term_end = excluded.current_term_end,
       resource_version = excluded.resource_version
     where s.user_id = excluded.user_id and s.resource_version < excluded.resource_version`,
    [
      ...[told.id, told.userId, told.status, told.itemPriceId, told.nextBillingAt, told.currentTermEnd],
      told.resourceVersion,
    ],
  );
}
