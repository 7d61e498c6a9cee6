// Aim: facts written before facts had an audience, or by the previous release while both run, are visible to the same
// people.
import { expect, it } from '@jest/globals';
import { createTestDatabase } from '@switchback/testing/database';
import { driveEvent, openUsers } from '../users.fixture.js';
import { AddAudience1795737600000 } from './1795737600000-add-audience.js';

it('the migration gives facts the audience that events give them', async () => {
  const database = await createTestDatabase();
  const users = await openUsers(database.url);
  const shared = { ownerId: 'ann', sharedWith: ['bob'] };
  await users.facts.apply([
    driveEvent({ id: 'public' }),
    driveEvent({ id: 'pending', status: 'pending' }, shared),
    driveEvent({ id: 'private', privacy: 'private', status: 'none' }, shared),
    driveEvent({ id: 'ownerless', privacy: 'private', status: 'none' }),
  ]);
  const audiences = (): Promise<unknown> =>
    users.source.query('select drive_id, is_public, viewers from drive_fact order by drive_id');
  const before = await audiences();
  const runner = users.source.createQueryRunner();
  await new AddAudience1795737600000().down(runner);
  await new AddAudience1795737600000().up(runner);
  await runner.release();
  expect(before).toHaveLength(4);
  expect(await audiences()).toEqual(before);
  // As the previous release saves it: a newer version without an audience.
  await users.source.query(
    `update drive_fact set version = version + 1, privacy = 'private' where drive_id = 'pending'`,
  );
  await users.source.query(
    `update drive_fact set version = version + 1, privacy = 'private' where drive_id = 'public'`,
  );
  expect(await audiences()).toMatchObject([
    { drive_id: 'ownerless', is_public: false, viewers: [] },
    { drive_id: 'pending', is_public: false, viewers: ['ann', 'hero:bob'] },
    { drive_id: 'private', is_public: false, viewers: ['ann', 'hero:bob'] },
    { drive_id: 'public', is_public: false, viewers: [] },
  ]);
  await users.close();
  await database.drop();
});
