import { createHash, timingSafeEqual } from 'node:crypto';
import { splitName, TERM_SECONDS } from '@switchback/contracts/rules/billing';
import type { Clock } from '@switchback/platform/clock';
import { ProductError, refuseField } from '@switchback/platform/errors';
import type { Ids } from '@switchback/platform/ids';
import type { EntityManager } from 'typeorm';
import type { SandboxSettings } from '../../billing-settings.js';
import type { SubscriptionState } from '../../subscriptions/subscription-state.js';
import type { Card, CustomerName, Intent, Payments, Price, Purchase, Receipt, EventPage } from '../payments.js';
import { type ProviderEvent, readProviderEvent, VERSION_AHEAD_MAX_MS } from '../provider-event.js';
import { SandboxCard, SandboxCharge, SandboxIntent, SandboxSubscription } from './sandbox.entity.js';
import {
  deleteOldIntents,
  deleteWebhooksOf,
  insertCharge,
  lockDue,
  lockIntent,
  lockPerson,
  lockSubscriptions,
  saveSubscription,
  upsertCard,
} from './sandbox.sql.js';
import { statusOf, type StoredCard } from './sandbox-cards.js';
import { AHEAD_MAX_SECONDS, type SandboxWorld } from './sandbox-world.js';

const TERMS_BATCH = 100;

type Change = Partial<Pick<SubscriptionState, 'status' | 'nextBillingAt' | 'currentTermEnd'>>;

/**
 * Stands in for a provider if none is set: nothing leaves the machine, and no money moves. Has its own tables, which
 * the rest of the service reaches only through the port.
 */
export class SandboxPayments implements Payments {
  readonly provider = 'sandbox';

  constructor(
    private readonly manager: EntityManager,
    private readonly world: SandboxWorld,
    private readonly ids: Ids,
    private readonly clock: Pick<Clock, 'now'>,
    private readonly settings: SandboxSettings,
  ) {}

  async createIntent(userId: string, amount: number, currencyCode: string): Promise<Intent> {
    const id = `pi_${this.ids.uuid()}`;
    await deleteOldIntents(this.manager);
    const intent = { id, status: 'inited', amount, currencyCode } as const;
    await this.manager.insert(SandboxIntent, { ...intent, userId });
    return intent;
  }

  addCard(userId: string, intentId: string): Promise<void> {
    return this.manager.transaction(async (manager) => {
      const { status, card } = await lockIntent(manager, userId, intentId);
      if (status !== 'authorized' || !card) throw new ProductError('intentNotAuthorised');
      await manager.update(SandboxIntent, { id: intentId }, { status: 'consumed', card: null });
      await upsertCard(manager, userId, card);
    });
  }

  async findCard(userId: string): Promise<Card | null> {
    const stored = await cardOf(this.manager, userId);
    if (!stored) return null;
    const { last4, type, maskedNumber, expiryMonth, expiryYear } = stored;
    const status = statusOf(stored, await this.world.now());
    return { last4, type, maskedNumber, expiryMonth, expiryYear, status };
  }

  async findName(userId: string): Promise<CustomerName> {
    return splitName((await cardOf(this.manager, userId))?.name ?? '');
  }

  async buy({ userId, price, key }: Purchase): Promise<SubscriptionState> {
    const id = `sub_${createHash('sha256').update(key).digest('base64url').slice(0, 32)}`;
    const bought = await this.manager.transaction(async (manager) => {
      await lockPerson(manager, userId);
      const known = (await lockSubscriptions(manager, userId)).find((mine) => mine.id === id);
      if (known) return known;
      const card = await cardOf(manager, userId);
      if (!card) throw refuseField('submit', 'noCard');
      const now = await this.world.now(manager);
      if (statusOf(card, now) === 'expired')
        throw new ProductError('cardDeclined', { title: 'Your card has expired.' });
      const end = Math.floor(now.getTime() / 1_000) + TERM_SECONDS;
      const state: SubscriptionState = {
        id,
        userId,
        status: 'active',
        itemPriceId: price.id,
        nextBillingAt: end,
        currentTermEnd: end,
        resourceVersion: await this.world.nextVersion(manager, 0),
      };
      await saveSubscription(manager, state);
      await insertCharge(manager, `in_${id}`, state, { price, now });
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
    return this.manager.transaction(async (manager) => {
      await lockPerson(manager, userId);
      await deleteWebhooksOf(manager, userId);
      for (const table of [SandboxCard, SandboxIntent, SandboxCharge, SandboxSubscription])
        await manager.delete(table, { userId });
    });
  }

  async listReceipts(userId: string, max: number): Promise<Receipt[]> {
    const charges = await this.manager.find(SandboxCharge, {
      where: { userId },
      order: { at: 'DESC', id: 'ASC' },
      take: max,
    });
    return charges.map(({ id, at: date, amount: total, currencyCode }) => {
      return { id, date, total, currencyCode, status: 'paid', url: '' };
    });
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
    return saveSubscription(this.manager, state);
  }

  /** Renews or ends the terms that are due by the sandbox's clock. @returns whether more may be due. */
  async endTerms(price: Price): Promise<boolean> {
    const due = await this.manager.transaction(async (manager) => {
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
      ...state,
      status: 'active',
      itemPriceId: term.price.id,
      resourceVersion,
      nextBillingAt: end,
      currentTermEnd: end,
    };
    await saveSubscription(manager, renewed);
    await insertCharge(manager, `in_${state.id}_${began}`, renewed, {
      price: term.price,
      now: new Date(began * 1_000),
    });
    await this.world.storeWebhook(manager, 'subscription_renewed', renewed);
  }

  private async change(
    known: SubscriptionState,
    type: string,
    to: (now: SubscriptionState) => Change,
  ): Promise<SubscriptionState> {
    const changed = await this.manager.transaction(async (manager) => {
      await lockPerson(manager, known.userId);
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
}

interface Term {
  price: Price;
  now: Date;
}

async function cardOf(manager: EntityManager, userId: string): Promise<StoredCard | null> {
  const stored = await manager.findOneBy(SandboxCard, { userId });
  return stored?.card ?? null;
}

/** Makes both sides of a comparison the same length. */
function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
