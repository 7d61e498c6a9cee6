// Aim: staff write deals and Heroes use them; the code reaches no other caller, whatever they ask for.
import { expect, test } from '@playwright/test';
import type { Deal } from '@switchback/contracts/resources/deal';
import { Api } from '../support/api.js';
import { Mailbox } from '../support/mailbox.js';
import { join, joinAs, type Person } from '../support/people.js';

test.describe.configure({ mode: 'serial' });
test.skip(!process.env.MAIL_DIR, 'The mails of the product cannot be read: MAIL_DIR is not set.');

const BASE = process.env.BASE_URL ?? 'http://localhost:8080';
const api = new Api(BASE);
const mailbox = new Mailbox(process.env.MAIL_DIR ?? '');
const CODE = 'CANARY-CURVES10';
const DAY_MS = 86_400_000;
const CAROLINA = { id: 1447, name: 'North Carolina' };

let hero: Person;
let free: Person;
let staff: Person;
/** Ids of the deals to delete at the end. */
const created: string[] = [];

test.beforeAll(async () => {
  [hero, free, staff] = [
    await joinAs(api, mailbox, 'hero'),
    await join(api, mailbox),
    await joinAs(api, mailbox, 'admin'),
  ];
});
test.afterAll(async () => {
  for (const id of created) await remove(id, staff);
});

/** Returns the date some days from now. */
const dayIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
const list = (person?: Person, query = '') => api.call('GET', `/api/deals${query}`, undefined, person?.token);
const put = (deal: object, person?: Person) => api.call('PUT', '/api/deals/deal', { deal }, person?.token);
const save = (id: string, deal: object, person?: Person) =>
  api.call('POST', `/api/deals/deal/${id}`, { deal }, person?.token);
const remove = (id: string, person?: Person) => api.call('DELETE', `/api/deals/deal/${id}`, {}, person?.token);
const invalid = (field: string) => ({ status: 400, body: { fields: { [field]: expect.anything() } } });

async function create(deal: object): Promise<Deal> {
  const { status, body } = await put({ from: dayIn(-1), until: dayIn(1), ...deal }, staff);
  expect(status, JSON.stringify(body)).toBe(201);
  const made = body.deal as Deal;
  created.push(made.id);
  return made;
}

/** Returns a deal as a caller sees it; undefined if they do not. */
async function seen(id: string, person?: Person, query = ''): Promise<Deal | undefined> {
  const { status, body } = await list(person, query);
  expect(status).toBe(200);
  return (body.deals as Deal[]).find((deal) => deal.id === id);
}

test('staff write a deal, and Heroes alone get its text, link and code', async () => {
  const made = await create({
    title: 'Tires',
    text: `Enter **${CODE}**.`,
    link: `https://tires.example.com/?code=${CODE}`,
    code: CODE,
    states: [CAROLINA.id],
  });
  expect(made).toMatchObject({ code: CODE, country: 233, states: [CAROLINA], _rev: 1 });
  expect(await seen(made.id, hero)).toEqual(made);
  expect(await seen(made.id, staff)).toEqual(made);
  for (const person of [undefined, free]) {
    expect(await seen(made.id, person)).toEqual({ ...made, text: '', link: null, code: null });
  }
});

test('no answer and no page contains the code for a visitor or a free account', async () => {
  const [dealt] = created;
  const texts = await Promise.all(
    ['/api/deals', '/api/deals?all=false', '/api/deals?all=true', `/api/deals/deal/${dealt}`].flatMap((path) =>
      [undefined, free.token].map(async (token) => textOf(path, token)),
    ),
  );
  const pages = await Promise.all(
    ['/deals', '/moderation/deals', '/account-benefits', '/sitemap-pages.xml'].map((path) => textOf(path)),
  );
  for (const text of [...texts, ...pages]) expect(text).not.toContain(CODE);
  expect(await textOf('/api/deals', hero.token)).toContain(CODE);
  expect((await list(hero)).headers.get('cache-control')).toBe('no-store');
});

async function textOf(path: string, token?: string): Promise<string> {
  const headers = token === undefined ? undefined : { authorization: `Bearer ${token}` };
  return (await fetch(BASE + path, { ...(headers && { headers }), signal: AbortSignal.timeout(15_000) })).text();
}

test('only staff list upcoming and ended deals', async () => {
  const upcoming = await create({ title: 'Winter tires', from: dayIn(3), until: dayIn(9) });
  const ended = await create({ title: 'Summer map', from: dayIn(-9), until: dayIn(-3) });
  for (const { id } of [upcoming, ended]) {
    for (const person of [undefined, free, hero, staff]) expect(await seen(id, person)).toBeUndefined();
    expect(await seen(id, staff, '?all=true')).toMatchObject({ id });
  }
  for (const person of [undefined, free, hero]) expect((await list(person, '?all=true')).status).toBe(403);
});

test('only staff change deals', async () => {
  const made = await create({ title: 'Coffee' });
  const wrong = { title: '', states: [1] };
  for (const [person, status] of [
    [undefined, 401],
    [free, 403],
    [hero, 403],
  ] as const) {
    for (const deal of [
      { title: 'Mine', from: dayIn(0), until: dayIn(0) },
      { ...made, states: [1] },
    ])
      expect((await put(deal, person)).status).toBe(status);
    expect((await save(made.id, { title: 'Mine', states: [1] }, person)).status).toBe(status);
    expect((await remove(made.id, person)).status).toBe(status);
  }
  expect(await seen(made.id, hero)).toEqual(made);
  expect(await save(made.id, wrong, staff)).toMatchObject(invalid('title'));
});

test('a change keeps what it omits, and builds on the revision that it names', async () => {
  const made = await create({ title: 'Coffee', text: 'Two for one.', code: CODE, states: [CAROLINA.id] });
  const changed = await save(made.id, { title: 'Tea', _rev: 1 }, staff);
  expect(changed.body).toEqual({ deal: { ...made, title: 'Tea', _rev: 2 } });
  const stale = await save(made.id, { title: 'Milk', _rev: 1 }, staff);
  expect(stale).toMatchObject({ status: 409, body: { additional: { _rev: 2 } } });
  const emptied = await save(made.id, { text: '', code: null, states: [] }, staff);
  expect(emptied.body.deal).toMatchObject({ title: 'Tea', text: '', code: null, states: [], _rev: 3 });
  expect((await remove(made.id, staff)).status).toBe(200);
  expect([(await remove(made.id, staff)).status, (await save(made.id, {}, staff)).status]).toEqual([404, 404]);
});

test('a repeated creation with the same key creates one deal', async () => {
  const send = async () => {
    const answer = await fetch(`${BASE}/api/deals/deal`, {
      method: 'PUT',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${staff.token}`,
        'idempotency-key': 'deal-once',
      },
      body: JSON.stringify({ deal: { title: 'Once', from: dayIn(-1), until: dayIn(1) } }),
      signal: AbortSignal.timeout(15_000),
    });
    return ((await answer.json()) as { deal: Deal }).deal;
  };
  const [first, second] = [await send(), await send()];
  created.push(first.id);
  expect(second).toEqual(first);
  const { body } = await list(staff);
  expect((body.deals as Deal[]).filter(({ title }) => title === 'Once')).toHaveLength(1);
});

test.describe('a wrong form', () => {
  const GOOD = { title: 'Good', from: '2026-05-01', until: '2026-05-31' };
  for (const [field, deal] of [
    ['until', { ...GOOD, until: '2026-04-30' }],
    ['until', { ...GOOD, until: '2026-02-30' }],
    ['from', { ...GOOD, from: 'soon' }],
    ['title', { ...GOOD, title: '\u200b ' }],
    ['title', { ...GOOD, title: 'x'.repeat(101) }],
    ['text', { ...GOOD, text: 'x'.repeat(2_001) }],
    ['code', { ...GOOD, code: 'x'.repeat(61) }],
    ['states', { ...GOOD, states: [39] }],
    ['states', { ...GOOD, country: 39, states: [CAROLINA.id] }],
    ['states', { ...GOOD, country: 999_999, states: [CAROLINA.id] }],
    ['link', { ...GOOD, link: 'javascript:alert(1)' }],
    ['link', { ...GOOD, link: 'http://tires.example.com' }],
    ['link', { ...GOOD, link: 'https://good.example.com@evil.example.com' }],
    ['link', { ...GOOD, link: 'https://127.0.0.1/' }],
    ['link', { ...GOOD, link: '//tires.example.com' }],
  ] as const) {
    test(`names the field ${field}: ${JSON.stringify(deal).slice(0, 120)}`, async () => {
      expect(await put(deal, staff)).toMatchObject(invalid(field));
    });
  }
});

test('hostile Markdown is stored as text, and served with a type that browsers do not render', async () => {
  const text = '<script>alert(1)</script> [x](javascript:alert(1)) ![x](x)';
  const made = await create({ title: '<b>Bold</b>', text });
  const answer = await list(hero);
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  expect((answer.body.deals as Deal[]).find(({ id }) => id === made.id)).toMatchObject({ title: '<b>Bold</b>', text });
});
