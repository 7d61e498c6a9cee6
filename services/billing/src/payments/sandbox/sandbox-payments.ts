import { createHash, timingSafeEqual } from 'node:crypto';
import { splitName, TERM_SECONDS } from '@switchback/contracts/rules/billing';
import type { Clock } from '@switchback/platform/clock';
import { ProductError, refuseField } from '@switchback/platform/errors';
import type { Ids } from '@switchback/platform/ids';
import type { DataSource, EntityManager } from 'typeorm';
import type { SandboxSettings } from '../../billing-settings.js';
import type { SubscriptionState } from '../../subscriptions/subscription-state.js';
import type { Card, CustomerName, Intent, Payments, Price, Purchase, Receipt, EventPage } from '../payments.js';
import { type ProviderEvent, readProviderEvent, VERSION_AHEAD_MAX_MS } from '../provider-event.js';
import { statusOf } from './sandbox-cards.js';
import { cardOf, lockDue, lockIntent, lockSubscriptions, saveSubscription } from './sandbox-rows.js';
import { AHEAD_MAX_SECONDS, type Querying, type SandboxWorld } from './sandbox-world.js';

const TERMS_BATCH = 100;

type Change = Partial<Pick<SubscriptionState, 'status' | 'nextBillingAt' | 'currentTermEnd'>>;

/**
 * Stands in for a provider if none is set: nothing leaves the machine, and no money moves. Has its own tables, which
 * the rest of the service reaches only through the port.
 */
export class SandboxPayments implements Payments {
  readonly provider = 'sandbox';

  constructor(
    private readonly source: DataSource,
    private readonly world: SandboxWorld,
    private readonly ids: Ids,
    private readonly clock: Pick<Clock, 'now'>,
    private readonly settings: SandboxSettings,
  ) {}

  async createIntent(userId: string, amount: number, currencyCode: string): Promise<Intent> {
    const id = `pi_${this.ids.uuid()}`;
    await this.source.query(`delete from sandbox_intent where created_at < clock_timestamp() - interval '1 day'`);
    await this.source.query(
      `insert into sandbox_intent (id, user_id, amount, currency_code, status) values ($1, $2, $3, $4, 'inited')`,
      [id, userId, amount, currencyCode],
    );
    return { id, status: 'inited', amount, currencyCode };
  }

  addCard(userId: string, intentId: string): Promise<void> {
    return this.source.transaction(async (manager) => {
      const { status, card } = await lockIntent(manager, userId, intentId);
      if (status !== 'authorized' || !card) throw new ProductError('intentNotAuthorised');
      await manager.query(`update sandbox_intent set status = 'consumed', card = null where id = $1`, [intentId]);
      await manager.query(
        `insert into sandbox_card (user_id, card) values ($1, $2)
         on conflict (user_id) do update set card = excluded.card`,
        [userId, JSON.stringify(card)],
      );
    });
  }

  async findCard(userId: string): Promise<Card | null> {
    const stored = await cardOf(this.source, userId);
    if (!stored) return null;
    const { last4, type, maskedNumber, expiryMonth, expiryYear } = stored;
    const status = statusOf(stored, await this.world.now());
    return { last4, type, maskedNumber, expiryMonth, expiryYear, status };
  }

  async findName(userId: string): Promise<CustomerName> {
    return splitName((await cardOf(this.source, userId))?.name ?? '');
  }

  async buy({ userId, price, key }: Purchase): Promise<SubscriptionState> {
    const id = `sub_${createHash('sha256').update(key).digest('base64url').slice(0, 32)}`;
    const bought = await this.source.transaction(async (manager) => {
      await this.lockPerson(manager, userId);
      const known = (await lockSubscriptions(manager, userId)).find((mine) => mine.id === id);
      if (known) return known;
      const card = await cardOf(manager, userId);
      if (!card) throw refuseField('submit', 'noCard');
      const now = await this.world.now(manager);
      if (statusOf(card, now) === 'expired')
        throw new ProductError('cardDeclined', { title: 'Your card has expired.' });
      const end = Math.floor(now.getTime() / 1_000) + TERM_SECONDS;
      const state: SubscriptionState = {
        ...{ id, userId, status: 'active', itemPriceId: price.id, nextBillingAt: end, currentTermEnd: end },
        resourceVersion: await this.world.nextVersion(manager, 0),
      };
      await saveSubscription(manager, state);
      await charge(manager, `in_${id}`, state, { price, now });
      await this.world.storeWebhook(manager, 'subscription_created', state);
      return state;
    });
    await this.world.post();
    return bought;
  }

  renew(known: SubscriptionState): Promise<SubscriptionState> {
    return this.change(known, 'subscription_scheduled_cancellation_removed', (now) => ({
      status: 'active',
      nextBillingAt: now.currentTermEnd,
    }));
  }

  resume(known: SubscriptionState): Promise<SubscriptionState> {
    return this.change(known, 'subscription_resumed', (now) => ({
      status: 'active',
      nextBillingAt: now.currentTermEnd,
    }));
  }

  cancelAtTermEnd(known: SubscriptionState): Promise<SubscriptionState> {
    return this.change(known, 'subscription_cancellation_scheduled', (now) => ({
      // A paused subscription grants nothing that could last until the end of its term.
      status: now.status === 'paused' ? 'canceled' : 'non_renewing',
      nextBillingAt: null,
    }));
  }

  endAll(userId: string): Promise<void> {
    return this.source.transaction(async (manager) => {
      await this.lockPerson(manager, userId);
      await manager.query(`delete from sandbox_webhook where body->'content'->'customer'->>'id' = $1`, [userId]);
      for (const table of ['sandbox_card', 'sandbox_intent', 'sandbox_charge', 'sandbox_subscription'])
        await manager.query(`delete from ${table} where user_id = $1`, [userId]);
    });
  }

  async listReceipts(userId: string, max: number): Promise<Receipt[]> {
    const rows = await this.source.query<Omit<Receipt, 'status' | 'url'>[]>(
      `select id, at::float8 as date, amount as total, currency_code as "currencyCode" from sandbox_charge
        where user_id = $1 order by at desc, id limit $2`,
      [userId, max],
    );
    return rows.map((row) => ({ ...row, status: 'paid', url: '' }));
  }

  isSender(authorization: string): boolean {
    const right = hashOf(this.authorization());
    return timingSafeEqual(hashOf(authorization), right);
  }

  /** `Authorization` header of the sandbox's own webhooks. */
  authorization(): string {
    const { webhookUser, webhookPassword } = this.settings;
    return `Basic ${Buffer.from(`${webhookUser}:${webhookPassword()}`).toString('base64')}`;
  }

  readEvent(body: unknown): ProviderEvent {
    const now = this.clock.now();
    return readProviderEvent(body, now, now.getTime() + AHEAD_MAX_SECONDS * 1_000 + VERSION_AHEAD_MAX_MS);
  }

  /** Returns nothing: the sandbox stores each webhook until it is sent. */
  async listEvents(): Promise<EventPage> {
    return { events: [], hasMore: false };
  }

  executeOrder(body: unknown): Promise<boolean> {
    return this.world.change(body);
  }

  /** A test ends a term by sending the event that ends it. */
  storeState(state: SubscriptionState): Promise<void> {
    return saveSubscription(this.source, state);
  }

  /** Renews or ends the terms that are due by the sandbox's clock. @returns whether more may be due. */
  async endTerms(price: Price): Promise<boolean> {
    const due = await this.source.transaction(async (manager) => {
      const now = await this.world.now(manager);
      const states = await lockDue(manager, Math.floor(now.getTime() / 1_000), TERMS_BATCH);
      for (const state of states) await this.endTerm(manager, state, { price, now });
      return states.length;
    });
    if (due > 0) await this.world.post();
    return due === TERMS_BATCH;
  }

  private async endTerm(manager: EntityManager, state: SubscriptionState, term: Term): Promise<void> {
    const resourceVersion = await this.world.nextVersion(manager, state.resourceVersion);
    const card = await cardOf(manager, state.userId);
    const canPay = card !== null && statusOf(card, term.now) !== 'expired';
    if (state.status === 'non_renewing' || !canPay) {
      if (state.status !== 'non_renewing') await this.world.storeWebhook(manager, 'payment_failed', state);
      const ended: SubscriptionState = { ...state, status: 'canceled', nextBillingAt: null, resourceVersion };
      await saveSubscription(manager, ended);
      return this.world.storeWebhook(manager, 'subscription_cancelled', ended);
    }
    const began = state.currentTermEnd ?? 0;
    const end = began + TERM_SECONDS;
    const renewed: SubscriptionState = {
      ...{ ...state, status: 'active', itemPriceId: term.price.id, resourceVersion },
      ...{ nextBillingAt: end, currentTermEnd: end },
    };
    await saveSubscription(manager, renewed);
    await charge(manager, `in_${state.id}_${began}`, renewed, { price: term.price, now: new Date(began * 1_000) });
    await this.world.storeWebhook(manager, 'subscription_renewed', renewed);
  }

  private async change(
    known: SubscriptionState,
    type: string,
    to: (now: SubscriptionState) => Change,
  ): Promise<SubscriptionState> {
    const changed = await this.source.transaction(async (manager) => {
      await this.lockPerson(manager, known.userId);
      const mine = (await lockSubscriptions(manager, known.userId)).find(({ id }) => id === known.id);
      const resourceVersion = await this.world.nextVersion(manager, (mine ?? known).resourceVersion);
      // Nothing is stored about a person who left.
      if (!mine) return { ...known, status: 'canceled' as const, nextBillingAt: null, resourceVersion };
      const change = to(mine);
      if (mine.status === change.status || mine.status === 'canceled') return mine;
      const next = { ...mine, ...change, resourceVersion };
      await saveSubscription(manager, next);
      await this.world.storeWebhook(manager, type, next);
      return next;
    });
    await this.world.post();
    return changed;
  }

  /** Serializes the purchases of a person, and their leaving. */
  private async lockPerson(manager: Querying, userId: string): Promise<void> {
    await manager.query(`select pg_advisory_xact_lock(hashtext('sandbox'), hashtext($1))`, [userId]);
  }
}

interface Term {
  price: Price;
  now: Date;
}

async function charge(
  manager: Querying,
  id: string,
  { userId }: SubscriptionState,
  { price, now }: Term,
): Promise<void> {
  await manager.query(
    `insert into sandbox_charge (id, user_id, at, amount, currency_code) values ($1, $2, $3, $4, $5)
     on conflict do nothing`,
    [id, userId, Math.floor(now.getTime() / 1_000), price.amount, price.currencyCode],
  );
}

/** Makes both sides of a comparison the same length. */
function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
