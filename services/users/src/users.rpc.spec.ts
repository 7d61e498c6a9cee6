import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Call } from '@switchback/platform/rpc/call';
import { AccountType } from '@switchback/proto/auth/v1/account';
import { DriveList, type SavePrivacyRequest, type SaveProfileRequest } from '@switchback/proto/users/v1/service';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { drive } from '@switchback/testing/fake-drives';
import {
  as,
  deletedDrive,
  driveEvent,
  join,
  openUsers,
  type OpenedUsers,
  outboxOf,
  REGIONS,
  VISITOR,
} from './users.fixture.js';

let database: TestDatabase;
let users: OpenedUsers;

beforeAll(async () => {
  database = await createTestDatabase();
  users = await openUsers(database.url);
});
beforeEach(() =>
  users.source.query(
    'truncate username, profile, recent_search, export, listed_drive, popularity, drive_fact, outbox cascade',
  ),
);
afterAll(async () => {
  await users.close();
  await database.drop();
});

const later = () => new Date(Date.now() + 60_000).toISOString();

/** Absent fields are left out on the wire. */
function form(change: Partial<SaveProfileRequest>): SaveProfileRequest {
  return { avatarUpload: '', removeAvatar: false, ...change };
}

function list(driveId: string, name: 'saved' | 'completed', listed: boolean, call: Call) {
  const lists = { saved: DriveList.DRIVE_LIST_SAVED, completed: DriveList.DRIVE_LIST_COMPLETED };
  return users.rpc.listDrive({ driveId, list: lists[name], listed }, call);
}

const own = async (call: Call) => (await users.rpc.getUser({}, call)).user;
const shown = async (userId: string, call = VISITOR) => (await users.rpc.getPublicProfile({ userId }, call)).profile;

describe('usernames', () => {
  it('are reserved for the person who signed up, in any case', async () => {
    // Aim: two people never get usernames that differ only in case, neither before nor after they confirm.
    await users.rpc.reserveUsername({ userId: 'ann', username: ' Ridge.Runner ', until: later() });
    const taken = { error: 'usernameTaken', fields: { username: { code: 'ERROR-00012' } } };
    const rival = { userId: 'bob', username: 'ridge.RUNNER', until: later() };
    await expect(users.rpc.reserveUsername(rival)).rejects.toMatchObject(taken);
    await expect(users.rpc.checkUsername({ username: 'RIDGE.runner' }, VISITOR)).rejects.toMatchObject(taken);
    await users.rpc.createProfile({ userId: 'ann', accountType: AccountType.ACCOUNT_TYPE_FREE });
    await users.rpc.createProfile({ userId: 'ann', accountType: AccountType.ACCOUNT_TYPE_FREE });
    await expect(users.rpc.reserveUsername(rival)).rejects.toMatchObject(taken);
    expect(await users.rpc.checkUsername({ username: 'ridge.runner' }, as('ann'))).toEqual({});
    expect((await own(as('ann', 'free'))).username).toBe('Ridge.Runner');
    expect(await outboxOf(users.source)).toEqual([
      expect.objectContaining({ type: 'user.saved', payload: expect.objectContaining({ id: 'ann', rev: 1 }) }),
    ]);
  });

  it('are free again if not confirmed in time', async () => {
    // Aim: an abandoned sign-up blocks a username no longer than its link is valid.
    await users.rpc.reserveUsername({
      userId: 'ann',
      username: 'runner',
      until: new Date(Date.now() - 1).toISOString(),
    });
    expect(await users.rpc.checkUsername({ username: 'runner' }, VISITOR)).toEqual({});
    await users.rpc.reserveUsername({ userId: 'bob', username: 'runner', until: later() });
    const late = users.rpc.createProfile({ userId: 'ann', accountType: AccountType.ACCOUNT_TYPE_FREE });
    await expect(late).rejects.toMatchObject({ error: 'usernameTaken' });
  });

  it('follow a person who signs up again under another name', async () => {
    // Aim: one person holds one name.
    await users.rpc.reserveUsername({ userId: 'ann', username: 'first', until: later() });
    await users.rpc.reserveUsername({ userId: 'ann', username: 'second', until: later() });
    expect(await users.rpc.checkUsername({ username: 'first' }, VISITOR)).toEqual({});
    await expect(users.rpc.checkUsername({ username: 'second' }, VISITOR)).rejects.toThrow();
  });

  it.each(['', 'a b', '.a', 'a_', 'a._b', 'a'.repeat(21), 'admin', 'Support'])(
    'do not include %j',
    async (username) => {
      // Aim: invalid names are refused here, too, whoever calls.
      await expect(users.rpc.checkUsername({ username }, VISITOR)).rejects.toMatchObject({
        fields: { username: expect.anything() },
      });
    },
  );

  it('go to one of many concurrent requests', async () => {
    // Aim: of twenty concurrent sign-ups, one gets the name.
    const promise = Array.from({ length: 20 }, (_, index) =>
      users.rpc.reserveUsername({ userId: `racer${index}`, username: index % 2 ? 'Racer' : 'racer', until: later() }),
    );
    const outcomes = await Promise.allSettled(promise);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('a profile', () => {
  it('stores changed fields, and keeps omitted ones', async () => {
    // Aim: every field is saved, an absent one stays unchanged, and a new name is published.
    await join(users, 'ann');
    await users.rpc.saveProfile(form({ username: 'Anna', firstName: ' Ann ', bio: 'Curves.' }), as('ann'));
    await users.rpc.saveProfile(form({ lastName: 'Lee' }), as('ann'));
    expect(await own(as('ann'))).toMatchObject({
      id: 'ann',
      username: 'Anna',
      firstName: 'Ann',
      lastName: 'Lee',
      bio: 'Curves.',
      accountType: AccountType.ACCOUNT_TYPE_HERO,
    });
    const names = (await outboxOf(users.source)).map(({ payload }) => payload);
    expect(names).toMatchObject([
      { rev: 1, saved: { username: 'ann' } },
      { rev: 2, saved: { username: 'Anna' } },
    ]);
    expect(await users.rpc.checkUsername({ username: 'ann' }, VISITOR)).toEqual({});
  });

  it('has regions that contain each other', async () => {
    // Aim: a profile never contains a city of another state, and a new country clears both.
    await join(users, 'ann');
    const { unitedStates, northCarolina, asheville, italy, trentino, trento } = REGIONS;
    const save = (change: Partial<SaveProfileRequest>) => users.rpc.saveProfile(form(change), as('ann'));
    await save({ countryId: 233, stateId: 1446, cityId: 111 });
    expect(await own(as('ann'))).toMatchObject({ country: unitedStates, state: northCarolina, city: asheville });
    await expect(save({ cityId: 222 })).rejects.toMatchObject({ fields: { city: expect.anything() } });
    await expect(save({ stateId: 1725 })).rejects.toMatchObject({ fields: { state: expect.anything() } });
    await expect(save({ countryId: 9_999 })).rejects.toMatchObject({ fields: { country: expect.anything() } });
    await save({ countryId: 107 });
    const { country, state, city } = await own(as('ann'));
    expect({ country, state, city }).toEqual({ country: italy, state: undefined, city: undefined });
    await save({ stateId: 1725, cityId: 222 });
    expect(await own(as('ann'))).toMatchObject({ country: italy, state: trentino, city: trento });
    await save({ stateId: 0 });
    expect((await own(as('ann'))).city).toBeUndefined();
  });

  it('rejects a field that is too long, and a taken name, without changes', async () => {
    // Aim: each error is on its field, and nothing of a refused form is stored.
    await join(users, 'ann');
    await join(users, 'bob');
    const refused = async (change: Partial<SaveProfileRequest>, field: string) => {
      const saving = users.rpc.saveProfile(form({ firstName: 'Kept?', ...change }), as('ann'));
      await expect(saving).rejects.toMatchObject({ fields: { [field]: expect.anything() } });
    };
    await refused({ bio: 'x'.repeat(151) }, 'bio');
    await refused({ firstName: 'x'.repeat(61) }, 'firstName');
    await refused({ username: 'BOB' }, 'username');
    expect(await own(as('ann'))).toMatchObject({ username: 'ann', firstName: '', bio: '' });
    await users.rpc.saveProfile(form({ bio: '🏔'.repeat(150) }), as('ann'));
  });

  it('requires a session, and is deleted with its account', async () => {
    // Aim: a visitor has no profile of their own, and a session that outlived its account counts as ended.
    await expect(users.rpc.getUser({}, VISITOR)).rejects.toMatchObject({ error: 'invalidSession' });
    await expect(users.rpc.getUser({}, as('nobody'))).rejects.toMatchObject({ error: 'invalidSession' });
    await expect(list('d1', 'saved', true, as('nobody'))).rejects.toThrow();
    await expect(shown('nobody')).rejects.toMatchObject({ error: 'userNotFound' });
    await expect(shown('a\0b')).rejects.toMatchObject({ error: 'userNotFound' });
  });
});

describe('the public profile', () => {
  const hide = (change: Partial<SavePrivacyRequest>, call: Call) => users.rpc.savePrivacy({ ...change }, call);

  it('omits everything that its owner hides', async () => {
    // Aim: a hidden part is absent for everyone, including the owner who looks at their public profile; staff see it.
    await join(users, 'ann');
    await users.facts.apply([driveEvent({ id: 'd1' })]);
    await list('d1', 'saved', true, as('ann'));
    await list('d1', 'completed', true, as('ann'));
    const texts = { firstName: 'canary-first', lastName: 'canary-last', bio: 'canary-bio', countryId: 233 };
    await users.rpc.saveProfile(form(texts), as('ann'));
    expect(await shown('ann')).toMatchObject({ firstName: 'canary-first', saved: { ids: ['d1'] }, drivenStats: {} });
    await hide({ name: false, bio: false, location: false, savedDrives: false, completedDrives: false }, as('ann'));
    for (const call of [VISITOR, as('bob'), as('ann')]) {
      const text = JSON.stringify(await shown('ann', call));
      expect(text).not.toMatch(/canary|United|d1|drivenStats|saved|completed/);
    }
    expect(JSON.stringify(await shown('ann', as('staff', 'admin')))).toMatch(/canary-bio/);
    expect((await hide({ bio: true }, as('ann'))).privacy).toEqual({
      name: false,
      location: false,
      bio: true,
      publishedDrives: true,
      completedDrives: false,
      savedDrives: false,
    });
  });

  it('is readable with a privacy setting of the next release', async () => {
    // Aim: while two releases run, a setting that only the newer one knows breaks no profile.
    await join(users, 'ann');
    await users.source.query(`update profile set hidden = '{bio,garage}'`);
    expect(await shown('ann')).toMatchObject({ username: 'ann', firstName: '' });
    expect((await users.rpc.getPrivacy({}, as('ann'))).privacy).toMatchObject({ name: true, bio: false });
  });

  it('names only drives that the viewer may see', async () => {
    // Aim: a private drive on a list, or a deleted one, is in no response to other people, and in no figure.
    await join(users, 'ann');
    const own = { privacy: 'private', status: 'none', distance: 1_000 };
    await users.facts.apply([
      driveEvent({ id: 'open', distance: 500 }),
      driveEvent({ id: 'mine', ...own }, { ownerId: 'ann', sharedWith: ['bob'] }),
      driveEvent({ id: 'gone' }),
    ]);
    for (const id of ['open', 'mine', 'gone']) {
      await list(id, 'saved', true, as('ann'));
      await list(id, 'completed', true, as('ann'));
    }
    await users.facts.apply([deletedDrive('gone', 2)]);
    const seenBy = async (call: Call) => {
      const { saved, completed, drivenStats } = await shown('ann', call);
      return [saved!.ids, completed!.ids, drivenStats!.distance];
    };
    expect(await seenBy(VISITOR)).toEqual([['open'], ['open'], 500]);
    expect(await seenBy(as('cid'))).toEqual([['open'], ['open'], 500]);
    expect(await seenBy(as('bob', 'free'))).toEqual([['open'], ['open'], 500]);
    expect(await seenBy(as('bob'))).toEqual([['mine', 'open'], ['mine', 'open'], 1_500]);
    expect((await users.rpc.getUser({}, as('ann'))).user.lists).toMatchObject({
      saved: ['mine', 'open'],
      private: ['mine'],
      sharing: [{ driveId: 'mine', userIds: ['bob'] }],
    });
    await join(users, 'bob');
    expect((await users.rpc.getUser({}, as('bob'))).user.lists!.shared).toEqual([
      { userId: 'ann', username: 'ann', driveIds: ['mine'] },
    ]);
  });

  it('suggests people by the prefix of their names', async () => {
    // Aim: special characters in a name are no wildcards, account types can be left out, and suspended people are
    // missing.
    for (const [id, type] of [
      ['ridge', 'hero'],
      ['ridge_a', 'free'],
      ['ridgexa', 'hero'],
      ['ridge.b', 'admin'],
    ] as const)
      await join(users, id, type);
    const find = async (text: string, change = {}) => {
      const request = { text, limit: 10, includeFree: true, includeHero: true, ...change };
      return (await users.rpc.autocomplete(request, as('ann'))).users.map(({ username }) => username);
    };
    expect(await find('RIDGE')).toEqual(['ridge', 'ridge.b', 'ridge_a', 'ridgexa']);
    expect(await find('ridge_')).toEqual(['ridge_a']);
    expect(await find('%')).toEqual([]);
    expect(await find('ridge', { includeFree: false })).toEqual(['ridge', 'ridge.b', 'ridgexa']);
    expect(await find('ridge', { includeHero: false, limit: 1 })).toEqual(['ridge.b']);
    await users.accounts.apply({ userId: 'ridge', rev: 2, accountType: 'hero', enabled: false });
    await users.accounts.apply({ userId: 'ridge', rev: 1, accountType: 'hero', enabled: true });
    expect(await find('ridge')).not.toContain('ridge');
    await expect(shown('ridge')).rejects.toMatchObject({ error: 'userNotFound' });
    await expect(users.rpc.getSummary({ userId: 'ridge' }, as('ann'))).rejects.toMatchObject({ error: 'userNotFound' });
    const nobody = { text: 'r', limit: 5, includeFree: true, includeHero: true };
    await expect(users.rpc.autocomplete(nobody, VISITOR)).rejects.toMatchObject({ error: 'invalidSession' });
  });
});

describe('the lists', () => {
  it('count each person once, and publish the popularity of a drive', async () => {
    // Aim: repeating a change has no effect, and every change is published with the whole count.
    await users.facts.apply([driveEvent({ id: 'd1' }), driveEvent({ id: 'd2' })]);
    for (const id of ['ann', 'bob']) await join(users, id);
    for (const call of [as('ann'), as('ann'), as('bob')]) await list('d1', 'saved', true, call);
    await list('d2', 'saved', true, as('ann'));
    const { user } = await list('d1', 'completed', true, as('ann'));
    expect(user.lists).toMatchObject({ saved: ['d2', 'd1'], completed: ['d1'] });
    await list('d1', 'saved', false, as('ann'));
    await list('d1', 'saved', false, as('ann'));
    const told = (await outboxOf(users.source)).filter(({ topic }) => topic === 'users.popularity.v1');
    expect(told.map(({ payload }) => payload)).toEqual([
      { driveId: 'd1', rev: 1, saves: 1, completions: 0 },
      { driveId: 'd1', rev: 2, saves: 2, completions: 0 },
      { driveId: 'd2', rev: 1, saves: 1, completions: 0 },
      { driveId: 'd1', rev: 3, saves: 2, completions: 1 },
      { driveId: 'd1', rev: 4, saves: 1, completions: 1 },
    ]);
    expect(await users.rpc.getListedDrives({}, as('ann'))).toEqual({ saved: ['d2'], completed: ['d1'] });
  });

  it('reserve completed drives for paid accounts', async () => {
    // Aim: a free account is asked to upgrade, stores nothing, and sees neither list nor figures.
    await join(users, 'ann', 'free');
    await users.facts.apply([driveEvent({ id: 'd1' })]);
    for (const listed of [true, false]) {
      await expect(list('d1', 'completed', listed, as('ann', 'free'))).rejects.toMatchObject({
        error: 'upgradeNeeded',
        additional: { upgrade: true },
        message: 'This feature is available when you upgrade your account.',
      });
    }
    const { user } = await list('d1', 'saved', true, as('ann', 'free'));
    expect(user.lists).toMatchObject({ saved: ['d1'], completed: [] });
    expect(await shown('ann')).not.toHaveProperty('completed');
  });

  it('accept a new drive immediately, and no hidden one', async () => {
    // Aim: the drives service is asked if no event has arrived yet; the drive's own event then replaces that state.
    await join(users, 'ann');
    users.drives.add(drive({ id: 'fresh', distance: 700 }));
    const { user } = await list('fresh', 'completed', true, as('ann'));
    expect(user.drivenStats!.distance).toBe(700);
    await users.facts.apply([driveEvent({ id: 'fresh', distance: 800 })]);
    expect((await own(as('ann'))).drivenStats!.distance).toBe(800);
    await users.facts.apply([
      driveEvent({ id: 'hidden', privacy: 'private' }, { ownerId: 'bob' }),
      deletedDrive('deleted', 3),
    ]);
    for (const id of ['hidden', 'deleted', 'unknown'])
      await expect(list(id, 'saved', true, as('ann'))).rejects.toMatchObject({ error: 'driveNotFound' });
  });
});

describe('recent searches', () => {
  it('are the last twenty, each once, the latest first', async () => {
    // Aim: an old search that is repeated moves up, and no one sees another person's searches.
    await join(users, 'ann');
    await join(users, 'bob');
    const search = (value: string) => ({ type: 'drive', label: `Drive ${value}`, value });
    for (let index = 0; index < 25; index += 1)
      await users.rpc.addRecentSearch({ search: search(String(index)) }, as('ann'));
    const { searches } = await users.rpc.addRecentSearch({ search: search('20') }, as('ann'));
    expect(searches.map(({ value }) => value).slice(0, 3)).toEqual(['20', '24', '23']);
    expect(searches).toHaveLength(20);
    const left = await users.rpc.removeRecentSearch({ search: search('24') }, as('ann'));
    expect(left.searches.map(({ value }) => value).slice(0, 2)).toEqual(['20', '23']);
    expect(await users.rpc.getRecentSearches({}, as('bob'))).toEqual({ searches: [] });
    const odd = { type: 'spell', label: 'x', value: 'x' };
    await expect(users.rpc.addRecentSearch({ search: odd }, as('ann'))).rejects.toMatchObject({
      error: 'invalidInput',
    });
  });
});

describe('a person who leaves', () => {
  it('is deleted, and no other person is', async () => {
    // Aim: after the event no table contains their id, their name is free, and their list entries no longer count.
    await users.facts.apply([driveEvent({ id: 'd1' })]);
    for (const id of ['ann.canary', 'bob']) {
      await join(users, id);
      await list('d1', 'saved', true, as(id));
      await users.rpc.addRecentSearch({ search: { type: 'text', label: 'x', value: 'x' } }, as(id));
    }
    await users.source.query('truncate outbox');
    await users.accounts.erase('ann.canary');
    await users.accounts.erase('ann.canary');
    expect((await outboxOf(users.source)).map(({ payload }) => payload)).toMatchObject([
      { driveId: 'd1', rev: 3, saves: 1, completions: 0 },
      { id: 'ann.canary', rev: 2, deleted: {} },
    ]);
    const tables: { name: string }[] = await users.source.query(
      `select tablename as name from pg_tables where schemaname = 'users' and tablename <> 'outbox'`,
    );
    for (const { name } of tables) {
      const rows: unknown = await users.source.query(`select t::text from ${name} t`);
      expect([name, JSON.stringify(rows)]).toEqual([name, expect.not.stringContaining('canary')]);
    }
    expect((await own(as('bob'))).lists!.saved).toEqual(['d1']);
    expect(await users.rpc.checkUsername({ username: 'ann.canary' }, VISITOR)).toEqual({});
    await expect(list('d1', 'saved', true, as('ann.canary'))).rejects.toMatchObject({ error: 'invalidSession' });
  });
});
