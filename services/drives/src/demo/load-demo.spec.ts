import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { fakePlaces } from '@switchback/testing/fake-places';
import { Drive } from '../drive/drive.entity.js';
import { importedDrive, openDrives, type OpenedDrives, outboxOf } from '../drives.fixture.js';
import { loadDemo } from './load-demo.js';

let database: TestDatabase;
let drives: OpenedDrives;

beforeAll(async () => {
  database = await createTestDatabase();
  drives = await openDrives(database.url, fakePlaces());
});
beforeEach(() => drives.source.query('truncate drive, outbox cascade'));
afterAll(async () => {
  await drives.close();
  await database.drop();
});

describe('the demo', () => {
  it('fills an empty catalog, with its lists, and marks its lines as approximate', async () => {
    // Aim: a fresh installation shows at least 30 drives, a carousel and a world ranking, all marked approximate.
    expect(await loadDemo(drives.service)).toBeGreaterThanOrEqual(30);
    const all = await drives.source.getRepository(Drive).find();
    expect(
      all.every(({ approximate, official, importKey }) => approximate && official && importKey?.startsWith('demo-')),
    ).toBe(true);
    expect((await drives.queries.worldRanking(100)).length).toBeGreaterThanOrEqual(10);
    const popular = await drives.queries.popular(24);
    expect(popular.every(({ starRating }) => starRating !== undefined && starRating > 0 && starRating <= 5)).toBe(true);
    expect((await drives.queries.directions(popular[0]!.id, null)).source).toBe('approximate');
  });

  it('is loaded once, however many processes load it', async () => {
    // Aim: two concurrent starts and a later one leave each drive once, with one event each.
    const [first, second] = await Promise.all([loadDemo(drives.service), loadDemo(drives.service)]);
    const count = await drives.source.getRepository(Drive).count();
    expect(first + second).toBe(count);
    expect(await loadDemo(drives.service)).toBe(0);
    expect(await outboxOf(drives.source)).toHaveLength(count);
  });

  it('is not loaded if there are drives', async () => {
    // Aim: demo drives never mix with an operator's own.
    await drives.service.importDrives([importedDrive({ id: 'mine' })]);
    expect(await loadDemo(drives.service)).toBe(0);
    expect(await drives.source.getRepository(Drive).count()).toBe(1);
  });
});
