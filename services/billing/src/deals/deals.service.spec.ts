// Aim: staff write deals, Heroes use those of today; concurrent and repeated requests lose and duplicate nothing.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { LIMITS } from '@switchback/contracts/rules/limits';
import type { Call } from '@switchback/platform/rpc/call';
import type { DealForm } from '@switchback/proto/billing/v1/deal';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { type OpenedBilling, openBilling } from '../billing.fixture.js';

type AccountType = NonNullable<Call['caller']>['accountType'];
const as = (accountType: AccountType): Call => ({ requestId: 'r', caller: { userId: accountType, accountType } });
const [FREE, HERO, STAFF] = [as('free'), as('hero'), as('admin')];
const VISITOR: Call = { requestId: 'r', caller: null };
const DAY_MS = 86_400_000;
const CAROLINA = { id: 1447, name: 'North Carolina' };

let database: TestDatabase;
let billing: OpenedBilling;

beforeAll(async () => {
  database = await createTestDatabase();
  billing = await openBilling(database.url);
});
beforeEach(() => billing.source.query('truncate deal, idempotent_request'));
afterAll(async () => {
  await billing.close();
  await database.drop();
});

/** Returns the date some days from now. */
const dayIn = (days: number) => new Date(billing.clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10);
const formOf = (overrides: Partial<DealForm> = {}): DealForm => ({
  where: undefined,
  title: '10% off',
  from: dayIn(-1),
  until: dayIn(1),
  ...overrides,
});
const create = async (overrides: Partial<DealForm> = {}, key = '', fingerprint = 'f') =>
  (await billing.rpc.createDeal({ form: formOf(overrides), idempotencyKey: key, fingerprint }, STAFF)).deal;
const update = async (id: string, form: Partial<DealForm>) =>
  (await billing.rpc.updateDeal({ id, form: { where: undefined, ...form } }, STAFF)).deal;
const list = async (call: Call, all = false) => (await billing.rpc.listDeals({ all }, call)).deals;
const titles = async (call: Call, all = false) => (await list(call, all)).map(({ title }) => title);
const refusal = (error: string) => ({ error });
const onlyUnder = (field: string) => ({ error: 'invalidInput', fields: { [field]: expect.anything() } });

const WHOLE = {
  title: '10% off at Ridge Tires',
  text: 'For **four** tires: enter CURVES10.',
  link: 'https://tires.example.com/?code=CURVES10',
  code: 'CURVES10',
  where: { countryId: 233, states: [CAROLINA] },
};

describe('a deal', () => {
  it('shows Heroes and staff everything, and others neither text, link nor code', async () => {
    const made = await create(WHOLE);
    expect(made).toEqual({ ...WHOLE, id: made.id, rev: 1, from: dayIn(-1), until: dayIn(1) });
    for (const call of [HERO, STAFF]) expect(await list(call)).toEqual([made]);
    for (const call of [FREE, VISITOR]) {
      expect(await list(call)).toEqual([{ ...made, text: '', link: '', code: '' }]);
    }
  });

  it('is listed on its days only, by last day and title; staff also list the others', async () => {
    await create({ title: 'Later', from: dayIn(5), until: dayIn(6) });
    await create({ title: 'Over', from: dayIn(-6), until: dayIn(-5) });
    await create({ title: 'Long', until: dayIn(9) });
    await create({ title: 'Short B' });
    await create({ title: 'Short A' });
    for (const call of [VISITOR, FREE, HERO, STAFF]) {
      expect(await titles(call)).toEqual(['Short A', 'Short B', 'Long']);
    }
    expect(await titles(STAFF, true)).toEqual(['Over', 'Short A', 'Short B', 'Later', 'Long']);
    for (const call of [VISITOR, FREE, HERO]) {
      await expect(list(call, true)).rejects.toMatchObject(refusal('notAllowed'));
    }
  });

  it('keeps what a change does not name, and loses what it empties', async () => {
    const made = await create(WHOLE);
    expect(await update(made.id, { title: ' 15%   off ' })).toEqual({ ...made, rev: 2, title: '15% off' });
    const emptied = { text: '', link: '', code: '', where: { countryId: 39, states: [] } };
    expect(await update(made.id, emptied)).toEqual({ ...made, rev: 3, title: '15% off', ...emptied });
  });

  it('lists a state that is sent twice once', async () => {
    const made = await create({ where: { countryId: 233, states: [CAROLINA, CAROLINA] } });
    expect(made.where?.states).toEqual([CAROLINA]);
  });
});

describe('a form', () => {
  it.each([
    ['until', { until: '2020-01-01' }],
    ['title', { title: ' \n ' }],
    ['states', { where: { countryId: 233, states: [CAROLINA, { id: 1, name: '' }] } }],
  ])('with a wrong field %s is refused under its name and changes nothing', async (field, input) => {
    await expect(create(input)).rejects.toMatchObject(onlyUnder(field));
    const made = await create();
    await expect(update(made.id, input)).rejects.toMatchObject(onlyUnder(field));
    expect(await list(HERO)).toEqual([made]);
  });

  it('is refused if only the change moves the first day behind the last', async () => {
    const made = await create();
    await expect(update(made.id, { from: dayIn(2) })).rejects.toMatchObject(onlyUnder('until'));
  });

  it('builds on the revision that it names, else the last one wins', async () => {
    const made = await create();
    await update(made.id, { title: 'First', rev: 1 });
    await expect(update(made.id, { title: 'Second', rev: 1 })).rejects.toMatchObject({
      error: 'staleRevision',
      additional: { _rev: 2 },
    });
    expect((await update(made.id, { title: 'Third' })).title).toBe('Third');
  });
});

it.each([
  ['notAllowed', FREE],
  ['notAllowed', HERO],
  ['invalidSession', VISITOR],
])('a change is refused as %s to %j, and reveals no deal', async (error, call) => {
  const made = await create();
  const wrong = formOf({ title: '' });
  const calls = [
    () => billing.rpc.createDeal({ form: wrong, idempotencyKey: '', fingerprint: '' }, call),
    ...[made.id, 'none'].flatMap((id) => [
      () => billing.rpc.updateDeal({ id, form: wrong }, call),
      () => billing.rpc.deleteDeal({ id }, call),
    ]),
  ];
  for (const change of calls) await expect(change()).rejects.toMatchObject(refusal(error));
  expect(await list(HERO)).toEqual([made]);
});

it('deletes a deal once', async () => {
  const { id } = await create();
  await billing.rpc.deleteDeal({ id }, STAFF);
  expect(await list(STAFF, true)).toEqual([]);
  await expect(billing.rpc.deleteDeal({ id }, STAFF)).rejects.toMatchObject(refusal('dealNotFound'));
  await expect(update(id, {})).rejects.toMatchObject(refusal('dealNotFound'));
});

describe('an idempotency key', () => {
  it('creates one deal for concurrent and later requests', async () => {
    const made = await Promise.all([create({}, 'k'), create({}, 'k')]);
    expect(made[1]).toEqual(made[0]);
    await update(made[0].id, { title: 'Changed' });
    expect(await create({}, 'k')).toEqual(made[0]);
    expect(await titles(HERO)).toEqual(['Changed']);
    await expect(create({}, 'k', 'other')).rejects.toMatchObject(refusal('keyReused'));
  });

  it('does not restore a deal that was deleted', async () => {
    const { id } = await create({}, 'k');
    await billing.rpc.deleteDeal({ id }, STAFF);
    await expect(create({}, 'k')).rejects.toMatchObject(refusal('dealNotFound'));
    expect(await list(STAFF, true)).toEqual([]);
  });
});

it('concurrent requests do not exceed the limit together', async () => {
  await billing.source.query(
    `insert into deal (id, rev, title, text, valid_from, valid_until, country_id, states)
     select n::text, 1, 'Deal', '', '2026-01-01', '2999-01-01', 233, '[]' from generate_series(2, $1) as n`,
    [LIMITS.dealsMax],
  );
  const outcomes = await Promise.allSettled([create({ title: 'A' }), create({ title: 'B' })]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: onlyUnder('submit') });
  expect(await list(STAFF, true)).toHaveLength(LIMITS.dealsMax);
});
