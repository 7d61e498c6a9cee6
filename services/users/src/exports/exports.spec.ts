import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { AccountType } from '@switchback/contracts/rules/accounts';
import { encodePolyline } from '@switchback/geo/polyline';
import { readAll } from '@switchback/platform/storage/sources';
import { DriveList } from '@switchback/proto/users/v1/service';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { ProductError } from '@switchback/platform/errors';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { collection, COLLECTION_SECRET } from '@switchback/testing/fake-collections';
import { details, drive } from '@switchback/testing/fake-drives';
import { filesOf } from '@switchback/testing/zip-files';
import { as, driveEvent, join, openUsers, type OpenedUsers, VISITOR } from '../users.fixture.js';

let database: TestDatabase;
let users: OpenedUsers;

beforeAll(async () => {
  database = await createTestDatabase();
  users = await openUsers(database.url);
});
beforeEach(() =>
  users.source.query('truncate username, profile, recent_search, listed_drive, export, drive_fact cascade'),
);
afterAll(async () => {
  await users.close();
  await database.drop();
});

const EXPIRY = '2026-12-31T00:00:00.000Z';
const LINE = [
  { lat: 35.5, lng: -82.6 },
  { lat: 35.6, lng: -82.5 },
];

async function exported(userId: string, accountType: AccountType = 'hero'): Promise<Map<string, string>> {
  const call = as(userId, accountType);
  const { id } = await users.rpc.requestExport({}, call);
  const { key } = await users.rpc.getExport({ id }, call);
  return filesOf(await readAll((await users.storage.get(key)).body, 10_000_000));
}

/** Creates a person with data of every kind. */
async function settled(userId: string): Promise<void> {
  await join(users, userId);
  users.auth.add(userId, { accountType: 'hero' });
  const own = { id: `${userId}-own`, title: `The road of ${userId}`, privacy: 'private', status: 'none' };
  await users.facts.apply([driveEvent(own, { ownerId: userId }), driveEvent({ id: 'd1' })]);
  const saved = { driveId: 'd1', list: DriveList.DRIVE_LIST_SAVED, listed: true };
  await users.rpc.listDrive(saved, as(userId));
  await users.rpc.addRecentSearch({ search: { type: 'text', label: 'ridge', value: 'ridge' } }, as(userId));
  await users.rpc.saveProfile({ bio: `About ${userId}`, avatarUpload: '', removeAvatar: false }, as(userId));
}

describe('an export', () => {
  beforeEach(() => {
    users.drives.getDetails = async ({ id }, { caller }) => {
      const summary = drive({ id, title: `The road of ${caller?.userId}` });
      return { drive: details(summary, { path: encodePolyline(LINE) }) };
    };
    users.drives.add(drive({ id: 'd1', title: 'Blue Ridge Parkway' }));
  });

  it('contains all data of a person in portable formats', async () => {
    // Aim: account, profile, lists, searches and own drives are complete, as JSON, GeoJSON and GPX.
    await settled('ann');
    const files = await exported('ann');
    expect([...files.keys()]).toEqual([
      'account.json',
      'profile.json',
      'lists.json',
      'collections.json',
      'recent-searches.json',
      'contact-messages.json',
      'subscription.json',
      'notices.json',
      'photos.json',
      'drives.geojson',
      'drives/ann-own.gpx',
    ]);
    const json = (name: string) => JSON.parse(files.get(name)!) as unknown;
    expect(json('account.json')).toMatchObject({ email: 'ann@example.com', accountType: 'hero', sessions: [] });
    expect(json('account.json')).toMatchObject({ consents: [{ name: 'terms', version: '2022-05' }] });
    expect(json('profile.json')).toMatchObject({ username: 'ann', bio: 'About ann', privacy: { bio: true } });
    expect(json('lists.json')).toMatchObject({ saved: [{ id: 'd1', title: 'Blue Ridge Parkway' }], completed: [] });
    expect(json('recent-searches.json')).toEqual([{ type: 'text', label: 'ridge', value: 'ridge' }]);
    expect(json('subscription.json')).toMatchObject({ subscriptions: [{ id: 'sub_1' }], receipts: [{ total: 2_999 }] });
    expect(json('drives.geojson')).toMatchObject({
      type: 'FeatureCollection',
      features: [
        {
          id: 'ann-own',
          geometry: {
            coordinates: [
              [-82.6, 35.5],
              [-82.5, 35.6],
            ],
          },
        },
      ],
    });
    expect(files.get('drives/ann-own.gpx')).toMatch(/<trkpt lat="35.5" lon="-82.6"\/>/);
  });

  it('contains own collections whole, and of others’ only their names', async () => {
    // Aim: nothing about own collections is missing, not even with whom a trip is shared that needs Hero by now; no
    // secret is in the file.
    await settled('ann');
    const mine = collection({ id: 'c1', privacy: 'private', status: 'none', owner: { id: 'ann', username: 'ann' } });
    const theirs = collection({ id: 'c2', name: 'The trip of Bob', description: 'Bob rides.' });
    users.drives.addCollection(mine);
    const pages = new Map([
      ['', { collections: [mine], bookmark: 'next' }],
      ['next', { collections: [theirs], bookmark: '' }],
    ]);
    users.drives.listCollections = async ({ bookmark }) => pages.get(bookmark)!;
    users.drives.getCollectionLink = async () => ({ link: { secret: COLLECTION_SECRET, expiresAt: EXPIRY } });
    users.drives.getCollectionShares = async (_request, { caller }) => {
      if (caller?.accountType === 'free') throw new ProductError('upgradeNeeded');
      return { userIds: ['bob'] };
    };
    const files = await exported('ann', 'free');
    expect(JSON.parse(files.get('collections.json')!)).toEqual({
      own: [
        {
          id: 'c1',
          name: 'Blue Ridge weekend',
          description: 'Two days in the mountains.',
          privacy: 'private',
          status: 'none',
          start: '2026-05-02',
          days: 2,
          items: [{ driveId: 'd1', title: 'Blue Ridge Parkway', note: 'Fuel in Cherokee.', day: 1 }],
          sharedWith: ['bob'],
          link: { expiresAt: EXPIRY },
        },
      ],
      sharedWithMe: [{ id: 'c2', name: 'The trip of Bob' }],
    });
    expect([...files.values()].join()).not.toMatch(new RegExp(`${COLLECTION_SECRET}|Bob rides`));
  });

  it('contains every own collection that still exists', async () => {
    // Aim: as many and as large as the limits allow; one that is deleted during the export does no harm.
    await settled('ann');
    const owner = { id: 'ann', username: 'ann' };
    const note = '€'.repeat(LIMITS.collectionNoteMax);
    const items = Array.from({ length: LIMITS.collectionItemsMax }, (_, index) => ({
      driveId: `d${index}`,
      note,
      day: 0,
    }));
    const all = Array.from({ length: LIMITS.collectionsMax }, (_, index) =>
      collection({ id: `many${index}`, privacy: 'private', owner, items }),
    );
    for (const each of all.slice(1)) users.drives.addCollection(each);
    users.drives.listCollections = async () => ({ collections: all, bookmark: '' });
    users.drives.getSummaries = async () => ({ drives: [] });
    const { own } = JSON.parse((await exported('ann')).get('collections.json')!) as { own: { items: unknown[] }[] };
    expect(own).toHaveLength(all.length - 1);
    for (const each of own) expect(each.items).toHaveLength(items.length);
    expect(own.at(-1)).toMatchObject({
      id: all.at(-1)!.id,
      items: [{ driveId: 'd0', note, day: null }, ...items.slice(1).map(() => ({ note }))],
    });
  });

  it('contains no data of other people', async () => {
    // Aim: two people who export each get their own data, and cannot request each other's.
    await settled('ann');
    await settled('bob');
    const { id } = await users.rpc.requestExport({}, as('ann'));
    expect([...(await exported('bob')).values()].join()).not.toMatch(/ann/);
    await expect(users.rpc.getExport({ id }, as('bob'))).rejects.toMatchObject({ error: 'userNotFound' });
    await expect(users.rpc.requestExport({}, VISITOR)).rejects.toMatchObject({ error: 'invalidSession' });
  });

  it('contains the photos of a person with their files, and their likes', async () => {
    // Aim: photos on several pages are complete, other people's files are left out, and a missing file does no harm.
    await settled('ann');
    const own = (id: string) => ({
      id,
      driveId: 'd1',
      added: true,
      liked: false,
      addedDate: '2026-01-02T03:04:05.000Z',
      description: '',
      credit: { userId: '', name: 'Ann', externalUrl: '', description: '' },
      key: `photos/${id}/original.jpg`,
      location: { lat: 35.5, lng: -82.5 },
    });
    const others = { ...own('p3'), added: false, liked: true, addedDate: '', key: '', credit: undefined };
    const pages = new Map([
      ['', [own('p1'), own('p2')]],
      ['p2', [others]],
    ]);
    users.media.listOwnPhotos = async ({ after }) => ({ photos: pages.get(after) ?? [] });
    await users.storage.put('photos/p1/original.jpg', [Buffer.from('JPEG')], {
      contentType: 'image/jpeg',
      maxBytes: 9,
    });
    const files = await exported('ann');
    users.media.listOwnPhotos = async () => ({ photos: [] });
    expect([...files.keys()].filter((name) => name.startsWith('photos/'))).toEqual(['photos/p1.jpg', 'photos/p2.jpg']);
    expect([files.get('photos/p1.jpg'), files.get('photos/p2.jpg')]).toEqual(['JPEG', '']);
    expect(JSON.parse(files.get('photos.json')!)).toMatchObject({
      added: [
        { id: 'p1', location: { lat: 35.5, lng: -82.5 }, credit: { name: 'Ann' }, file: 'photos/p1.jpg' },
        { id: 'p2' },
      ],
      liked: [{ id: 'p3', driveId: 'd1' }],
    });
  });

  it('is the only one of its person, and is deleted with the account', async () => {
    // Aim: copies of all data are not left lying around.
    await settled('ann');
    const first = await users.rpc.requestExport({}, as('ann'));
    expect(await users.rpc.requestExport({}, as('ann'))).toEqual(first);
    await users.source.query(`update export set finished_at = now() - interval '2 minutes'`);
    expect(await users.rpc.requestExport({}, as('ann'))).not.toEqual(first);
    const keys = async () => (await users.storage.list({ prefix: 'exports/ann/', max: 10 })).map(({ key }) => key);
    expect(await keys()).toHaveLength(1);
    await users.source.query(`update export set requested_at = now() - interval '2 hours'`);
    await users.exports.sweep();
    expect(await keys()).toEqual([]);
    await exported('ann');
    await users.accounts.erase('ann');
    expect(await keys()).toEqual([]);
  });

  it('is deleted in a later sweep if its file could not be deleted, without delaying others', async () => {
    // Aim: a copy of all data does not stay forever because of one storage failure.
    for (const id of ['ann', 'bob']) {
      await settled(id);
      await users.rpc.requestExport({}, as(id));
    }
    await users.source.query(`update export set requested_at = now() - interval '2 hours'`);
    const keys = async () => (await users.storage.list({ prefix: 'exports/', max: 10 })).map(({ key }) => key);
    const remove = users.storage.delete.bind(users.storage);
    users.storage.delete = (key) =>
      key.startsWith('exports/ann/') ? Promise.reject(new Error('The disk fails')) : remove(key);
    await expect(users.exports.sweep()).rejects.toThrow('The disk fails');
    expect(await keys()).toEqual([expect.stringContaining('exports/ann/')]);
    users.storage.delete = remove;
    await users.exports.sweep();
    expect(await keys()).toEqual([]);
  });

  it('ends silently for a person who left before it was complete', async () => {
    // Aim: no failed job is stored with the id of a deleted person.
    await settled('ann');
    users.auth.failure = new ProductError('invalidSession');
    await expect(users.rpc.requestExport({}, as('ann'))).resolves.toEqual({ id: expect.any(String) });
    expect(await users.storage.list({ prefix: 'exports/ann/', max: 10 })).toEqual([]);
    users.auth.failure = undefined;
  });

  it('fails as a whole if a part of it cannot be read', async () => {
    // Aim: no one mistakes half of their data for all of it.
    await settled('ann');
    users.drives.getDetails = async () => {
      throw new Error('away');
    };
    await expect(users.rpc.requestExport({}, as('ann'))).rejects.toThrow('away');
    expect(await users.storage.list({ prefix: 'exports/ann/', max: 10 })).toEqual([]);
  });
});
