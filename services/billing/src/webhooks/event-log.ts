import { Inject, Injectable } from '@nestjs/common';
import { ProductError } from '@switchback/platform/errors';
import { DataSource, type EntityManager } from 'typeorm';
import { AUTH, type AuthPeer } from '../auth-peer.js';
import { ENDING_EVENTS, MAILED_EVENTS } from '../mails/billing-mail.js';
import { PAYMENTS, type Payments } from '../payments/payments.js';
import { MOVED_OUT, PAYMENT_FAILED, type ProviderEvent } from '../payments/provider-event.js';
import { Ledger } from '../subscriptions/ledger.js';
import type { SubscriptionState } from '../subscriptions/subscription-state.js';

/** What became of an event: `mail` where the person is to be told, `none` where it had no effect. */
type Outcome = 'applied' | 'mail' | 'none';

interface StoredEvent {
  provider: string;
  id: string;
  type: string;
  snapshot: SubscriptionState | null;
}

const BATCH = 100;
const KEPT_DAYS = 90;
/** The provider retries a webhook for so long. */
const RETRIED_DAYS = 3;
const CLEAR_MAX = 10_000;

/** The provider's events, each stored before it is answered and applied once. */
@Injectable()
export class EventLog {
  constructor(
    private readonly source: DataSource,
    private readonly ledger: Ledger,
    @Inject(PAYMENTS) private readonly payments: Pick<Payments, 'heard'>,
    @Inject(AUTH) private readonly auth: AuthPeer,
  ) {}

  /** Done when it is there already. */
  async store(provider: string, { id, type, occurredAt, snapshot }: ProviderEvent): Promise<void> {
    await this.source.query(
      `insert into provider_event (provider, id, type, occurred_at, snapshot) values ($1, $2, $3, $4, $5)
       on conflict do nothing`,
      [provider, id, type, occurredAt, snapshot && JSON.stringify(snapshot)],
    );
  }

  /**
   * Done when it was applied already.
   * @returns whether the person is to be told by mail.
   * @throws ProductError where another service is away.
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
    if (type !== PAYMENT_FAILED) await this.payments.heard(snapshot);
    return this.source.transaction(async (manager) => {
      const known = type === PAYMENT_FAILED ? null : await this.ledger.apply(manager, snapshot);
      // Who subscribed anew meanwhile is not told of an older end.
      const isStale = ENDING_EVENTS.includes(type) && known?.hero === true;
      const isMailed = MAILED_EVENTS.has(type) && !isStale;
      return (await note(manager, waiting, isMailed ? 'mail' : 'applied')) && isMailed;
    });
  }

  /** A subscription that moved out ends for the person who had it, whomever the event names. */
  private async ownSnapshot({ type, snapshot }: StoredEvent): Promise<SubscriptionState | null> {
    if (!snapshot || type !== MOVED_OUT) return snapshot;
    return { ...snapshot, userId: (await this.ledger.ownerOf(snapshot.id)) ?? snapshot.userId };
  }

  /** Of those whose first attempt failed; the oldest first, a bounded number. */
  async waiting(): Promise<Pick<StoredEvent, 'provider' | 'id'>[]> {
    return this.source.query<Pick<StoredEvent, 'provider' | 'id'>[]>(
      `select provider, id from provider_event
        where applied_at is null and received_at < clock_timestamp() - interval '10 seconds'
        order by received_at limit ${BATCH}`,
    );
  }

  /** The time up to which the provider's events were listed; its retries end after the days before the first poll. */
  async polledUntil(provider: string): Promise<Date> {
    const [row] = await this.source.query<{ at: Date }[]>(
      `select coalesce((select polled_until from event_poll where provider = $1),
         clock_timestamp() - make_interval(days => $2)) as at`,
      [provider, RETRIED_DAYS],
    );
    return row!.at;
  }

  /** Moves the mark, never back. Only a poll that stored all it listed calls this. */
  async markPolled(provider: string, until: Date): Promise<void> {
    await this.source.query(
      `insert into event_poll as p (provider, polled_until) values ($1, $2)
       on conflict (provider) do update set polled_until = greatest(p.polled_until, excluded.polled_until)`,
      [provider, until],
    );
  }

  /** Those whose mail is still to be sent, and not yet stale. */
  async unmailed(): Promise<Pick<StoredEvent, 'provider' | 'id'>[]> {
    return this.source.query<Pick<StoredEvent, 'provider' | 'id'>[]>(
      `select provider, id from provider_event
        where outcome = 'mail' and mailed_at is null and applied_at > clock_timestamp() - interval '1 day'
        order by applied_at limit ${BATCH}`,
    );
  }

  /** A subscription first heard of by its event is taken, if there is such an account. */
  private async isCustomer(userId: string): Promise<boolean> {
    if (await this.ledger.knows(userId)) return true;
    const auth = await this.auth();
    try {
      await auth.getAccount({}, { requestId: 'billing-event', caller: { userId, accountType: 'free' } });
      return true;
    } catch (error) {
      if (error instanceof ProductError && error.error === 'invalidSession') return false;
      throw error;
    }
  }

  /** Forgets events that were applied long ago: one that still came again is older than what is known. */
  async clear(): Promise<void> {
    await this.source.query(
      `delete from provider_event where (provider, id) in (
         select provider, id from provider_event
          where applied_at < clock_timestamp() - make_interval(days => $1) limit $2)`,
      [KEPT_DAYS, CLEAR_MAX],
    );
  }
}

/** @returns whether this was the first to say so. An event without effect is nobody's. */
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
