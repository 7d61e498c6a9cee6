import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { systemClock } from '@switchback/platform/clock';
import { Suspension } from '@switchback/platform/db/suspensions';
import { EventFactory } from '@switchback/platform/events/event';
import { driveActivityTopic, driveSubmissionsTopic } from '@switchback/platform/events/topics';
import { randomIds } from '@switchback/platform/ids';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { fakePlaces } from '@switchback/testing/fake-places';
import { outboxOfTopic } from '@switchback/testing/outbox';
import { lockWaiters } from '@switchback/testing/lock-waiters';
import { waitUntil } from '@switchback/testing/wait';
import type { QueryRunner } from 'typeorm';
import { OwnersConsumer } from '../consumers/owners.consumer.js';
import { PopularityConsumer } from '../consumers/popularity.consumer.js';
import { Drive, Owner } from '../drive/drive.entity.js';
import { CollectionSubmissions } from '../collections/collection-submissions.js';
import { DriveEvents } from '../events/drive-events.js';
import { DriveOwners } from './drive-owners.js';
import { DriveSubmissions } from '../authoring/submissions.js';
import { DrivePopularity } from './drive-popularity.js';
import { alter, importedDrive, openDrives, type OpenedDrives, outboxOf } from '../drives.fixture.js';
import { Ranking } from '../ranking/ranking.service.js';

let database: TestDatabase;
let drives: OpenedDrives;
let owners: DriveOwners;
let popularity: DrivePopularity;
let ranking: Ranking;

beforeAll(async () => {
  database = await createTestDatabase();
  drives = await openDrives(database.url, fakePlaces());
  const factory = new EventFactory({ source: 'drives', clock: systemClock, ids: randomIds });
  const events = new DriveEvents(factory);
  const submissions = new DriveSubmissions(factory, systemClock);
  const repository = drives.source.getRepository(Drive);
  const ownerTables = [drives.source.getRepository(Owner), drives.source.getRepository(Suspension)] as const;
  owners = new DriveOwners(...ownerTables, events, submissions, new CollectionSubmissions(factory, systemClock));
  ranking = new Ranking(repository, fakePlaces(), events, submissions);
  popularity = new DrivePopularity(repository, events);
});
beforeEach(() => drives.source.query('truncate drive, owner, suspension, outbox cascade'));
afterAll(async () => {
  await drives.close();
  await database.drop();
});

const envelope = { id: 'e', type: 't', source: 'users', time: new Date(0) };

function userEvent(id: string, rev: number, username: string | null) {
  const saved = username === null ? undefined : { username };
  const payload = { id, rev, saved, deleted: saved ? undefined : {} };
  return new OwnersConsumer(owners).consume([{ ...envelope, subject: id, version: rev, payload }]);
}

function counted(driveId: string, rev: number, saves: number, completions: number) {
  const payload = { driveId, rev, saves, completions };
  return new PopularityConsumer(popularity).consume([{ ...envelope, subject: driveId, version: rev, payload }]);
}

/** Imports drives and assigns their owners. @returns their ids. */
async function made(changes: Record<string, Partial<Drive>>): Promise<Record<string, string>> {
  await drives.service.importDrives(Object.keys(changes).map((id) => importedDrive({ id })));
  const entries = Object.entries(changes).map(async ([key, change]) => {
    return [key, await alter(drives.source, key, { official: false, ...change })] as const;
  });
  const ids = Object.fromEntries(await Promise.all(entries));
  await drives.source.query('truncate outbox');
  return ids;
}

const OWN = { ownerId: 'ann', ownerUsername: 'Ann' };
const PRIVATE = { privacy: 'private', status: 'none' } as const;

describe('a pending drive', () => {
  it('publishes each revision to moderation, also one that its owner did not submit', async () => {
    // Aim: staff decide the revision that they saw, and are never refused permanently after a rename, a suspension or a
    // ranking.
    const { a } = await made({ a: { ...OWN, status: 'pending' }, b: OWN });
    const published = async () => {
      const submissions = await outboxOfTopic(drives.source, driveSubmissionsTopic);
      return submissions.map(({ subjectId, waiting }) => [subjectId, waiting?.rev]);
    };
    await userEvent('ann', 2, 'Anna');
    await owners.suspend('ann', 3, true);
    const rankings = { world: true, countries: [] };
    await ranking.rank(a!, rankings, { userId: 'staff', accountType: 'admin' });
    expect(await published()).toEqual([
      [a, 2],
      [a, 3],
      [a, 4],
    ]);
    expect((await drives.source.getRepository(Drive).findOneByOrFail({ id: a! })).rev).toBe(4);
  });
});

describe('the owners of drives', () => {
  it('are not suspended after they left, whichever event arrives first', async () => {
    // Aim: no row of a deleted account remains, even if the suspension event is late.
    await userEvent('ann', 2, null);
    await owners.suspend('ann', 9, true);
    await owners.suspend('ben', 9, true);
    await userEvent('ben', 2, null);
    expect(await drives.source.query('select user_id from suspension')).toEqual([]);
  });

  it('have their drives hidden while they are suspended', async () => {
    // Aim: an older state of the account restores nothing, and a newer one shows all drives again.
    const { a, b } = await made({ a: OWN, b: { ownerId: 'bob', ownerUsername: 'Bob' } });
    const seen = async () => (await drives.queries.summaries([a!, b!], null)).map(({ id }) => id);
    await owners.suspend('ann', 5, true);
    await owners.suspend('ann', 4, false);
    expect(await seen()).toEqual([b]);
    expect((await outboxOf(drives.source)).at(-1)?.saved?.audience).toEqual({ isPublic: false, viewers: [] });
    await owners.suspend('ann', 6, false);
    expect(await seen()).toEqual([a, b]);
  });

  it('have their current name on their drives', async () => {
    // Aim: a new name reaches every drive and every reader, and an older event does not restore the old one.
    const { a, b } = await made({ a: OWN, b: { ownerId: 'bob', ownerUsername: 'Bob' } });
    await userEvent('ann', 2, 'Anna');
    await userEvent('ann', 2, 'Anna');
    await userEvent('ann', 1, 'Ann');
    const summaries = await drives.queries.summaries([a!, b!], null);
    expect(summaries.map(({ creator }) => creator?.username)).toEqual(['Anna', 'Bob']);
    const events = await outboxOf(drives.source);
    expect(events.map(({ id, rev, saved }) => [id, rev, saved?.summary?.creator?.username])).toEqual([[a, 2, 'Anna']]);
  });

  it('leave their public drives behind without a name, and nothing else', async () => {
    // Aim: unpublished drives are deleted with their owner, public ones stay, and the account disappears from every
    // list.
    const { open, waiting, hidden, shared } = await made({
      open: OWN,
      waiting: { ...OWN, status: 'pending' },
      hidden: { ...OWN, ...PRIVATE, sharedWith: ['bob'] },
      shared: { ownerId: 'bob', ownerUsername: 'Bob', ...PRIVATE, sharedWith: ['ann', 'cid'] },
    });
    await userEvent('ann', 3, null);
    await userEvent('ann', 3, null);
    await userEvent('ann', 2, 'Ann');
    const left = await drives.source.getRepository(Drive).find({ order: { importKey: 'ASC' } });
    expect(
      left.map(({ id, ownerId, ownerUsername, sharedWith }) => ({ id, ownerId, ownerUsername, sharedWith })),
    ).toEqual([
      { id: open, ownerId: null, ownerUsername: null, sharedWith: [] },
      { id: shared, ownerId: 'bob', ownerUsername: 'Bob', sharedWith: ['cid'] },
    ]);
    const events = await outboxOf(drives.source);
    expect(events.filter(({ deleted }) => deleted).map(({ id, rev }) => [id, rev])).toEqual(
      [waiting!, hidden!].sort().map((id) => [id, 2]),
    );
    expect(events.find(({ id }) => id === shared)?.saved?.audience).toEqual({
      isPublic: false,
      viewers: ['bob', 'hero:cid'],
    });
    expect(events.find(({ id }) => id === open)?.saved?.audience).toEqual({ isPublic: true, viewers: [] });
    expect(JSON.stringify(await drives.source.query('select * from owner'))).not.toMatch(/Ann/);
    expect(JSON.stringify(events.map(({ saved }) => saved))).not.toMatch(/ann/i);
  });
});

/** Equals the service's page size. */
const PAGE = 100;

describe('the owner of drives that change concurrently', () => {
  /** Renames Ann while another transaction that does the given work holds the lock. */
  async function renamedDuring(work: (other: QueryRunner) => Promise<void>): Promise<(string | null)[]> {
    const other = drives.source.createQueryRunner();
    await other.startTransaction();
    await work(other);
    const renamed = userEvent('ann', 2, 'Anna');
    await waitUntil('the rename to wait', async () => (await lockWaiters(other)) > 0);
    await giveToAnn('late');
    await other.commitTransaction();
    await other.release();
    await renamed;
    const rows = await drives.source.getRepository(Drive).find();
    return rows.map(({ ownerUsername }) => ownerUsername);
  }

  async function giveToAnn(key: string): Promise<void> {
    await drives.source.query(
      `update drive set official = false, owner_id = 'ann', owner_username = 'Ann' where import_key like $1`,
      [`${key}%`],
    );
  }

  it('is renamed on a drive that they got while a page waited', async () => {
    // Aim: a short page does not mean that no drives are left.
    await drives.service.importDrives(['early', 'late'].map((id) => importedDrive({ id })));
    await giveToAnn('early');
    const names = await renamedDuring(
      async (other) => void (await other.query(`update drive set rev = rev + 1 where import_key = 'early'`)),
    );
    expect(names).toEqual(['Anna', 'Anna']);
  });

  it('is renamed on all of them, even if a whole page is deleted', async () => {
    await drives.service.importDrives(
      Array.from({ length: PAGE + 30 }, (_, index) => importedDrive({ id: `early-${index}` })),
    );
    await giveToAnn('early');
    const names = await renamedDuring(
      async (other) =>
        void (await other.query('delete from drive where id in (select id from drive order by id limit $1)', [PAGE])),
    );
    expect(names).toEqual(Array.from({ length: 30 }, () => 'Anna'));
  });
});

describe('the popularity of drives', () => {
  it('is the latest count, and no edit of the drive', async () => {
    // Aim: redelivered and late counts change nothing, readers get an event, and a concurrent editor has no conflict.
    const { a } = await made({ a: {}, b: {} });
    await counted(a!, 2, 3, 1);
    await counted(a!, 2, 3, 1);
    await counted(a!, 1, 1, 0);
    await counted('gone', 1, 1, 0);
    const [first] = await drives.queries.popular(2);
    expect(first).toMatchObject({ id: a, rev: 1 });
    expect(await outboxOf(drives.source)).toEqual([]);
    const activity = await outboxOfTopic(drives.source, driveActivityTopic);
    expect(activity).toMatchObject([{ id: a, rev: 3, contentRev: 1, popularity: 4 }]);
  });

  it('survives a new import of the drive, whose event is newer', async () => {
    // Aim: the two counters never make a later state look older than an earlier one.
    const { a } = await made({ a: {} });
    await counted(a!, 5, 4, 0);
    await drives.service.importDrives([importedDrive({ id: 'a', title: 'Other' })]);
    expect(await outboxOfTopic(drives.source, driveActivityTopic)).toMatchObject([{ rev: 6, popularity: 4 }]);
    expect(await outboxOf(drives.source)).toMatchObject([{ rev: 7, saved: { popularity: 4 } }]);
  });
});
