import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Customer, Invoice, PaymentIntent, PaymentSource, Subscription } from 'chargebee';

const TERM_SECONDS = 365 * 86_400;
const AMOUNT = 2_999;

/** A refused request, in the provider's terms. */
class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly type = 'invalid_request',
    message = 'Sorry, that cannot be done.',
  ) {
    super(message);
  }
}

type Shown<T, Keys extends keyof T> = Pick<T, Keys>;
type KnownSubscription = Shown<
  Subscription,
  'id' | 'customer_id' | 'status' | 'current_term_end' | 'next_billing_at' | 'resource_version' | 'subscription_items'
>;
type KnownInvoice = Shown<Invoice, 'id' | 'customer_id' | 'date' | 'total' | 'currency_code' | 'status'>;
type KnownIntent = Shown<PaymentIntent, 'id' | 'status' | 'amount' | 'currency_code'> & { customer_id: string };
type KnownSource = Shown<PaymentSource, 'id' | 'customer_id' | 'type' | 'status'> & {
  card: Partial<PaymentSource.Card>;
};
type KnownCustomer = Shown<Customer, 'id' | 'primary_payment_source_id'>;

interface Reply {
  status: number;
  body: object;
}

interface Asked {
  method: string;
  path: string;
  fields: URLSearchParams;
}

/** Chargebee's HTTP API as far as the service uses it, in the shapes of the SDK's types. */
export class FakeChargebee {
  readonly customers = new Map<string, KnownCustomer>();
  readonly intents = new Map<string, KnownIntent>();
  readonly sources = new Map<string, KnownSource>();
  readonly subscriptions = new Map<string, KnownSubscription>();
  readonly invoices: KnownInvoice[] = [];
  readonly events: object[] = [];
  /** While set, every request fails with this status and an empty body. */
  broken: number | undefined;
  /** Drops the response to the next POST after its work is done. */
  losesNext = false;
  /** Makes the bank decline the next purchase. */
  declinesNext = false;
  readonly #answers = new Map<string, Reply>();
  readonly #server: Server;
  #made = 0;
  #version = 1_767_225_600_000;

  constructor() {
    this.#server = createServer((request, response) => {
      void this.#answer(request).then(({ status, body }) => {
        if (this.losesNext && request.method === 'POST') {
          this.losesNext = false;
          return request.socket.destroy();
        }
        response.writeHead(status, { 'content-type': 'application/json' });
        return response.end(JSON.stringify(body));
      });
    });
  }

  async open(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Authorizes a card as the page in the browser does. */
  authorise(intentId: string, card: Partial<PaymentSource.Card>): void {
    const intent = this.intents.get(intentId)!;
    intent.status = 'authorized';
    this.sources.set(`pm_${intentId}`, {
      id: `pm_${intentId}`,
      customer_id: intent.customer_id,
      type: 'card',
      status: 'valid',
      card,
    });
  }

  /** Ends a term and loses its webhook. */
  end(id: string): void {
    this.#change(id, ['active', 'non_renewing'], 'cancelled');
  }

  async #answer(request: IncomingMessage): Promise<Reply> {
    const url = new URL(request.url ?? '/', 'http://chargebee');
    const fields = request.method === 'GET' ? url.searchParams : new URLSearchParams(await text(request));
    const key = String(request.headers['chargebee-idempotency-key'] ?? '');
    const asked = { method: request.method ?? '', path: url.pathname.replace('/api/v2', ''), fields };
    if (this.broken !== undefined) return { status: this.broken, body: {} };
    if (request.headers.authorization !== `Basic ${Buffer.from('canary-key:').toString('base64')}`)
      return this.#refusal(new Refused(401, 'api_authentication_failed'));
    const name = `${asked.path} ${key}`;
    const answer = this.#answers.get(name) ?? this.#try(asked);
    if (key !== '') this.#answers.set(name, answer);
    return answer;
  }

  /** A refusal is a response like any other: the same key gets it again. */
  #try(asked: Asked): Reply {
    try {
      return { status: 200, body: this.#route(asked) };
    } catch (error) {
      return this.#refusal(error as Refused);
    }
  }

  #refusal({ status, code, type, message }: Refused): Reply {
    return { status, body: { message, type, api_error_code: code, http_status_code: status } };
  }

  #route({ method, path, fields }: Asked): object {
    const [, resource = '', id = '', action = ''] = path.split('/').map(decodeURIComponent);
    const name = [method, resource, id && (action === '' && id.includes('create_') ? id : ':id'), action]
      .filter(Boolean)
      .join(' ');
    const customer = fields.get('customer_id[is]') ?? '';
    const routes: Record<string, () => object> = {
      'POST customers': () => this.#createCustomer(fields.get('id') ?? ''),
      'GET customers :id': () => ({ customer: one(this.customers, id) }),
      'POST customers :id subscription_for_items': () => this.#subscribe(id, fields),
      'POST payment_intents': () => this.#createIntent(fields),
      'GET payment_intents :id': () => ({ payment_intent: one(this.intents, id) }),
      'POST payment_sources create_using_payment_intent': () => this.#useIntent(fields),
      'GET payment_sources :id': () => ({ payment_source: one(this.sources, id) }),
      'GET payment_sources': () => pageOf('payment_source', ofCustomer(this.sources, customer), fields),
      'POST payment_sources :id delete': () => this.#deleteSource(id),
      'GET subscriptions': () => pageOf('subscription', ofCustomer(this.subscriptions, customer), fields),
      'GET subscriptions :id': () => ({ subscription: one(this.subscriptions, id) }),
      'POST subscriptions :id remove_scheduled_cancellation': () => this.#change(id, ['non_renewing'], 'active'),
      'POST subscriptions :id resume': () => this.#change(id, ['paused'], 'active'),
      'POST subscriptions :id cancel_for_items': () => this.#cancel(id, fields.get('cancel_option') ?? ''),
      'GET invoices': () =>
        listOf('invoice', this.invoices.filter((invoice) => invoice.customer_id === customer).toReversed()),
      'POST invoices :id pdf': () => ({ download: { download_url: `https://pdf.example/${id}`, valid_till: 0 } }),
      'GET events': () => this.#listEvents(fields),
    };
    const route = routes[name];
    if (!route) throw new Refused(404, 'site_not_found', 'invalid_request', `${name} is not supported by the fake`);
    return route();
  }

  #createCustomer(id: string): object {
    if (this.customers.has(id)) throw new Refused(400, 'duplicate_entry');
    this.customers.set(id, { id });
    return { customer: this.customers.get(id) };
  }

  #createIntent(fields: URLSearchParams): object {
    const customer = one(this.customers, fields.get('customer_id') ?? '');
    const intent: KnownIntent = {
      id: `pi_${(this.#made += 1)}`,
      status: 'inited',
      customer_id: customer.id,
      amount: Number(fields.get('amount')),
      currency_code: fields.get('currency_code') ?? '',
    };
    this.intents.set(intent.id, intent);
    return { payment_intent: intent };
  }

  #useIntent(fields: URLSearchParams): object {
    const intent = one(this.intents, fields.get('payment_intent[id]') ?? '');
    if (intent.status !== 'authorized') throw new Refused(400, 'payment_intent_invalid', 'payment');
    intent.status = 'consumed';
    const source = one(this.sources, `pm_${intent.id}`);
    if (fields.get('replace_primary_payment_source') === 'true')
      one(this.customers, intent.customer_id).primary_payment_source_id = source.id;
    return { payment_source: source };
  }

  #deleteSource(id: string): object {
    const source = one(this.sources, id);
    this.sources.delete(id);
    delete this.customers.get(source.customer_id)?.primary_payment_source_id;
    return { payment_source: source };
  }

  #subscribe(customerId: string, fields: URLSearchParams): object {
    const id = fields.get('id') ?? '';
    if (this.subscriptions.has(id)) throw new Refused(400, 'duplicate_entry');
    if (one(this.customers, customerId).primary_payment_source_id === undefined)
      throw new Refused(400, 'payment_method_not_present', 'payment');
    if (this.declinesNext) {
      this.declinesNext = false;
      throw new Refused(402, 'payment_processing_failed', 'payment', 'Your card was declined.');
    }
    const now = Math.floor(Date.now() / 1_000);
    const subscription: KnownSubscription = {
      id,
      customer_id: customerId,
      status: 'active',
      resource_version: (this.#version += 1),
      current_term_end: now + TERM_SECONDS,
      next_billing_at: now + TERM_SECONDS,
      subscription_items: [
        { item_price_id: fields.get('subscription_items[item_price_id][0]') ?? '' } as Subscription.SubscriptionItem,
      ],
    };
    this.subscriptions.set(id, subscription);
    this.invoices.push({
      id: `in_${(this.#made += 1)}`,
      customer_id: customerId,
      date: now,
      total: AMOUNT,
      currency_code: 'USD',
      status: 'paid',
    });
    this.#sendWebhook('subscription_created', subscription);
    return { subscription: { ...subscription } };
  }

  #cancel(id: string, option: string): object {
    const from: Subscription['status'][] = ['active', 'in_trial', 'paused', 'non_renewing'];
    if (option === 'immediately') return this.#change(id, from, 'cancelled');
    return this.#change(id, ['active', 'in_trial'], 'non_renewing');
  }

  #change(id: string, from: Subscription['status'][], status: Subscription['status']): object {
    const subscription = one(this.subscriptions, id);
    if (!from.includes(subscription.status)) throw new Refused(400, 'invalid_state_for_request');
    const changed: KnownSubscription = { ...subscription, status, resource_version: (this.#version += 1) };
    if (status === 'active') changed.next_billing_at = subscription.current_term_end;
    else delete changed.next_billing_at;
    this.subscriptions.set(id, changed);
    this.#sendWebhook(status === 'cancelled' ? 'subscription_cancelled' : 'subscription_changed', changed);
    return { subscription: changed };
  }

  #sendWebhook(type: string, subscription: KnownSubscription): void {
    const occurred_at = Math.floor(Date.now() / 1_000);
    this.events.push({ id: `ev_${(this.#made += 1)}`, event_type: type, occurred_at, content: { subscription } });
  }

  #listEvents(fields: URLSearchParams): object {
    const after = Number(fields.get('occurred_at[after]'));
    const all = this.events.filter((event) => (event as { occurred_at: number }).occurred_at > after);
    return pageOf('event', all, fields);
  }
}

function one<T>(all: ReadonlyMap<string, T>, id: string): T {
  const found = all.get(id);
  if (!found) throw new Refused(404, 'resource_not_found');
  return found;
}

function ofCustomer<T extends { customer_id: string }>(all: ReadonlyMap<string, T>, id: string): T[] {
  return [...all.values()].filter(({ customer_id: customer }) => customer === id);
}

function listOf(name: string, all: readonly object[]): object {
  return { list: all.map((item) => ({ [name]: item })) };
}

/** Lists two items a page, so that there are several pages. */
function pageOf(name: string, all: readonly object[], fields: URLSearchParams): object {
  const from = Number(fields.get('offset') ?? 0);
  const next = from + 2 < all.length ? { next_offset: String(from + 2) } : {};
  return { ...listOf(name, all.slice(from, from + 2)), ...next };
}
