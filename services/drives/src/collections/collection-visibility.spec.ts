// Aim: a drive that a caller may not see does not show in a collection by any call, and its owner's saves keep it.
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { LIMITS } from '@switchback/contracts/rules/limits';
import type { Caller } from '@switchback/platform/rpc/call';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { ANN, BOB, FREE, STAFF } from '../authoring/authoring.fixture.js';
import { callOf, alter } from '../drives.fixture.js';
import { Drive } from '../drive/drive.entity.js';
import { Collection } from './collection.entity.js';
import { CollectionWays } from './collection-ways.js';
import {
  addDrives,
  createdBy,
  driveIdsOf,
  formOf,
  itemsOf,
  listedAs,
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
  ways = new CollectionWays(
    opened.drives.source.getRepository(Collection),
    opened.links,
    async () => opened.drives.roads,
  );
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
    waysBySecret: await ways.ways({ id: '', secret: link.secret }, callOf(caller)),
    listed: caller ? await opened.listOf(caller.userId, caller) : [],
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
  if (found) expect(found).toEqual(bySecret);
  for (const collection of listed) expect(collection).toEqual(listedAs(bySecret));
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
    expect((await opened.published(caller)).map(driveIdsOf)).toEqual([[first]]);
    expect((await opened.listOf('staff', caller)).map(driveIdsOf)).toEqual([[first]]);
    expect(driveIdsOf(await opened.queries.find(id, caller))).toEqual([first]);
  }
  expect((await opened.published(ANN)).map(driveIdsOf)).toEqual([[first, secret]]);
});

it('cannot be added by a person who may not see it, nor found out about', async () => {
  const added = createdBy(opened, BOB, { items: itemsOf(secret) });
  const unknown = createdBy(opened, BOB, { items: itemsOf('unknown') });
  const refusals = await Promise.all([added, unknown].map((work) => work.catch((error: unknown) => error)));
  expect(refusals[0]).toMatchObject({ error: 'invalidInput', fields: { items: expect.anything() } });
  expect(refusals[0]).toEqual(refusals[1]);
});

it('is told from a deleted drive by no call of an owner who sees it no more', async () => {
  // Aim: two trips, alike but for one drive: it is hidden in one and deleted in the other. Every answer is the same.
  const drives = await addDrives(opened, { hidden: PRIVATE, deleted: PRIVATE });
  const twins = await Promise.all(
    drives.map((drive) => createdBy(opened, ANN, { days: 2, items: itemsOf([first, 1], [drive, 1], [last, 1]) })),
  );
  await alter(opened.drives.source, 'hidden', { ownerId: 'carl' });
  await opened.drives.source.getRepository(Drive).delete({ id: drives[1]! });
  const answers = twins.map(async ({ id }, index) => {
    const drive = drives[index]!;
    const save = (overrides: Parameters<typeof formOf>[0]) =>
      opened.collections.update({ id, form: formOf(overrides) }, ANN).catch((error: unknown) => error);
    return [
      await save({ items: itemsOf([first, 1], [drive, 1], [last, 1]) }),
      await save({ items: itemsOf([drive, 2], [first, 1]) }),
      await save({ items: itemsOf([first, 1], [drive, 1], [drive, 1]) }),
      await createdBy(opened, ANN, { items: itemsOf(drive) }).catch((error: unknown) => error),
      await opened.queries.find(id, ANN),
      (await opened.listOf('ann', ANN)).find((listed) => listed.id === id),
      await ways.ways({ id, secret: '' }, callOf(ANN)),
      await save({ items: itemsOf([last, 1], [first, 2]) }),
      await save({ days: 1 }),
      await save({ days: 0, name: 'Weekend' }),
    ];
  });
  const [hidden, deleted] = (await Promise.all(answers)).map((answer, index) =>
    JSON.stringify(answer).replaceAll(twins[index]!.id, 'trip').replaceAll(drives[index]!, 'drive'),
  );
  expect(hidden).toBe(deleted);
  expect(hidden).toContain('Weekend');
});

it('does not count against the limit of an owner who sees it no more, nor once it shows again', async () => {
  // Aim: a full collection loses no drive that is hidden for a day, and no error reveals the hidden ones.
  const names = Array.from({ length: LIMITS.collectionItemsMax }, (_, index) => `n${index}`);
  const many = await addDrives(opened, Object.fromEntries(names.map((name) => [name, {}])));
  const save = (items: readonly string[]) =>
    opened.collections.update({ id: trip, form: formOf({ days: 0, items: itemsOf(...items) }) }, ANN);
  await save([secret, ...many.slice(1)]);
  await alter(opened.drives.source, 'secret', { ownerId: 'carl' });
  expect(driveIdsOf(await save([...many.slice(1), many[0]!]))).toHaveLength(LIMITS.collectionItemsMax);
  const over = { error: 'invalidInput', fields: { items: expect.anything() } };
  await expect(save([...many, first])).rejects.toMatchObject(over);
  await alter(opened.drives.source, 'secret', { ownerId: 'ann' });
  const all = driveIdsOf(await opened.queries.find(trip, ANN));
  expect(all).toHaveLength(LIMITS.collectionItemsMax + 1);
  expect(all).toContain(secret);
  expect(driveIdsOf(await save(all.toReversed()))).toEqual(all.toReversed());
  await expect(save([...all, first])).rejects.toMatchObject(over);
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
