// Aim: the time until a drive is refused does not reveal whether it exists; a drive just made public is accepted at
// once.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ProductError } from '@switchback/platform/errors';
import { DriveList } from '@switchback/proto/users/v1/service';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { drive } from '@switchback/testing/fake-drives';
import { as, deletedDrive, driveEvent, join, openUsers, type OpenedUsers } from '../users.fixture.js';

let database: TestDatabase;
let users: OpenedUsers;

beforeAll(async () => {
  database = await createTestDatabase();
  users = await openUsers(database.url);
});
afterAll(async () => {
  await users.close();
  await database.drop();
});

const save = (driveId: string) =>
  users.rpc.listDrive({ driveId, list: DriveList.DRIVE_LIST_SAVED, listed: true }, as('ann'));

it('queries as much for a hidden drive as for a missing one', async () => {
  await join(users, 'ann');
  await users.facts.apply([
    driveEvent({ id: 'hidden', privacy: 'private' }, { ownerId: 'bob' }),
    driveEvent({ id: 'opened', status: 'pending' }, { ownerId: 'bob' }),
    deletedDrive('deleted', 3),
  ]);
  for (const id of ['hidden', 'opened', 'deleted', 'unknown']) {
    const before = users.drives.calls.length;
    await expect(save(id)).rejects.toMatchObject({ error: 'driveNotFound' });
    expect([id, users.drives.calls.length - before]).toEqual([id, 1]);
  }
  // A friend whose Hero account ended is offered the upgrade that shows a shared drive.
  const { getDetails } = users.drives;
  users.drives.getDetails = () => Promise.reject(new ProductError('upgradeNeeded', { additional: { upgrade: true } }));
  await expect(save('shared')).rejects.toMatchObject({ error: 'upgradeNeeded', additional: { upgrade: true } });
  users.drives.getDetails = getDetails;
  users.drives.add(drive({ id: 'opened' }));
  await save('opened');
  await users.facts.apply([driveEvent({ id: 'opened', rev: 2 }, { ownerId: 'bob' })]);
  expect((await users.rpc.getUser({}, as('ann'))).user.lists).toMatchObject({ saved: ['opened'] });
});
