// Aim: each person has one change at a time, even if a process dies or stalls during one. The database is real, and two
// connections stand for two processes.
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { systemClock } from '@switchback/platform/clock';
import { randomIds } from '@switchback/platform/ids';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { waitUntil } from '@switchback/testing/wait';
import type { DataSource } from 'typeorm';
import { connectBilling } from '../schema.js';
import { Claims } from './claims.js';
import { Customer } from './customer.entity.js';

let database: TestDatabase;
let processes: { source: DataSource; claims: Claims }[];
let people = 0;
let ann: string;

async function open() {
  const source = await connectBilling({ url: database.url });
  return { source, claims: new Claims(source.getRepository(Customer), systemClock, randomIds) };
}
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  processes = [await open(), await open()];
  ann = `ann-${(people += 1)}`;
});
afterEach(async () => {
  for (const { source } of processes) if (source.isInitialized) await source.destroy();
});
afterAll(() => database.drop());

const errorOf = (call: Promise<unknown>) =>
  call.then(
    () => 'none',
    ({ error }: { error: string }) => error,
  );

/** Starts work that lasts until `end` is called. */
function holdOpen({ claims }: { claims: Claims }) {
  const { promise: ending, resolve: end } = Promise.withResolvers<object>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const held = claims.hold(ann, null, () => {
    begin();
    return ending;
  });
  return { begun, end: () => end({}), held };
}
const tryOnce = ({ claims }: { claims: Claims }) => errorOf(claims.hold(ann, null, async () => ({})));

it('a change that outlasts its lease is not interrupted', async () => {
  const [first, second] = processes;
  const change = holdOpen(first!);
  await change.begun;
  const expiry = async () => {
    const { busyUntil } = await second!.source.getRepository(Customer).findOneByOrFail({ userId: ann });
    return busyUntil!.getTime();
  };
  const before = await expiry();
  await waitUntil('a renewal', async () => (await expiry()) > before);
  expect(await tryOnce(second!)).toBe('subscriptionBusy');
  change.end();
  await change.held;
  expect(await tryOnce(second!)).toBe('none');
});

it('the claim of a dead process is taken over by the next request', async () => {
  const [first, second] = processes;
  const change = holdOpen(first!);
  await change.begun;
  await first!.source.destroy();
  // A request meanwhile waits for the lease to expire, instead of failing as busy.
  expect(await tryOnce(second!)).toBe('none');
  change.end();
  await errorOf(change.held);
});

it('a holder that stalled past its lease does not free the claim of the next one', async () => {
  const [first, second] = processes;
  const stalled = holdOpen(first!);
  await stalled.begun;
  await second!.source.query(
    `update customer set busy_until = clock_timestamp() - interval '1 second', busy_token = 'another' where user_id = $1`,
    [ann],
  );
  const next = holdOpen(second!);
  await next.begun;
  stalled.end();
  await stalled.held;
  expect(await tryOnce(first!)).toBe('subscriptionBusy');
  next.end();
  await next.held;
});
