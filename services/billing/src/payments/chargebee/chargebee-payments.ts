import { createHash, timingSafeEqual } from 'node:crypto';
import type { CardStatus, CardType } from '@switchback/contracts/rules/billing';
import type { Clock } from '@switchback/platform/clock';
import { ProductError } from '@switchback/platform/errors';
import type Chargebee from 'chargebee';
import type { PaymentSource, Subscription } from 'chargebee';
import type { ChargebeeSettings } from '../../billing-settings.js';
import type { SubscriptionState } from '../../subscriptions/subscription-state.js';
import type { Card, CustomerName, Intent, Payments, Purchase, Receipt, EventPage } from '../payments.js';
import { type ProviderEvent, readProviderEvent, subscriptionShape, VERSION_AHEAD_MAX_MS } from '../provider-event.js';
import { answerOf, requireAnswer } from './chargebee-client.js';

const NOT_FOUND = 'resource_not_found';
const EXISTS = 'duplicate_entry';
const INVALID_STATE = 'invalid_state_for_request';
/** Each link takes a request. */
const LINKS_MAX = 12;
/** Maximum page size of its API. */
const PAGE_SIZE = 100;
const PAGES_MAX = 10;

const CARD_TYPES: Readonly<Record<string, CardType>> = {
  visa: 'visa',
  mastercard: 'mastercard',
  discover: 'discover',
  american_express: 'amex',
};

/**
 * Takes payments through Chargebee. Card numbers go straight from the browser to Chargebee and never reach this
 * service.
 */
export class ChargebeePayments implements Payments {
  readonly provider = 'chargebee';

  constructor(
    private readonly api: Chargebee,
    private readonly settings: ChargebeeSettings,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  async createIntent(userId: string, amount: number, currencyCode: string): Promise<Intent> {
    // Sends only the person's ID; the name comes with the card.
    await answerOf(this.api.customer.create({ id: userId }), EXISTS);
    const asked = { customer_id: userId, amount, currency_code: currencyCode, payment_method_type: 'card' as const };
    const { payment_intent: intent } = await requireAnswer(this.api.paymentIntent.create(asked));
    return { id: intent.id, status: intent.status, amount: intent.amount, currencyCode, provider: intent };
  }

  async addCard(userId: string, intentId: string): Promise<void> {
    const found = await answerOf(this.api.paymentIntent.retrieve(intentId), NOT_FOUND);
    const isTheirs = found?.payment_intent.customer_id === userId;
    if (!isTheirs || found.payment_intent.status !== 'authorized') throw new ProductError('intentNotAuthorised');
    const asked = { customer_id: userId, replace_primary_payment_source: true, payment_intent: { id: intentId } };
    await requireAnswer(this.api.paymentSource.createUsingPaymentIntent(asked));
  }

  async findCard(userId: string): Promise<Card | null> {
    const source = await this.primarySource(userId);
    const card = source?.card;
    if (!source || !card) return null;
    return {
      last4: card.last4,
      type: CARD_TYPES[card.brand] ?? 'other',
      maskedNumber: card.masked_number ?? '',
      expiryMonth: card.expiry_month,
      expiryYear: card.expiry_year,
      status: statusOf(source.status),
    };
  }

  async findName(userId: string): Promise<CustomerName> {
    const card = (await this.primarySource(userId))?.card;
    return { firstName: card?.first_name ?? '', lastName: card?.last_name ?? '' };
  }

  async buy({ userId, price, key }: Purchase): Promise<SubscriptionState> {
    // Its own ID makes a purchase idempotent for good; the provider's idempotency key expires.
    const id = `sub_${createHash('sha256').update(key).digest('base64url').slice(0, 32)}`;
    const bought = await answerOf(
      this.api.subscription.createWithItems(
        userId,
        { id, auto_collection: 'on', subscription_items: [{ item_price_id: price.id, quantity: 1 }] },
        { 'chargebee-idempotency-key': key },
      ),
      EXISTS,
    );
    return bought ? read(bought.subscription) : this.retrieve(id);
  }

  renew({ id }: SubscriptionState): Promise<SubscriptionState> {
    return this.change(id, this.api.subscription.removeScheduledCancellation(id));
  }

  resume({ id }: SubscriptionState): Promise<SubscriptionState> {
    return this.change(id, this.api.subscription.resume(id, { resume_option: 'immediately' }));
  }

  cancelAtTermEnd({ id, status }: SubscriptionState): Promise<SubscriptionState> {
    // A paused subscription grants nothing that could last until the end of its term.
    const cancel_option = status === 'paused' ? 'immediately' : 'end_of_term';
    return this.change(id, this.api.subscription.cancelForItems(id, { cancel_option }));
  }

  /**
   * Invoices stay at the provider: the operator must retain them.
   * @throws ProductError `internal` if the person has more subscriptions or cards than one call may list.
   */
  async endAll(userId: string): Promise<void> {
    const filter = { customer_id: { is: userId }, limit: PAGE_SIZE };
    const subscriptions = await listPages((cursor) => this.api.subscription.list({ ...filter, ...cursor }));
    for (const { subscription } of subscriptions.list)
      if (subscription.status !== 'cancelled')
        await answerOf(
          this.api.subscription.cancelForItems(subscription.id, { cancel_option: 'immediately' }),
          INVALID_STATE,
          NOT_FOUND,
        );
    const sources = await listPages((cursor) => this.api.paymentSource.list({ ...filter, ...cursor }));
    for (const { payment_source: source } of sources.list)
      await answerOf(this.api.paymentSource.delete(source.id), NOT_FOUND);
    if (subscriptions.hasMore || sources.hasMore)
      throw new ProductError('internal', { cause: new Error('More subscriptions or cards than one call can end') });
  }

  async listReceipts(userId: string, max: number): Promise<Receipt[]> {
    const filter = { customer_id: { is: userId }, limit: max, 'sort_by[desc]': 'date' };
    const { list } = await requireAnswer(this.api.invoice.list(filter));
    return Promise.all(
      list.map(async ({ invoice }, index) => ({
        id: invoice.id,
        date: invoice.date ?? 0,
        total: invoice.total ?? 0,
        currencyCode: invoice.currency_code,
        status: invoice.status,
        url: index < LINKS_MAX ? await this.linkOf(invoice.id) : '',
      })),
    );
  }

  isSender(authorization: string): boolean {
    const { webhookUser, webhookPassword } = this.settings;
    const right = `Basic ${Buffer.from(`${webhookUser}:${webhookPassword}`).toString('base64')}`;
    return timingSafeEqual(hashOf(authorization), hashOf(right));
  }

  readEvent(body: unknown): ProviderEvent {
    const now = this.clock.now();
    return readProviderEvent(body, now, now.getTime() + VERSION_AHEAD_MAX_MS);
  }

  async listEvents(since: Date): Promise<EventPage> {
    const after = Math.floor(since.getTime() / 1_000);
    const filter = { limit: PAGE_SIZE, occurred_at: { after }, 'sort_by[asc]': 'occurred_at' };
    const { list, hasMore } = await listPages((cursor) => this.api.event.list({ ...filter, ...cursor }));
    return { events: list.map(({ event }) => event), hasMore };
  }

  async executeOrder(): Promise<boolean> {
    return false;
  }

  async storeState(): Promise<void> {}

  /** Returns the current state if a change is refused because its first response was lost or the term has ended. */
  private async change(id: string, call: Promise<{ subscription: Subscription }>): Promise<SubscriptionState> {
    const changed = await answerOf(call, INVALID_STATE);
    return changed ? read(changed.subscription) : this.retrieve(id);
  }

  private async retrieve(id: string): Promise<SubscriptionState> {
    return read((await requireAnswer(this.api.subscription.retrieve(id))).subscription);
  }

  private async primarySource(userId: string): Promise<PaymentSource | null> {
    const found = await answerOf(this.api.customer.retrieve(userId), NOT_FOUND);
    const id = found?.customer.primary_payment_source_id;
    const source = id ? await answerOf(this.api.paymentSource.retrieve(id), NOT_FOUND) : null;
    return source?.payment_source ?? null;
  }

  /** Returns a link that the provider keeps valid for a while; empty if there is none yet. */
  private async linkOf(invoiceId: string): Promise<string> {
    const answer = await this.api.invoice.pdf(invoiceId).catch(() => null);
    return answer?.download.download_url ?? '';
  }
}

interface Page<T> {
  list: T[];
  next_offset?: string;
}

/** Follows the pages of a list, up to a limit. */
async function listPages<T>(
  read: (cursor: { offset?: string }) => Promise<Page<T>>,
): Promise<{ list: T[]; hasMore: boolean }> {
  const list: T[] = [];
  let cursor: { offset?: string } = {};
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const { list: listed, next_offset: offset } = await requireAnswer(read(cursor));
    list.push(...listed);
    if (!offset) return { list, hasMore: false };
    cursor = { offset };
  }
  return { list, hasMore: true };
}

function read(subscription: Subscription): SubscriptionState {
  const result = subscriptionShape.safeParse(subscription);
  // The error does not repeat the response.
  if (!result.success)
    throw new ProductError('internal', { cause: new Error('Chargebee returned an invalid subscription') });
  return result.data;
}

/** Shows a card that cannot be charged as expired, so that the person enters another. */
function statusOf(status: PaymentSource['status']): CardStatus {
  return status === 'valid' || status === 'expiring' ? status : 'expired';
}

/** Makes both sides of a comparison the same length. */
function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
