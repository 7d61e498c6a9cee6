// Aim: a person pays once for a term, gets its benefits until it ends, and pays nothing after leaving; no usable card
// data is stored. The database and the sandbox are real.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ProductError } from '@switchback/platform/errors';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { tablesWith as tablesOf } from '@switchback/testing/remains';
import { waitUntil } from '@switchback/testing/wait';
import { addCard, callOf, eventOf, GOOD_CARD, knock, openBilling, type OpenedBilling } from './billing.fixture.js';
import { SandboxWebhook } from './payments/sandbox/sandbox.entity.js';

const TERM_DAYS = 365;
let database: TestDatabase;
let billing: OpenedBilling;
let people = 0;
let ann: string;

beforeAll(async () => {
  database = await createTestDatabase();
  billing = await openBilling(database.url);
});
beforeEach(() => {
  ann = `ann-${(people += 1)}`;
});
afterEach(async () => {
  jest.restoreAllMocks();
  await order({ ahead_seconds: 0, delay_ms: 0, repeats: 0, shuffled: false });
});
afterAll(async () => {
  await billing.close();
  await database.drop();
});

const create = (userId: string, key = '', fingerprint = 'same') =>
  billing.rpc.createSubscription({ idempotencyKey: key, fingerprint }, callOf(userId));
const cancel = (userId: string) => {
  const reasons = { tooExpensive: true, noUse: false, lacksFeatures: false, other: true };
  return billing.rpc.cancelSubscription({ ...reasons, message: '  Too few curves.  ' }, callOf(userId));
};
const errorOf = (call: Promise<unknown>) =>
  call.then(
    () => 'none',
    (error: ProductError) => error.error,
  );
const statusOf = async (userId: string) =>
  (await billing.rpc.getSubscription({ withCard: false }, callOf(userId))).subscription?.status;
const isHero = async (userId: string) => (await billing.told(userId)).at(-1)?.hero ?? false;
const charges = async (userId: string) => (await billing.rpc.listReceipts({}, callOf(userId))).receipts;
/** Sends an order to the sandbox's world. */
const order = (content: object) => billing.rpc.receiveWebhook(knock({ event_type: 'sandbox_world_changed', content }));
const inDays = async (days: number) => {
  await order({ ahead_seconds: days * 86_400 });
  await billing.sandbox.endTerms();
};
const subjects = (userId: string) =>
  billing.mails.filter(({ to }) => to === `${userId}@example.com`).map(({ subject }) => subject.split(' - ')[0]);

const tablesWith = (text: string) => tablesOf(database.url, [text]);

async function subscribed(userId: string): Promise<void> {
  await addCard(billing, userId);
  await create(userId);
}

describe('subscribing', () => {
  it('needs a card, and makes a Hero before it returns', async () => {
    const refusal = await create(ann).catch((error: ProductError) => error);
    expect(refusal).toMatchObject({ error: 'noCard', fields: { submit: expect.anything() } });
    await addCard(billing, ann);
    const { subscription, customer } = await create(ann);
    expect([subscription.status, customer]).toEqual(['active', { id: ann, firstName: 'Ann', lastName: 'Lee' }]);
    expect(billing.accounts.heroes.get(ann)).toBe(true);
    expect(await billing.told(ann)).toEqual([{ userId: ann, rev: 1, hero: true }]);
  });

  it('500 times concurrently with one key charges once, with one response', async () => {
    await addCard(billing, ann);
    const answers = await Promise.all(Array.from({ length: 500 }, () => create(ann, 'key')));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await charges(ann)).toHaveLength(1);
    expect(await errorOf(create(ann, 'key', 'another request'))).toBe('keyReused');
  }, 60_000);

  it('500 times concurrently without a key succeeds once', async () => {
    await addCard(billing, ann);
    const answers = await Promise.all(Array.from({ length: 500 }, () => errorOf(create(ann))));
    expect(answers.filter((error) => error === 'none')).toHaveLength(1);
    expect(answers.every((error) => ['none', 'subscriptionBusy', 'alreadySubscribed'].includes(error))).toBe(true);
    expect(await charges(ann)).toHaveLength(1);
  }, 60_000);

  it('again after a lost response of the provider charges once', async () => {
    await addCard(billing, ann);
    const buy = billing.payments.buy.bind(billing.payments);
    jest.spyOn(billing.payments, 'buy').mockImplementationOnce(async (purchase) => {
      await buy(purchase);
      throw new ProductError('paymentsAway');
    });
    expect(await errorOf(create(ann, 'key'))).toBe('paymentsAway');
    // Its webhook may have arrived in the meantime.
    expect(['none', 'alreadySubscribed']).toContain(await errorOf(create(ann, 'key')));
    expect([await statusOf(ann), await isHero(ann)]).toEqual(['active', true]);
    expect(await charges(ann)).toHaveLength(1);
  });

  it('again after a declined card is another purchase', async () => {
    await addCard(billing, ann);
    const buy = jest.spyOn(billing.payments, 'buy');
    for (const error of ['paymentsAway', 'cardDeclined'] as const) {
      buy.mockRejectedValueOnce(new ProductError(error));
      expect(await errorOf(create(ann))).toBe(error);
    }
    expect((await create(ann)).subscription.status).toBe('active');
    const keys = buy.mock.calls.map(([{ key }]) => key);
    expect([keys[0] === keys[1], keys[1] === keys[2]]).toEqual([true, false]);
  });

  it('reverts a cancellation, and starts a new term after the old one', async () => {
    await subscribed(ann);
    await cancel(ann);
    expect([await statusOf(ann), await isHero(ann)]).toEqual(['non_renewing', true]);
    expect(await errorOf(cancel(ann))).toBe('notSubscribed');
    expect((await create(ann)).subscription.status).toBe('active');
    expect(await charges(ann)).toHaveLength(1);
    await cancel(ann);
    await inDays(TERM_DAYS + 1);
    expect([await statusOf(ann), await isHero(ann)]).toEqual(['canceled', false]);
    expect((await create(ann)).subscription.status).toBe('active');
    expect([await isHero(ann), (await charges(ann)).length]).toEqual([true, 2]);
    const input = 'select reasons, message from cancellation where user_id = $1';
    expect(await billing.source.query(input, [ann])).toEqual(
      [1, 2].map(() => ({ reasons: ['tooExpensive', 'other'], message: 'Too few curves.' })),
    );
  });
});

describe('a pause', () => {
  it('by the provider ends Hero, and subscribing again resumes without another charge', async () => {
    await subscribed(ann);
    const { subscription } = await billing.rpc.getSubscription({ withCard: false }, callOf(ann));
    const paused = {
      id: subscription!.id,
      customer_id: ann,
      status: 'paused',
      resource_version: subscription!.resourceVersion + 1,
      current_term_end: subscription!.currentTermEnd,
    };
    await billing.rpc.receiveWebhook(knock(eventOf(`pause-${ann}`, 'subscription_paused', paused)));
    expect([await statusOf(ann), await isHero(ann)]).toEqual(['paused', false]);
    const resumed = (await create(ann)).subscription;
    expect(resumed).toMatchObject({ status: 'active', itemPriceId: 'Hero-USD-Yearly' });
    expect(resumed.nextBillingAt).toBe(subscription!.currentTermEnd);
    expect([await isHero(ann), (await charges(ann)).length]).toEqual([true, 1]);
  });
});

describe('a term', () => {
  it('lasts 365 days to the second, leap day or not, and is renewed for the same duration', async () => {
    await subscribed(ann);
    const [{ date } = { date: 0 }] = await charges(ann);
    const term = async () => (await billing.rpc.getSubscription({ withCard: false }, callOf(ann))).subscription;
    expect((await term())?.currentTermEnd).toBe(date + TERM_DAYS * 86_400);
    await inDays(TERM_DAYS - 1);
    expect(await charges(ann)).toHaveLength(1);
    for (const years of [1, 2, 3, 4]) {
      await inDays(years * TERM_DAYS);
      expect((await term())?.currentTermEnd).toBe(date + (years + 1) * TERM_DAYS * 86_400);
    }
    const all = (await charges(ann)).map((receipt) => (receipt.date - date) / 86_400);
    expect(all).toEqual([4, 3, 2, 1, 0].map((years) => years * TERM_DAYS));
    expect([await isHero(ann), (await billing.told(ann)).length]).toEqual([true, 1]);
    expect(subjects(ann)).toEqual(Array.from({ length: 4 }, () => 'Your Hero subscription was renewed'));
  });

  it('that cannot be paid ends, and the person is told the reason', async () => {
    await addCard(billing, ann, { ...GOOD_CARD, expiryYear: new Date().getUTCFullYear(), expiryMonth: 12 });
    await create(ann);
    await inDays(TERM_DAYS + 40);
    expect([await statusOf(ann), await isHero(ann)]).toEqual(['canceled', false]);
    expect(subjects(ann).toSorted()).toEqual(['Your Hero subscription ended', 'Your payment failed']);
  });

  it('ends in the same state if its webhooks arrive late, repeated and out of order', async () => {
    await subscribed(ann);
    await order({ repeats: 3, delay_ms: 300, shuffled: true });
    await cancel(ann);
    await create(ann);
    await cancel(ann);
    await inDays(TERM_DAYS);
    await waitUntil('the webhooks', async () => {
      await billing.sandbox.send();
      return !(await billing.source.getRepository(SandboxWebhook).exists());
    });
    expect([await statusOf(ann), await isHero(ann)]).toEqual(['canceled', false]);
    expect(subjects(ann)).toEqual(['Your Hero subscription ended']);
  });
});

describe('a person who deletes their account', () => {
  it('pays no more, and leaves no data', async () => {
    await subscribed(ann);
    await cancel(ann);
    await billing.rpc.endCustomer({}, callOf(ann));
    expect([await statusOf(ann), await isHero(ann)]).toEqual(['canceled', false]);
    expect((await billing.rpc.getSubscription({ withCard: true }, callOf(ann))).card).toBeUndefined();
    await billing.accountClosure.erase(ann);
    expect(await tablesWith(ann)).toEqual(['billing.outbox']);
  });

  it('can export all their data before', async () => {
    await subscribed(ann);
    await cancel(ann);
    const kept = await billing.rpc.exportCustomer({}, callOf(ann));
    expect(kept).toMatchObject({
      subscriptions: [{ status: 'non_renewing' }],
      card: { last4: '1111' },
      receipts: [{ total: 2_999 }],
      cancellations: [{ reasons: ['tooExpensive', 'other'], message: 'Too few curves.' }],
    });
  });

  it('waits only seconds for an unresponsive provider', async () => {
    await subscribed(ann);
    let answer = (): void => undefined;
    const endAll = billing.payments.endAll.bind(billing.payments);
    jest.spyOn(billing.payments, 'endAll').mockImplementationOnce(async (userId) => {
      await new Promise<void>((resolve) => (answer = resolve));
      return endAll(userId);
    });
    await billing.rpc.endCustomer({}, callOf(ann));
    expect(await statusOf(ann)).toBe('active');
    answer();
    await waitUntil('the end', async () => (await statusOf(ann)) === 'canceled');
  });

  it('in the middle of a purchase pays no more, and leaves no data', async () => {
    await addCard(billing, ann);
    const buy = billing.payments.buy.bind(billing.payments);
    const { promise: bought, resolve: reach } = Promise.withResolvers<void>();
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    jest.spyOn(billing.payments, 'buy').mockImplementationOnce(async (purchase) => {
      const state = await buy(purchase);
      reach();
      await gate;
      return state;
    });
    const purchase = create(ann);
    await bought;
    await billing.accountClosure.erase(ann);
    open();
    await purchase;
    await billing.events.sweep();
    expect(await charges(ann)).toEqual([]);
    expect(await tablesWith(ann)).toEqual(['billing.outbox']);
  });

  it('is deleted there even if the provider is unavailable at first', async () => {
    await subscribed(ann);
    const away = jest.spyOn(billing.payments, 'endAll').mockRejectedValue(new ProductError('paymentsAway'));
    await billing.rpc.endCustomer({}, callOf(ann));
    await billing.accountClosure.erase(ann);
    expect(await errorOf(create(ann))).toBe('subscriptionBusy');
    expect(await charges(ann)).toHaveLength(1);
    away.mockRestore();
    await billing.events.sweep();
    expect(await charges(ann)).toEqual([]);
    expect(await tablesWith(ann)).toEqual(['billing.outbox']);
  });
});

describe('a card', () => {
  it('is authorized for the price if it is due, and for nothing once the term is paid', async () => {
    const amount = async () => (await billing.rpc.createPaymentIntent({}, callOf(ann))).paymentIntent.amount;
    expect(await amount()).toBe(2_999);
    await subscribed(ann);
    expect(await amount()).toBe(0);
    await cancel(ann);
    expect(await amount()).toBe(0);
    await inDays(TERM_DAYS + 1);
    expect(await amount()).toBe(2_999);
  });

  it('that failed 20 times in an hour is no longer tried', async () => {
    const call = callOf(ann);
    const { paymentIntent } = await billing.rpc.createPaymentIntent({}, call);
    const declined = { ...GOOD_CARD, number: '4000000000000002' };
    const noChallenge = { challengeId: '', challengeAnswer: '' };
    const attempt = (card: typeof GOOD_CARD) =>
      errorOf(billing.rpc.authorizeSandbox({ intentId: paymentIntent.id, ...card, ...noChallenge }, call));
    // A typo does not count as a failure.
    expect(await attempt({ ...GOOD_CARD, cvv: '1' })).toBe('invalidInput');
    const attempts = await Promise.all(Array.from({ length: 30 }, () => attempt(declined)));
    expect(attempts.filter((error) => error === 'cardDeclined')).toHaveLength(20);
    expect(await attempt(GOOD_CARD)).toBe('tooManyRequests');
  });

  it('cannot be used by another person', async () => {
    const { paymentIntent } = await billing.rpc.createPaymentIntent({}, callOf('ben'));
    const request = { intentId: paymentIntent.id, ...GOOD_CARD, challengeId: '', challengeAnswer: '' };
    expect(await errorOf(billing.rpc.authorizeSandbox(request, callOf(ann)))).toBe('intentNotAuthorised');
    await billing.rpc.authorizeSandbox(request, callOf('ben'));
    const use = billing.rpc.addPaymentSource({ intentId: paymentIntent.id }, callOf(ann));
    expect(await errorOf(use)).toBe('intentNotAuthorised');
  });

  it('leaves neither its number nor its CVV in any table', async () => {
    await subscribed(ann);
    await cancel(ann);
    expect(await tablesWith('Ann Lee')).toContain('billing.sandbox_card');
    expect([await tablesWith(GOOD_CARD.number), await tablesWith(`"${GOOD_CARD.cvv}"`)]).toEqual([[], []]);
  });
});

describe('a subscription from the sandbox', () => {
  it('ends once Chargebee processes the payments', async () => {
    await subscribed(ann);
    const other = await openBilling(database.url, 'chargebee');
    await other.events.sweep();
    await other.close();
    expect([await statusOf(ann), await isHero(ann)]).toEqual(['canceled', false]);
  });
});
