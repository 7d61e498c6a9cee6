// Aim: nothing of a deleted account remains in collections, whatever happens at the same time, and the collections of
// suspended people show only to staff.
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { lockWaiters } from '@switchback/testing/lock-waiters';
import { waitUntil } from '@switchback/testing/wait';
import { ANN, BOB, STAFF } from '../authoring/authoring.fixture.js';
import {
  createdBy,
  driveIdsOf,
  addDrives,
  formOf,
  itemsOf,
  openCollections,
  type OpenedCollections,
} from './collections.fixture.js';

let database: TestDatabase;
let opened: OpenedCollections;
beforeAll(async () => {
  database = await createTestDatabase();
  opened = await openCollections(database.url);
});
beforeEach(() => opened.clear());
afterAll(async () => {
  await opened.drives.close();
  await database.drop();
});

const notFound = { error: 'collectionNotFound' };
/** Returns all rows as text. */
const everything = () =>
  opened.drives.source.query(
    `select collection::text from collection union all select link::text from collection_link link
     union all select request::text from idempotent_request request`,
  );

it('a deleted account leaves its public collections without an owner, and no trace in others', async () => {
  const { owners } = opened.drives;
  await owners.rename('staff', 1, 'Staff');
  const [drive] = await addDrives(opened, { a: {} });
  const shown = await createdBy(opened, STAFF, { privacy: 'public', items: itemsOf(drive!) });
  const own = await createdBy(opened, STAFF, { name: 'Own' });
  await opened.links.create(own.id, 7, STAFF);
  const bobs = await createdBy(opened, BOB);
  await opened.shares.replace({ id: bobs.id, userIds: ['ann', 'staff'] }, BOB);
  for (let delivery = 1; delivery <= 2; delivery += 1) await owners.erase('staff', 2);
  await owners.rename('staff', 1, 'Staff');
  const stored = await opened.queries.find(shown.id, null);
  expect(stored).toEqual({ ...shown, owner: undefined });
  expect(driveIdsOf(stored)).toEqual([drive]);
  await expect(opened.queries.find(own.id, { userId: 'other', accountType: 'admin' })).rejects.toMatchObject(notFound);
  expect(await opened.shares.list(bobs.id, BOB)).toEqual(['ann']);
  expect(JSON.stringify(await everything())).not.toMatch(/staff/i);
});

it('a deleted account creates nothing more, and is shared nothing', async () => {
  await opened.drives.owners.erase('ann', 2);
  await expect(createdBy(opened, ANN)).rejects.toMatchObject({ error: 'invalidSession' });
  const { id } = await createdBy(opened, BOB);
  const shared = await opened.shares.replace({ id, userIds: ['ann', 'carl'] }, BOB);
  expect(shared).toMatchObject({ userIds: ['carl'], added: ['carl'] });
  expect(JSON.stringify(await everything())).not.toContain('ann');
});

it('the deletion of an account waits for a collection being created, and deletes it', async () => {
  // Aim: also for an account whose own event has not arrived yet, so that it has no row to lock.
  const { source } = opened.drives;
  const other = source.createQueryRunner();
  await other.startTransaction();
  await other.query('lock table collection in share row exclusive mode');
  const made = createdBy(opened, ANN);
  await waitUntil('the creation to wait', async () => (await lockWaiters(source)) === 1);
  const erased = opened.drives.owners.erase('ann', 2);
  await waitUntil('the deletion to wait', async () => (await lockWaiters(source)) === 2);
  await other.commitTransaction();
  await other.release();
  const { id } = await made;
  await erased;
  await expect(opened.queries.find(id, STAFF)).rejects.toMatchObject(notFound);
});

it('collections of a suspended person show only to staff, until the person is reinstated', async () => {
  const { owners } = opened.drives;
  const own = await createdBy(opened, STAFF);
  const shown = await createdBy(opened, STAFF, { privacy: 'public' });
  await opened.shares.replace({ id: own.id, userIds: ['bob'] }, STAFF);
  const seen = async () => [
    (await opened.published(null)).length,
    (await opened.listOf('staff', BOB)).length,
    (await opened.listOf('bob', BOB)).length,
  ];
  expect(await seen()).toEqual([1, 1, 1]);
  await owners.suspend('staff', 5, true);
  await owners.suspend('staff', 4, false);
  expect(await seen()).toEqual([0, 0, 0]);
  for (const { id } of [own, shown]) {
    await expect(opened.queries.find(id, BOB)).rejects.toMatchObject(notFound);
    await expect(opened.collections.update({ id, form: formOf() }, ANN)).rejects.toMatchObject(notFound);
    expect(await opened.queries.find(id, { userId: 'other', accountType: 'admin' })).toMatchObject({ id });
  }
  await owners.suspend('staff', 6, false);
  expect(await seen()).toEqual([1, 1, 1]);
});
