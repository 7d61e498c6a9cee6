// Aim: a drive that a caller may not see does not show in a collection by any call, and its owner's saves keep it.
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Caller } from '@switchback/platform/rpc/call';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { ANN, BOB, FREE, STAFF } from '../authoring/authoring.fixture.js';
import { Roads } from '../directions/roads.js';
import { Ways } from '../directions/ways.js';
import { alter } from '../drives.fixture.js';
import { Collection } from './collection.entity.js';
import { CollectionWays } from './collection-ways.js';
import {
  addDrives,
  createdBy,
  driveIdsOf,
  formOf,
  itemsOf,
  openCollections,
  type OpenedCollections,
} from './collections.fixture.js';

const PRIVATE = { ownerId: 'ann', ownerUsername: 'ann', privacy: 'private', status: 'none' } as const;

let database: TestDatabase;
let opened: OpenedCollections;
let ways: CollectionWays;
let first: string;
let secret: string;
let last: string;
let trip: string;

beforeAll(async () => {
  database = await createTestDatabase();
  opened = await openCollections(database.url);
  const routed = new Ways(new Roads(null, opened.clock, { warn: () => undefined }), opened.clock);
  ways = new CollectionWays(opened.drives.source.getRepository(Collection), opened.links, routed);
});
beforeEach(async () => {
  await opened.clear();
  const drives = await addDrives(opened, { first: {}, secret: PRIVATE, last: {} });
  [first, secret, last] = drives as [string, string, string];
  ({ id: trip } = await createdBy(opened, ANN, { days: 1, items: itemsOf([first, 1], [secret, 1], [last, 1]) }));
  await opened.shares.replace({ id: trip, userIds: ['bob'] }, ANN);
});
afterAll(async () => {
  await opened.drives.close();
  await database.drop();
});

/** Returns everything that a caller gets of the trip, with and without its link. */
async function all(caller: Caller | null, owner = ANN) {
  const link = await opened.links.create(trip, 1, owner);
  return {
    bySecret: await opened.links.show(link.secret, caller),
    waysBySecret: await ways.ways({ id: '', secret: link.secret }, { caller }),
    listed: caller ? await opened.queries.listOf(caller.userId, caller) : [],
    found: await opened.queries.find(trip, caller).catch(() => undefined),
  };
}

it.each([
  ['a friend', BOB],
  ['a visitor', null],
  ['a free account', FREE],
])('is left out for %s: in items, totals and ways', async (_, caller) => {
  const { bySecret, waysBySecret, listed, found } = await all(caller);
  expect(driveIdsOf(bySecret)).toEqual([first, last]);
  const drives = await opened.drives.queries.summaries([first, last], null);
  expect(bySecret.distance).toBe(drives.reduce((sum, { distance }) => sum + distance, 0));
  expect(bySecret.duration).toBe(drives.reduce((sum, { duration }) => sum + duration, 0));
  expect(waysBySecret.map(({ from }) => from)).toEqual([0]);
  for (const collection of [...listed, ...(found ? [found] : [])]) expect(collection).toEqual(bySecret);
  expect(JSON.stringify([bySecret, waysBySecret, listed, found])).not.toContain(secret);
});

it.each([
  ['its owner', ANN],
  ['staff', STAFF],
])('shows to %s', async (_, caller) => {
  const { bySecret, waysBySecret, found } = await all(caller);
  expect(driveIdsOf(bySecret)).toEqual([first, secret, last]);
  expect(waysBySecret.map(({ from }) => from)).toEqual([0, 1]);
  expect(found).toEqual(bySecret);
});

it('is left out of public collections, too', async () => {
  const { id } = await createdBy(opened, STAFF, { privacy: 'public', items: itemsOf(first, secret) });
  for (const caller of [null, BOB]) {
    expect((await opened.queries.published(caller)).map(driveIdsOf)).toEqual([[first]]);
    expect((await opened.queries.listOf('staff', caller)).map(driveIdsOf)).toEqual([[first]]);
    expect(driveIdsOf(await opened.queries.find(id, caller))).toEqual([first]);
  }
  expect((await opened.queries.published(ANN)).map(driveIdsOf)).toEqual([[first, secret]]);
});

it('cannot be added by a person who may not see it, nor found out about', async () => {
  const added = createdBy(opened, BOB, { items: itemsOf(secret) });
  const unknown = createdBy(opened, BOB, { items: itemsOf('unknown') });
  const refusals = await Promise.all([added, unknown].map((work) => work.catch((error: unknown) => error)));
  expect(refusals[0]).toMatchObject({ error: 'invalidInput', fields: { items: expect.anything() } });
  expect(refusals[0]).toEqual(refusals[1]);
});

it('stays in place through the saves of an owner who sees it no more', async () => {
  await alter(opened.drives.source, 'secret', { ownerId: 'carl' });
  const saved = await opened.collections.update(
    { id: trip, form: formOf({ name: 'Weekend', items: itemsOf([last, 1], [first, 1]) }) },
    ANN,
  );
  expect(driveIdsOf(saved)).toEqual([last, first]);
  expect(driveIdsOf(await opened.queries.find(trip, STAFF))).toEqual([last, first, secret]);
  await opened.collections.update({ id: trip, form: formOf({ days: 0 }) }, ANN);
  await alter(opened.drives.source, 'secret', { ownerId: 'ann' });
  expect(driveIdsOf(await opened.queries.find(trip, ANN))).toEqual([last, first, secret]);
});
