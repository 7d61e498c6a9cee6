// Aim: a free account becomes Hero with a card, cancels, and is free once the provider reports the end of the term; no
// one is charged twice, or for a deleted account.
import { expect, test } from '@playwright/test';
import { Api } from '../support/api.js';
import { Mailbox } from '../support/mailbox.js';
import { join, type Person } from '../support/people.js';
import { sandboxHook } from '../support/sandbox.js';

test.describe.configure({ mode: 'serial', timeout: 120_000 });
test.skip(!process.env.MAIL_DIR, 'The mails of the product cannot be read: MAIL_DIR is not set.');

const BASE = process.env.BASE_URL ?? 'http://localhost:8080';
const api = new Api(BASE);
const mailbox = new Mailbox(process.env.MAIL_DIR ?? '');
const EVENTS = { timeout: process.env.KAFKA_BROKERS ? 30_000 : 15_000 };
const GOOD = { number: '4111111111111111', expiryMonth: 12, expiryYear: 2_090, cvv: '123', name: 'Ann Lee' };
const CHALLENGED = { ...GOOD, number: '4000000000003220' };
const DECLINED = { ...GOOD, number: '4000000000000002' };

interface State {
  id: string;
  status: string;
  resource_version: number;
  next_billing_at: number | null;
  current_term_end: number;
  subscription_items: { item_price_id: string }[];
}

let ann: Person;
let bought: State;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  ann = await join(api, mailbox);
});

const post = (path: string, person: Person, body: object = {}) =>
  api.call('POST', `/api/subscription/${path}`, body, person.token);
const read = async (person: Person) => (await post(`${person.id}?paymentSources=true`, person)).body;
const statusOf = async (person: Person) =>
  ((await read(person)).subscription as { subscription: State } | null)?.subscription.status ?? null;

async function typeOf(person: Person): Promise<unknown> {
  const { body } = await api.call('POST', `/api/users/user/${person.id}/base`, {}, person.token);
  return (body.user as { accountType: string } | undefined)?.accountType;
}

/** With an idempotency key, a repeated request counts once. */
async function subscribe(person: Person, key?: string) {
  const answer = await fetch(`${BASE}/api/subscription/create/${person.id}`, {
    method: 'PUT',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${person.token}`,
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    body: '{}',
  });
  return { status: answer.status, text: await answer.text() };
}

async function intentOf(person: Person): Promise<string> {
  const { status, body } = await post(`payment-intent/${person.id}`, person);
  expect(status, JSON.stringify(body)).toBe(200);
  return (body.paymentIntent as { id: string }).id;
}

const authorize = (person: Person, intentId: string, card: object, challenge?: object) =>
  api.call('POST', '/api/billing/sandbox/authorize', { intentId, card, challenge }, person.token);

async function addCard(person: Person, card: object = GOOD): Promise<void> {
  const id = await intentOf(person);
  const { status, body } = await authorize(person, id, card);
  expect(status, JSON.stringify(body)).toBe(200);
  const authorizedPaymentIntent = body.authorizedPaymentIntent as object;
  const added = await post(`payment-source/add/${person.id}?primary=true`, person, { authorizedPaymentIntent });
  expect(added.status, JSON.stringify(added.body)).toBe(200);
}

const event = (type: string, person: Person, given: Partial<State>, id = `e2e-${type}-${person.id}`) => ({
  id,
  occurred_at: Math.floor(Date.now() / 1_000),
  event_type: type,
  content: {
    subscription: { ...bought, customer_id: person.id, resource_version: Date.now(), ...given },
    customer: { id: person.id },
  },
});

test('a person who never subscribed has nothing, and a subscription is visible only to its owner', async () => {
  expect(await read(ann)).toEqual({ subscription: null, paymentSource: null });
  expect((await api.call('POST', `/api/subscription/${ann.id}`, {})).status).toBe(401);
  expect((await api.call('POST', '/api/subscription/somebody', {}, ann.token)).status).toBe(403);
  const { status, text } = await subscribe(ann);
  expect([status, Object.keys((JSON.parse(text) as { fields: object }).fields)]).toEqual([400, ['submit']]);
  expect((await post(`cancel/${ann.id}`, ann)).status).toBe(409);
});

test('an invalid card is declined, with the message of the provider', async () => {
  const intent = await intentOf(ann);
  const refused = async (card: object) => {
    const { status, body } = await authorize(ann, intent, card);
    return [status, body.fields ? Object.keys(body.fields).join() : body.title];
  };
  expect(await refused(DECLINED)).toEqual([402, 'Your card was declined.']);
  expect(await refused({ ...GOOD, number: '4111111111111112' })).toEqual([402, 'Your card number is incorrect.']);
  expect(await refused({ ...GOOD, expiryYear: 2_020 })).toEqual([400, 'expiry']);
  expect(await refused({ ...GOOD, cvv: '12' })).toEqual([400, 'cvv']);
  expect(await refused({ ...GOOD, name: ' ' })).toEqual([400, 'name']);
  const unauthorised = { authorizedPaymentIntent: { id: intent } };
  expect((await post(`payment-source/add/${ann.id}`, ann, unauthorised)).status).toBe(400);
});

test('a bank may ask for confirmation, and its answer counts', async () => {
  const intent = await intentOf(ann);
  const asked = async () =>
    ((await authorize(ann, intent, CHALLENGED)).body.challenge as { id: string } | undefined)?.id ?? '';
  const declined = await authorize(ann, intent, CHALLENGED, { id: await asked(), answer: 'decline' });
  expect(declined.status).toBe(402);
  const { status, body } = await authorize(ann, intent, CHALLENGED, { id: await asked(), answer: 'approve' });
  expect(status, JSON.stringify(body)).toBe(200);
  const { authorizedPaymentIntent } = body as { authorizedPaymentIntent: object };
  const add = () => post(`payment-source/add/${ann.id}`, ann, { authorizedPaymentIntent });
  expect((await add()).status).toBe(200);
  expect((await add()).status).toBe(400);
  expect((await read(ann)).paymentSource).toEqual({
    card: {
      last4: '3220',
      card_type: 'visa',
      masked_number: '************3220',
      expiry_month: 12,
      expiry_year: 2_090,
      status: 'valid',
    },
  });
});

test('subscribing makes a Hero immediately, and charges once however often it is requested', async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => subscribe(ann, 'key-1')));
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size, answers[0]?.text).toBe(1);
  expect(answers[0]?.status).toBe(201);
  expect(await typeOf(ann)).toBe('hero');
  const { response } = JSON.parse(answers[0]?.text ?? '') as { response: { subscription: State; customer: object } };
  bought = response.subscription;
  expect(response.customer).toEqual({ id: ann.id, first_name: 'Ann', last_name: 'Lee' });
  expect(bought).toMatchObject({ status: 'active', subscription_items: [{ item_price_id: 'Hero-USD-Yearly' }] });
  const receipts = (await post(`receipts/${ann.id}`, ann)).body.receipts as { total: number; currency_code: string }[];
  expect(receipts.map(({ total, currency_code: currency }) => [total, currency])).toEqual([[2_999, 'USD']]);
  expect((await subscribe(ann)).status).toBe(409);
});

test('canceling lets the term run out, and can be reverted', async () => {
  const reasons = { tooExpensive: true, message: 'Too few curves.' };
  expect((await post(`cancel/${ann.id}`, ann, { reasons })).status).toBe(200);
  expect([await statusOf(ann), await typeOf(ann)]).toEqual(['non_renewing', 'hero']);
  expect((await post(`cancel/${ann.id}`, ann)).status).toBe(409);
  expect((await subscribe(ann)).status).toBe(201);
  expect(await statusOf(ann)).toBe('active');
});

test('the provider ends the term, once, in whatever order its events arrive', async () => {
  const ended = event('subscription_cancelled', ann, { status: 'cancelled' });
  expect(await sandboxHook(BASE, ended, 'wrong')).toBe(401);
  expect(await statusOf(ann)).toBe('active');
  expect(await sandboxHook(BASE, { id: 'malformed' })).toBe(400);
  expect(await sandboxHook(BASE, { id: 'unknown-type', event_type: 'coupon_created', content: {} })).toBe(200);
  expect([await sandboxHook(BASE, ended), await sandboxHook(BASE, ended)]).toEqual([200, 200]);
  await expect.poll(() => statusOf(ann), EVENTS).toBe('canceled');
  await expect.poll(() => typeOf(ann), { timeout: 20_000 }).toBe('free');
  const late = event('subscription_renewed', ann, { status: 'active', resource_version: bought.resource_version });
  expect(await sandboxHook(BASE, late)).toBe(200);
  expect([await statusOf(ann), await typeOf(ann)]).toEqual(['canceled', 'free']);
  const ends = async () =>
    (await mailbox.to(ann.email)).filter((mail) => mail.includes('Your Hero subscription ended'));
  await expect.poll(async () => (await ends()).length, EVENTS).toBe(1);
  expect((await ends())[0]).toContain('/manage-subscription');
});

test('a person who was free again may subscribe again', async () => {
  const { status, text } = await subscribe(ann);
  expect(status, text).toBe(201);
  expect(await typeOf(ann)).toBe('hero');
});

test('no person pays for a deleted account', async () => {
  const ben = await join(api, mailbox);
  await addCard(ben);
  expect((await subscribe(ben)).status).toBe(201);
  const gone = { password: ben.password, confirm: 'delete' };
  const answer = await api.call('DELETE', `/api/users/user/${ben.id}/account`, gone, ben.token);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  // A late event does not create the deleted person again.
  expect(await sandboxHook(BASE, event('subscription_renewed', ben, { id: 'sub-of-ben', status: 'active' }))).toBe(200);
});
