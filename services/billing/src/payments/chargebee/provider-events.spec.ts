// Aim: whatever the provider calls an event, the account has the type that the subscriptions in it grant, in the shapes
// that the provider documents: its SDK enumerates the types of events, and its typings the content of each. The database
// is real.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PAYMENT_PROVIDERS, type PaymentProvider } from '@switchback/contracts/rules/billing';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import {
  type Customer,
  type Subscription,
  type WebhookContentMap,
  WebhookEventType,
  type WebhookEventTypeValue,
} from 'chargebee';
import { callOf, knock, openBilling, PASSWORD, type OpenedBilling } from '../../billing.fixture.js';
import { deleteEventsOf } from '../../subscriptions/account-closure.sql.js';

type ContentOf<T extends WebhookEventTypeValue> = {
  [Member in WebhookEventType]: `${Member}` extends T ? WebhookContentMap[Member] : never;
}[WebhookEventType];
/** The types of events whose content holds `Shape` as its subscription. */
type Carrying<Shape> = {
  [T in WebhookEventTypeValue]: ContentOf<T> extends { subscription: Shape } ? T : never;
}[WebhookEventTypeValue];
/** Whether the account follows the status of the newer subscription in the event, ends, or keeps its type. */
type Effect = 'follows' | 'ends' | 'keeps';

/** Does not compile if the provider adds a type of event that carries a subscription. */
const CARRYING_ONE: Record<Carrying<Subscription>, Effect> = {
  add_usages_reminder: 'follows',
  mrr_updated: 'follows',
  payment_failed: 'keeps',
  payment_initiated: 'follows',
  payment_refunded: 'follows',
  payment_succeeded: 'follows',
  refund_initiated: 'follows',
  subscription_activated: 'follows',
  subscription_activated_with_backdating: 'follows',
  subscription_advance_invoice_schedule_added: 'follows',
  subscription_advance_invoice_schedule_removed: 'follows',
  subscription_advance_invoice_schedule_updated: 'follows',
  subscription_business_entity_changed: 'follows',
  subscription_canceled_with_backdating: 'follows',
  subscription_cancellation_reminder: 'follows',
  subscription_cancellation_scheduled: 'follows',
  subscription_cancelled: 'follows',
  subscription_changed: 'follows',
  subscription_changed_with_backdating: 'follows',
  subscription_changes_scheduled: 'follows',
  subscription_created: 'follows',
  subscription_created_with_backdating: 'follows',
  subscription_deleted: 'ends',
  subscription_items_renewed: 'follows',
  subscription_moved_in: 'follows',
  subscription_moved_out: 'ends',
  subscription_movement_failed: 'follows',
  subscription_pause_scheduled: 'follows',
  subscription_paused: 'follows',
  subscription_reactivated: 'follows',
  subscription_reactivated_with_backdating: 'follows',
  subscription_renewal_reminder: 'follows',
  subscription_renewed: 'follows',
  subscription_resumed: 'follows',
  subscription_resumption_scheduled: 'follows',
  subscription_scheduled_cancellation_removed: 'follows',
  subscription_scheduled_changes_removed: 'follows',
  subscription_scheduled_pause_removed: 'follows',
  subscription_scheduled_resumption_removed: 'follows',
  subscription_shipping_address_updated: 'follows',
  subscription_started: 'follows',
  subscription_trial_end_reminder: 'follows',
  subscription_trial_extended: 'follows',
};
const CARRYING_LIST: Record<Carrying<Subscription[]>, Effect> = { customer_deleted: 'ends' };
/** Events that end a customer without naming a subscription. */
const ENDING_CUSTOMERS: ReadonlySet<string> = new Set<WebhookEventTypeValue>([
  'customer_deleted',
  'customer_moved_out',
]);
/** The SDK knows more types at runtime than its typings. */
const ALL: readonly string[] = Object.values(WebhookEventType);
const CARRYING_NONE = ALL.filter((type) => !(type in CARRYING_ONE) && !(type in CARRYING_LIST));

const NOW_S = 1_795_000_000;
const END_S = 1_811_000_000;

let billing: OpenedBilling;
let provider: PaymentProvider;
let people = 0;

const newPerson = () => `person-${(people += 1)}`;
function subscriptionOf(userId: string, overrides: Partial<Subscription>) {
  return {
    id: `sub-${userId}`,
    customer_id: userId,
    status: 'active',
    currency_code: 'USD',
    has_scheduled_changes: false,
    has_scheduled_advance_invoices: false,
    deleted: false,
    decommissioned: false,
    resource_version: NOW_S * 1_000,
    current_term_end: END_S,
    next_billing_at: END_S,
    subscription_items: [{ item_price_id: 'Hero-USD-Yearly', item_type: 'plan' }],
    ...overrides,
  } satisfies Omit<Subscription, 'subscription_items'> & {
    subscription_items: Partial<Subscription.SubscriptionItem>[];
  };
}
const customerOf = (id: string, args: Partial<Customer> = {}): Partial<Customer> => ({ id, deleted: false, ...args });

const send = (userId: string, type: string, content: object, occurred_at = NOW_S + 60) => {
  const event = { id: `${userId}-${type}-${occurred_at}`, event_type: type, occurred_at, api_version: 'v2', content };
  return billing.rpc.receiveWebhook(knock(event, PASSWORD, provider));
};
const subscribe = (userId: string, overrides: Partial<Subscription> = {}) => {
  const subscription = subscriptionOf(userId, overrides);
  return send(userId, 'subscription_created', { subscription, customer: customerOf(userId), card: null }, NOW_S);
};
const typeOf = async (userId: string) => ((await billing.told(userId)).at(-1)?.hero ? 'hero' : 'free');
const newer = { resource_version: (NOW_S + 60) * 1_000 };

describe.each(PAYMENT_PROVIDERS)('of %s', (chosen) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    provider = chosen;
    billing = await openBilling(database.url, chosen);
  });
  afterAll(async () => {
    await billing.close();
    await database.drop();
  });

  describe.each([
    ['one subscription', CARRYING_ONE, (subscription: object) => subscription],
    ['a list of subscriptions', CARRYING_LIST, (subscription: object) => [subscription]],
  ])('an event with %s', (_what, effects: Record<string, Effect>, shape) => {
    it.each(Object.entries(effects))('%s: the account %s', async (type, effect) => {
      const after: Record<string, string> = {};
      for (const status of ['cancelled', 'active', 'non_renewing', 'paused'] as const) {
        const userId = newPerson();
        await subscribe(userId);
        const subscription = shape(subscriptionOf(userId, { ...newer, status }));
        await send(userId, type, { subscription, customer: customerOf(userId), card: null });
        after[status] = await typeOf(userId);
      }
      const granted = { cancelled: 'free', active: 'hero', non_renewing: 'hero', paused: 'free' };
      const all = (accountType: string) => Object.fromEntries(Object.keys(granted).map((key) => [key, accountType]));
      expect(after).toEqual({ follows: granted, ends: all('free'), keeps: all('hero') }[effect]);
    });
  });

  it(`of the other ${CARRYING_NONE.length} types, only those that end a customer change an account`, async () => {
    const changed: string[] = [];
    for (const type of CARRYING_NONE) {
      const userId = newPerson();
      await subscribe(userId);
      await send(userId, type, { customer: customerOf(userId), card: null });
      if ((await typeOf(userId)) === 'free') changed.push(type);
    }
    expect(changed).toEqual(CARRYING_NONE.filter((type) => ENDING_CUSTOMERS.has(type)));
  }, 60_000);

  it.each<[string, (userId: string) => object | null | undefined]>([
    ['no list', () => undefined],
    ['null', () => null],
    ['an empty list', () => []],
    [
      'a list that is canceled and deleted',
      (userId) => [subscriptionOf(userId, { status: 'cancelled', deleted: true })],
    ],
    ['a list of an older version', (userId) => [subscriptionOf(userId, { resource_version: NOW_S * 1_000 - 5 })]],
    ['an unreadable and a readable one', (userId) => [{ id: 'x' }, null, subscriptionOf(userId, newer)]],
    ['two subscriptions', (userId) => [{ id: `second-${userId}` }, {}].map((one) => subscriptionOf(userId, one))],
  ])('a deleted customer whose event carries %s is free, and stays free if events arrive late', async (_what, list) => {
    const [ann, late] = [newPerson(), newPerson()];
    await subscribe(ann);
    await subscribe(ann, { id: `second-${ann}` });
    for (const userId of [ann, late])
      await send(userId, 'customer_deleted', {
        customer: customerOf(userId, { deleted: true }),
        card: null,
        subscription: list(userId),
      });
    await subscribe(late);
    expect([await typeOf(ann), await typeOf(late)]).toEqual(['free', 'free']);
    const { subscription } = await billing.rpc.getSubscription({ withCard: false }, callOf(ann));
    expect(subscription?.status).toBe('canceled');
  });

  it('a deleted customer who subscribes again later is a Hero, whichever event arrives first', async () => {
    const [ann, late] = [newPerson(), newPerson()];
    const again = { id: 'again', resource_version: (NOW_S + 3_600) * 1_000 };
    const end = (userId: string) =>
      send(userId, 'customer_deleted', { customer: customerOf(userId), subscription: [] });
    await subscribe(ann);
    await end(ann);
    await subscribe(ann, { ...again, id: `again-${ann}` }).catch(() => undefined);
    await send(ann, 'subscription_changed', { subscription: subscriptionOf(ann, { ...again, id: `again-${ann}` }) });
    await subscribe(late, { ...again, id: `again-${late}` });
    await end(late);
    expect([await typeOf(ann), await typeOf(late)]).toEqual(['hero', 'hero']);
  });

  it('what is stored of a deleted customer goes with the account', async () => {
    const userId = newPerson();
    await subscribe(userId);
    await send(userId, 'customer_deleted', { customer: customerOf(userId), subscription: [] });
    await deleteEventsOf(billing.source, userId);
    expect(await billing.source.query('select id from provider_event where id like $1', [`${userId}-%`])).toEqual([]);
  });
});
