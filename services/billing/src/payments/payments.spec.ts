// Aim: every payment provider fulfills the port's contract. The sandbox runs on a real database; Chargebee is its own
// SDK against a server that responds in the shapes of the SDK's types.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { systemClock } from '@switchback/platform/clock';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { callOf, GOOD_CARD, openBilling, type OpenedBilling } from '../billing.fixture.js';
import { openChargebee } from './chargebee/chargebee-client.js';
import { ChargebeePayments } from './chargebee/chargebee-payments.js';
import { FakeChargebee } from './chargebee/fake-chargebee.fixture.js';
import { itTakesPayments } from './payments.conformance.js';

const PRICE = { id: 'Hero-USD-Yearly', amount: 2_999, currencyCode: 'USD' };

describe('the sandbox', () => {
  let database: TestDatabase;
  let billing: OpenedBilling;
  beforeAll(async () => {
    database = await createTestDatabase();
    billing = await openBilling(database.url);
  });
  afterAll(async () => {
    await billing.close();
    await database.drop();
  });

  itTakesPayments(() => ({
    payments: billing.payments,
    authorise: async (userId, intentId) => {
      const request = { intentId, ...GOOD_CARD, challengeId: '', challengeAnswer: '' };
      await billing.rpc.authorizeSandbox(request, callOf(userId));
    },
  }));
});

describe('Chargebee', () => {
  const settings = { site: '127', apiKey: 'canary-key', webhookUser: 'hooks', webhookPassword: 'canary-password' };
  const CARD = { first_name: 'Ann', last_name: 'Lee', last4: '1111', expiry_month: 12, expiry_year: 2_090 } as const;
  let fake: FakeChargebee;
  let payments: ChargebeePayments;
  beforeAll(async () => {
    fake = new FakeChargebee();
    // The SDK builds the host from site and suffix.
    const address = { protocol: 'http', hostSuffix: '.0.0.1', port: await fake.open() } as const;
    payments = new ChargebeePayments(openChargebee(settings, address), settings, systemClock);
  });
  beforeEach(() => {
    fake.broken = undefined;
  });
  afterAll(() => fake.close());

  const authorise = async (_userId: string, intentId: string) => fake.authorise(intentId, { ...CARD, brand: 'visa' });
  itTakesPayments(() => ({ payments, authorise }));

  async function withCard(userId: string): Promise<void> {
    const { id } = await payments.createIntent(userId, PRICE.amount, PRICE.currencyCode);
    fake.authorise(id, { ...CARD, brand: 'american_express', masked_number: '***********0005' });
    await payments.addCard(userId, id);
  }

  it('shows cards in the wording of the spec, and receipts with its links', async () => {
    await withCard('ann');
    const card = await payments.findCard('ann');
    expect(card).toEqual({
      last4: '1111',
      type: 'amex',
      maskedNumber: '***********0005',
      expiryMonth: 12,
      expiryYear: 2_090,
      status: 'valid',
    });
    await payments.buy({ userId: 'ann', price: PRICE, key: 'ann' });
    const [receipt] = await payments.listReceipts('ann', 10);
    expect(receipt?.url).toBe(`https://pdf.example/${receipt?.id}`);
  });

  it('charges once if its response was lost', async () => {
    await withCard('ben');
    fake.losesNext = true;
    const buy = () => payments.buy({ userId: 'ben', price: PRICE, key: 'ben' });
    await expect(buy()).rejects.toMatchObject({ error: 'paymentsAway' });
    expect((await buy()).status).toBe('active');
    expect(await payments.listReceipts('ben', 10)).toHaveLength(1);
  });

  it('declines with its own message', async () => {
    await withCard('cleo');
    fake.declinesNext = true;
    const bought = payments.buy({ userId: 'cleo', price: PRICE, key: 'cleo' });
    await expect(bought).rejects.toMatchObject({ error: 'cardDeclined', title: 'Your card was declined.' });
    expect((await payments.buy({ userId: 'cleo', price: PRICE, key: 'cleo-2' })).status).toBe('active');
  });

  it.each([429, 500, 503])('is unavailable if it returns %s, and no secret is in the error', async (status) => {
    fake.broken = status;
    const error: Error & { cause?: unknown } = await payments.findCard('ann').then(
      () => new Error('none'),
      (thrown: Error) => thrown,
    );
    expect(error).toMatchObject({ error: 'paymentsAway' });
    expect(`${error.stack} ${String((error.cause as Error).stack)}`).not.toMatch(/canary/);
  });

  it('lists through its API what its webhooks sent, page by page', async () => {
    const { events, hasMore } = await payments.listEvents(new Date(0));
    expect(hasMore).toBe(false);
    expect(events.length).toBeGreaterThan(3);
    expect(events).toEqual(fake.events);
    const read = events.flatMap((event) => payments.readEvent(event).snapshots.map(({ status }) => status));
    expect(read).toContain('active');
  });

  it('is authenticated by the password of its webhooks', () => {
    const basic = (user: string, password: string) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
    const input = [basic('hooks', 'canary-password'), basic('hooks', 'wrong'), basic('', ''), ''];
    expect(input.map((authorization) => payments.isSender(authorization))).toEqual([true, false, false, false]);
  });

  it('ends every subscription and card of a person, on every page', async () => {
    for (const key of ['dan-1', 'dan-2', 'dan-3', 'dan-4', 'dan-5']) {
      await withCard('dan');
      await payments.buy({ userId: 'dan', price: PRICE, key });
    }
    await payments.endAll('dan');
    const left = [...fake.subscriptions.values()].filter(({ customer_id: customer }) => customer === 'dan');
    expect(left.map(({ status }) => status)).toEqual(Array(5).fill('cancelled'));
    expect([...fake.sources.values()].filter(({ customer_id: customer }) => customer === 'dan')).toEqual([]);
  });

  it('fails instead of reporting an end while it lists more than one call may end', async () => {
    await withCard('eve');
    for (let key = 0; key < 21; key += 1) await payments.buy({ userId: 'eve', price: PRICE, key: `eve-${key}` });
    await expect(payments.endAll('eve')).rejects.toMatchObject({ error: 'internal' });
  });
});
