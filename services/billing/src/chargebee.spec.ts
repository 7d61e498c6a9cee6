// Aim: with Chargebee the service behaves as with the sandbox: a person pays once, cancels, and loses Hero when the
// provider ends the subscription, even if its webhooks never arrive. The database and the SDK are real; the server
// behind the SDK is fake.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { systemClock } from '@switchback/platform/clock';
import { ProductError } from '@switchback/platform/errors';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { callOf, knock, openBilling, type OpenedBilling } from './billing.fixture.js';
import { openChargebee } from './payments/chargebee/chargebee-client.js';
import { ChargebeePayments } from './payments/chargebee/chargebee-payments.js';
import { FakeChargebee } from './payments/chargebee/fake-chargebee.fixture.js';

const CARD = { first_name: 'Ann', last_name: 'Lee', last4: '1111', expiry_month: 12, expiry_year: 2_090 } as const;
let database: TestDatabase;
let fake: FakeChargebee;
let billing: OpenedBilling;
let people = 0;
let ann: string;

beforeAll(async () => {
  database = await createTestDatabase();
  fake = new FakeChargebee();
  const settings = { site: '127', apiKey: 'canary-key', webhookUser: 'hooks', webhookPassword: 'canary-password' };
  const api = openChargebee(settings, { protocol: 'http', hostSuffix: '.0.0.1', port: await fake.open() });
  const payments = new ChargebeePayments(api, settings, systemClock);
  billing = await openBilling(database.url, 'chargebee', payments);
});
beforeEach(() => {
  ann = `ann-${(people += 1)}`;
  fake.broken = undefined;
});
afterAll(async () => {
  await billing.close();
  await fake.close();
  await database.drop();
});

const create = () => billing.rpc.createSubscription({ idempotencyKey: '', fingerprint: '' }, callOf(ann));
const cancel = () => {
  const reasons = { tooExpensive: false, noUse: true, lacksFeatures: false, other: false };
  return billing.rpc.cancelSubscription({ ...reasons, message: '' }, callOf(ann));
};
const read = () => billing.rpc.getSubscription({ withCard: true }, callOf(ann));
const errorOf = (call: Promise<unknown>) =>
  call.then(
    () => 'none',
    (error: ProductError) => error.error,
  );
const isHero = async () => (await billing.told(ann)).at(-1)?.hero ?? false;

async function addCard(): Promise<void> {
  const { paymentIntent } = await billing.rpc.createPaymentIntent({}, callOf(ann));
  fake.authorise(paymentIntent.id, { ...CARD, brand: 'visa' });
  await billing.rpc.addPaymentSource({ intentId: paymentIntent.id }, callOf(ann));
}

describe('through Chargebee', () => {
  it('a person subscribes, cancels, reverts that, and deletes the account', async () => {
    expect(await errorOf(create())).toBe('noCard');
    await addCard();
    const { subscription, customer } = await create();
    expect([subscription.status, customer.firstName, await isHero()]).toEqual(['active', 'Ann', true]);
    expect(await errorOf(create())).toBe('alreadySubscribed');
    expect((await cancel()).subscription.status).toBe('non_renewing');
    expect((await create()).subscription).toMatchObject({ status: 'active', id: subscription.id });
    expect((await billing.rpc.listReceipts({}, callOf(ann))).receipts).toHaveLength(1);
    await billing.rpc.endCustomer({}, callOf(ann));
    expect([(await read()).subscription?.status, (await read()).card, await isHero()]).toEqual([
      'canceled',
      undefined,
      false,
    ]);
    expect(fake.subscriptions.get(subscription.id)?.status).toBe('cancelled');
  });

  it('missed webhooks are polled', async () => {
    await addCard();
    const { subscription } = await create();
    fake.end(subscription.id);
    await billing.events.poll();
    expect([(await read()).subscription?.status, await isHero()]).toEqual(['canceled', false]);
    expect(billing.mails.filter(({ to }) => to === `${ann}@example.com`)).toHaveLength(1);
    await billing.events.poll();
    expect(billing.mails.filter(({ to }) => to === `${ann}@example.com`)).toHaveLength(1);
  });

  it('a live webhook after an outage hides no lost ones, nor does a failed poll', async () => {
    await billing.source.query(`update event_poll set polled_until = polled_until - interval '1 day'`);
    await addCard();
    const { subscription } = await create();
    fake.end(subscription.id);
    const lost = fake.events.at(-1) as { occurred_at: number };
    // More events than one poll lists, all before the one that ends the subscription.
    const earlier = Array.from({ length: 25 }, (_, index) => ({
      id: `coupon-${ann}-${index}`,
      event_type: 'coupon_created',
      content: {},
      occurred_at: lost.occurred_at - 4_000 + index,
    }));
    fake.events.splice(0, fake.events.length, ...earlier, { ...lost, occurred_at: lost.occurred_at - 1_800 });
    const live = { id: `live-${ann}`, event_type: 'coupon_created', occurred_at: lost.occurred_at, content: {} };
    const authorization = `Basic ${btoa('hooks:canary-password')}`;
    await billing.rpc.receiveWebhook({ ...knock(live, '', 'chargebee'), authorization });
    fake.broken = 503;
    expect(await errorOf(billing.events.poll())).toBe('paymentsAway');
    fake.broken = undefined;
    await billing.events.poll();
    expect((await read()).subscription?.status).toBe('active');
    await billing.events.poll();
    expect([(await read()).subscription?.status, await isHero()]).toEqual(['canceled', false]);
  });

  it.each<[string, (index: number) => object]>([
    ['unreadable', (index) => ({ occurred_at: index })],
    ['unreadable and of one time', () => ({ occurred_at: 0 })],
    ['readable and of one time', () => ({ occurred_at: 0, content: { subscription: null } })],
  ])('a full list of events that are %s does not hide later ones', async (what, given) => {
    await addCard();
    const { subscription } = await create();
    fake.end(subscription.id);
    const lost = fake.events.at(-1) as { occurred_at: number };
    const first = lost.occurred_at - 4_000;
    await billing.source.query('update event_poll set polled_until = to_timestamp($1)', [first - 1]);
    // A poll lists 20 events.
    const earlier = Array.from({ length: 45 }, (_, index) => {
      const { occurred_at = 0, ...rest } = given(index) as { occurred_at?: number };
      const type = what.startsWith('readable') ? 'coupon_created' : 'subscription_changed';
      return { id: `${what}-${index}`, event_type: type, content: {}, ...rest, occurred_at: first + occurred_at };
    });
    fake.events.splice(0, fake.events.length, ...earlier, { ...lost, occurred_at: lost.occurred_at - 1_800 });
    for (let poll = 0; poll < 4; poll += 1) await billing.events.poll();
    expect([(await read()).subscription?.status, await isHero()]).toEqual(['canceled', false]);
  });

  it('a person who leaves during an outage is deleted there afterwards', async () => {
    await addCard();
    const { subscription } = await create();
    fake.broken = 503;
    expect(await errorOf(read())).toBe('paymentsAway');
    await billing.rpc.endCustomer({}, callOf(ann));
    await billing.accountClosure.erase(ann);
    fake.broken = undefined;
    expect(fake.subscriptions.get(subscription.id)?.status).toBe('active');
    await billing.events.sweep();
    expect(fake.subscriptions.get(subscription.id)?.status).toBe('cancelled');
    expect(await billing.source.query('select 1 from customer where user_id = $1', [ann])).toEqual([]);
  });

  it('there is no page of the sandbox', async () => {
    const card = { number: '4111111111111111', expiryMonth: 12, expiryYear: 2_090, cvv: '123', name: 'Ann' };
    const request = { intentId: 'pi_1', ...card, challengeId: '', challengeAnswer: '' };
    expect(await errorOf(billing.rpc.authorizeSandbox(request, callOf(ann)))).toBe('unknownRoute');
  });
});
