// Aim: a drive that is deleted while a person lists it is on no list afterwards, whichever comes first.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DriveList } from '@switchback/proto/users/v1/service';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { lockWaiters } from '@switchback/testing/lock-waiters';
import { waitUntil } from '@switchback/testing/wait';
import type { QueryRunner } from 'typeorm';
import { as, deletedDrive, driveEvent, join, openUsers, type OpenedUsers } from '../users.fixture.js';

const list = DriveList.DRIVE_LIST_SAVED;

let database: TestDatabase;
let users: OpenedUsers;

beforeAll(async () => {
  database = await createTestDatabase();
  users = await openUsers(database.url);
});
beforeEach(async () => {
  await users.source.query('truncate profile, username, drive_fact, popularity cascade');
  for (const id of ['ann', 'bob']) await join(users, id);
  await users.facts.apply([driveEvent({ id: 'd1' })]);
  await users.rpc.listDrive({ driveId: 'd1', list, listed: true }, as('bob'));
});
afterAll(async () => {
  await users.close();
  await database.drop();
});

/** Opens a transaction that holds a query's locks until it is committed. */
async function holding(query: string): Promise<QueryRunner> {
  const runner = users.source.createQueryRunner();
  await runner.startTransaction();
  await runner.query(query);
  return runner;
}

async function release(runner: QueryRunner): Promise<void> {
  await runner.commitTransaction();
  await runner.release();
}

/** Lists the drive as Ann. @returns the response, or the error. */
function annLists(): Promise<unknown> {
  return users.rpc.listDrive({ driveId: 'd1', list, listed: true }, as('ann')).catch((error: unknown) => error);
}

const waiters = (holder: QueryRunner, count: number) =>
  waitUntil(`${count} to wait`, async () => (await lockWaiters(holder)) === count);

async function expectNothingLeft(): Promise<void> {
  expect(await users.source.query('select user_id, drive_id from listed_drive')).toEqual([]);
  expect(await users.source.query('select drive_id from popularity')).toEqual([]);
}

describe('a drive that is deleted while a person lists it', () => {
  it('is rejected if the deletion comes first', async () => {
    const holder = await holding(`select from profile where id = 'ann' for update`);
    const listing = annLists();
    // Their access has been checked, and nothing is written yet.
    await waiters(holder, 1);
    await users.facts.apply([deletedDrive('d1', 2)]);
    await release(holder);
    expect(await listing).toMatchObject({ error: 'driveNotFound' });
    await expectNothingLeft();
  });

  it('is removed from the list if the deletion comes second', async () => {
    const holder = await holding(`select from popularity where drive_id = 'd1' for update`);
    const listing = annLists();
    // The drive is on their list, and the transaction has not ended yet.
    await waiters(holder, 1);
    const deletion = users.facts.apply([deletedDrive('d1', 2)]);
    await waiters(holder, 2);
    await release(holder);
    await Promise.all([listing, deletion]);
    await expectNothingLeft();
  });
});

describe('an account that is deleted while its owner lists a drive', () => {
  it.each(['erase first', 'list first'])('leaves no list entry and no count: %s', async (order) => {
    const isErasedFirst = order === 'erase first';
    const holder = await holding(`select from profile where id = 'ann' for update`);
    const erase = () => users.accounts.erase('ann');
    const first = isErasedFirst ? erase() : annLists();
    await waiters(holder, 1);
    const second = isErasedFirst ? annLists() : erase();
    await waiters(holder, 2);
    await release(holder);
    await Promise.all([first, second]);
    expect(await users.source.query('select user_id from listed_drive')).toEqual([{ user_id: 'bob' }]);
    expect(await users.source.query('select saves from popularity')).toEqual([{ saves: 1 }]);
  });
});
