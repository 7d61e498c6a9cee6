// Aim: private drives and collections are shared with Heroes only, and each person newly on a list is notified once.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { collection } from '@switchback/testing/fake-collections';
import { as, join, openUsers, type OpenedUsers, VISITOR } from '../users.fixture.js';

let database: TestDatabase;
let users: OpenedUsers;

beforeAll(async () => {
  database = await createTestDatabase();
  users = await openUsers(database.url);
});
beforeEach(async () => {
  await users.source.query('truncate profile, username cascade');
  for (const id of ['ann', 'bob', 'cleo']) await join(users, id);
  await join(users, 'fred', 'free');
  users.drives.addCollection(collection({ id: 'c1', privacy: 'private', owner: { id: 'ann', username: 'ann' } }));
  await share([]);
});
afterAll(async () => {
  await users.close();
  await database.drop();
});

const share = (ids?: string[], call = as('ann')) =>
  users.rpc.shareCollection({ collectionId: 'c1', users: ids && { ids } }, call);
const noticesOf = async (userId: string) => (await users.rpc.getNotices({}, as(userId))).notices;

describe('a shared collection', () => {
  it('notifies each new person once, however often the list changes', async () => {
    expect(await share(['bob'])).toEqual({ userIds: ['bob'] });
    await share([]);
    await share(['cleo', 'bob']);
    expect(await share()).toEqual({ userIds: ['cleo', 'bob'] });
    for (const userId of ['bob', 'cleo'])
      expect(await noticesOf(userId)).toMatchObject([
        {
          kind: 'collection-shared',
          subjectType: 'trip',
          subjectId: 'c1',
          subjectTitle: 'Blue Ridge weekend',
          actor: 'ann',
        },
      ]);
    expect(await noticesOf('ann')).toEqual([]);
  });

  it.each([
    ['a free account', 'fred', 'Collections can be shared with Hero accounts.'],
    ['an unknown person', 'nobody', 'Collections can be shared with Hero accounts.'],
    ['the owner', 'ann', 'Your collections are yours already.'],
  ])('is not shared with %s, and the list stays as it was', async (_, userId, message) => {
    await share(['bob']);
    await expect(share(['cleo', userId])).rejects.toMatchObject({
      error: 'invalidInput',
      fields: { users: { message } },
    });
    expect(await share()).toEqual({ userIds: ['bob'] });
    expect(await noticesOf('cleo')).toEqual([]);
  });

  it('keeps a person whose account is free meanwhile', async () => {
    await share(['bob']);
    await users.source.query(`update profile set account_type = 'free' where id = 'bob'`);
    expect(await share(['bob', 'cleo'])).toEqual({ userIds: ['bob', 'cleo'] });
  });

  it('is shared by its owner only', async () => {
    await expect(share(['cleo'], as('bob'))).rejects.toMatchObject({ error: 'collectionNotFound' });
    await expect(share(['cleo'], VISITOR)).rejects.toMatchObject({ error: 'invalidSession' });
    expect(await noticesOf('cleo')).toEqual([]);
  });
});

it('notifies of a shared drive as well', async () => {
  const shareDrive = users.drives.shareDrive;
  users.drives.shareDrive = async (request, call) => ({ ...(await shareDrive(request, call)), title: 'Crest Road' });
  await users.rpc.shareDrive({ driveId: 'd1', users: { ids: ['bob'] } }, as('ann'));
  users.drives.shareDrive = shareDrive;
  expect(await noticesOf('bob')).toMatchObject([
    { kind: 'drive-shared', subjectType: 'drive', subjectId: 'd1', subjectTitle: 'Crest Road', actor: 'ann' },
  ]);
});

// Aim: a notice names who shared, by the present username, and no name once the account is closed or suspended.
it('names the person who shared by their present username', async () => {
  await share(['bob']);
  const actor = async () => (await noticesOf('bob'))[0]?.actor;
  await users.source.query(`update username set username = 'annie' where user_id = 'ann'`);
  expect(await actor()).toBe('annie');
  await users.source.query(`update profile set enabled = false where id = 'ann'`);
  expect(await actor()).toBe('');
  await users.source.query(`delete from profile where id = 'ann'`);
  expect(await noticesOf('bob')).toHaveLength(1);
  expect(await actor()).toBe('');
});
