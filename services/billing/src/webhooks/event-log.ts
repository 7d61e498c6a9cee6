import { Inject, Injectable } from '@nestjs/common';
import { ProductError } from '@switchback/platform/errors';
import { DataSource, type EntityManager } from 'typeorm';
import { AUTH, type AuthPeer } from '../auth-peer.js';
import { ENDING_EVENTS, MAILED_EVENTS } from '../mails/billing-mail.js';
import { PAYMENTS, type Payments } from '../payments/payments.js';
import { MOVED_OUT, PAYMENT_FAILED, type ProviderEvent } from '../payments/provider-event.js';
import { SubscriptionStore } from '../subscriptions/subscription-store.js';
import type { SubscriptionState } from '../subscriptions/subscription-state.js';

/** Outcome of an event: `mail` if the person is notified by mail, `none` if it had no effect. */
type Outcome = 'applied' | 'mail' | 'none';

interface StoredEvent {
  provider: string;
  id: string;
  type: string;
  snapshot: SubscriptionState | null;
}

const BATCH = 100;
const KEPT_DAYS = 90;
/** Number of days for which the provider retries a webhook. */
const RETRIED_DAYS = 3;
const CLEAR_MAX = 10_000;

/** Stores each of the provider's events before the response and applies it once. */
@Injectable()
export class EventLog {
  constructor(
    private readonly source: DataSource,
    private readonly subscriptions: SubscriptionStore,
    @Inject(PAYMENTS) private readonly payments: Pick<Payments, 'storeState'>,
    @Inject(AUTH) private readonly auth: AuthPeer,
  ) {}

  /** No-op if the event is already stored. */
  async store(provider: string, { id, type, occurredAt, snapshot }: ProviderEvent): Promise<void> {
    await this.source.query(
      `insert into provider_event (provider, id, type, occurred_at, snapshot) values ($1, $2, $3, $4, $5)
       on conflict do nothing`,
      [provider, id, type, occurredAt, snapshot && JSON.stringify(snapshot)],
    );
  }

  /**
   * No-op if the event is already applied.
   * @returns whether the person is notified by mail.
   * @throws ProductError if another service is unavailable.
   */
  async apply(provider: string, id: string): Promise<boolean> {
    const [waiting] = await this.source.query<StoredEvent[]>(
      `select provider, id, type, snapshot from provider_event where provider = $1 and id = $2 and applied_at is null`,
      [provider, id],
    );
    if (!waiting) return false;
    const { type } = waiting;
    const snapshot = await this.ownSnapshot(waiting);
    if (!snapshot || !(await this.isCustomer(snapshot.userId))) {
      await note(this.source, waiting, 'none');
      return false;
    }
    if (type !== PAYMENT_FAILED) await this.payments.storeState(snapshot);
    return this.source.transaction(async (manager) => {
      const known = type === PAYMENT_FAILED ? null : await this.subscriptions.apply(manager, snapshot);
      // A person who has subscribed again is not notified of an older end.
      const isStale = ENDING_EVENTS.includes(type) && known?.hero === true;
      const isMailed = MAILED_EVENTS.has(type) && !isStale;
      return (await note(manager, waiting, isMailed ? 'mail' : 'applied')) && isMailed;
    });
  }

  /** A subscription that moved out ends for the person who had it, whichever customer the event names. */
  private async ownSnapshot({ type, snapshot }: StoredEvent): Promise<SubscriptionState | null> {
    if (!snapshot || type !== MOVED_OUT) return snapshot;
    return { ...snapshot, userId: (await this.subscriptions.ownerOf(snapshot.id)) ?? snapshot.userId };
  }

  /** Returns events whose first attempt failed, the oldest first, up to a batch. */
  async waiting(): Promise<Pick<StoredEvent, 'provider' | 'id'>[]> {
    return this.source.query<Pick<StoredEvent, 'provider' | 'id'>[]>(
      `select provider, id from provider_event
        where applied_at is null and received_at < clock_timestamp() - interval '10 seconds'
        order by received_at limit ${BATCH}`,
    );
  }

  /**
   * Returns the time up to which the provider's events are listed; before the first poll, as far back as it retries
   * webhooks.
   */
  async polledUntil(provider: string): Promise<Date> {
    const [row] = await this.source.query<{ at: Date }[]>(
      `select coalesce((select polled_until from event_poll where provider = $1),
         clock_timestamp() - make_interval(days => $2)) as at`,
      [provider, RETRIED_DAYS],
    );
    return row!.at;
  }

  /** Moves the mark forward, never back. Only a poll that stored every listed event calls this. */
  async markPolled(provider: string, until: Date): Promise<void> {
    await this.source.query(
      `insert into event_poll as p (provider, polled_until) values ($1, $2)
       on conflict (provider) do update set polled_until = greatest(p.polled_until, excluded.polled_until)`,
      [provider, until],
    );
  }

  /** Returns events whose mail is not sent yet and not stale, up to a batch. */
  async unmailed(): Promise<Pick<StoredEvent, 'provider' | 'id'>[]> {
    return this.source.query<Pick<StoredEvent, 'provider' | 'id'>[]>(
      `select provider, id from provider_event
        where outcome = 'mail' and mailed_at is null and applied_at > clock_timestamp() - interval '1 day'
        order by applied_at limit ${BATCH}`,
    );
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

  /** Deletes events that were applied long ago: if one arrived again, it would be older than the known state. */
  async clear(): Promise<void> {
    await this.source.query(
      `delete from provider_event where (provider, id) in (
         select provider, id from provider_event
          where applied_at < clock_timestamp() - make_interval(days => $1) limit $2)`,
      [KEPT_DAYS, CLEAR_MAX],
    );
  }
}

/** @returns whether this call was the first to record an outcome. An event without effect no longer names a person. */
async function note(manager: Pick<EntityManager, 'query'>, event: StoredEvent, outcome: Outcome): Promise<boolean> {
  const noted = await manager.query<unknown[]>(
    `with noted as (
       update provider_event set applied_at = clock_timestamp(), outcome = $3,
         snapshot = case when $3 = 'none' then null else snapshot end
        where provider = $1 and id = $2 and applied_at is null returning 1)
     select * from noted`,
    [event.provider, event.id, outcome],
  );
  return noted.length > 0;
}
