// Aim: a change that waited for another change of the same drive works on what that one wrote, the route included.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { fakePlaces } from '@switchback/testing/fake-places';
import { lockWaiters } from '@switchback/testing/lock-waiters';
import { waitUntil } from '@switchback/testing/wait';
import { Drive, DriveRoute } from './drive.entity.js';
import { alter, importedDrive, openDrives, type OpenedDrives } from '../drives.fixture.js';
import { lockVisible } from './visible-drive.js';

let database: TestDatabase;
let drives: OpenedDrives;

beforeAll(async () => {
  database = await createTestDatabase();
  drives = await openDrives(database.url, fakePlaces());
});
afterAll(async () => {
  await drives.close();
  await database.drop();
});

it('a locked drive is read after the change that held the lock', async () => {
  await drives.service.importDrives([importedDrive({ id: 'a' })]);
  const id = await alter(drives.source, 'a', { description: '' });
  const other = drives.source.createQueryRunner();
  await other.startTransaction();
  await other.manager.update(Drive, { id }, { title: 'Redrawn' });
  await other.manager.update(DriveRoute, { driveId: id }, { path: 'redrawn' });
  const locked = drives.source.transaction((manager) => lockVisible(manager, id, { userId: 'a', accountType: 'free' }));
  await waitUntil('the lock to be awaited', async () => (await lockWaiters(other)) > 0);
  await other.commitTransaction();
  await other.release();
  expect(await locked).toMatchObject({ path: 'redrawn', drive: { title: 'Redrawn' } });
});
