// Aim: no collection is missing from a list, however many there are and however large they are.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { ListCollectionsResponse } from '@switchback/proto/drives/v1/service';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { ANN, BOB, FREE, STAFF } from '../authoring/authoring.fixture.js';
import { addDrives, createdBy, openCollections, type OpenedCollections } from './collections.fixture.js';

let database: TestDatabase;
let opened: OpenedCollections;
let drives: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  opened = await openCollections(database.url);
  const names = Array.from({ length: LIMITS.collectionItemsMax }, (_, index) => `d${index}`);
  drives = await addDrives(opened, Object.fromEntries(names.map((name) => [name, {}])));
});
afterAll(async () => {
  await opened.drives.close();
  await database.drop();
});

/** Adds collections with the longest texts, one minute apart, without the calls of a client. */
async function addLargest(
  prefix: string,
  owner: string,
  count: number,
  fields: { sharedWith?: string[]; privacy?: string },
) {
  const { source } = opened.drives;
  await source.query(
    `insert into collection (id, rev, name, description, privacy, owner_id, shared_with, changed_at, published_at)
     select $1 || number, 1, repeat('€', ${LIMITS.collectionNameMax}), repeat('€', ${LIMITS.collectionDescriptionMax}),
            $4, $2, $5, now() - number * interval '1 minute',
            case when $4 = 'public' then now() - number * interval '1 minute' end
       from generate_series(1, $3) number`,
    [prefix, owner, count, fields.privacy ?? 'private', fields.sharedWith ?? []],
  );
  await source.query(
    `insert into collection_item (collection_id, position, drive_id, note)
     select $1 || number, item.position, item.drive_id, repeat('€', ${LIMITS.collectionNoteMax})
       from generate_series(1, $2) number, unnest($3::text[]) with ordinality as item (drive_id, position)`,
    [prefix, count, drives],
  );
}

it('has all one’s own in the first page, and all shared ones in the pages', async () => {
  await addLargest('own', 'ann', LIMITS.collectionsMax, {});
  await addLargest('shared', 'bob', LIMITS.collectionsMax, { sharedWith: ['ann', 'free'] });
  await addLargest('more', 'carl', 10, { sharedWith: ['ann', 'free'] });
  const first = await opened.queries.listOf('ann', '', ANN);
  const own = first.collections.filter(({ owner }) => owner?.id === 'ann');
  expect(own).toHaveLength(LIMITS.collectionsMax);
  const totals = own.map(({ items }) => items.length);
  expect(new Set(totals)).toEqual(new Set([LIMITS.collectionItemsMax]));
  expect(ListCollectionsResponse.encode(first).finish().length).toBeLessThan(8_000_000);
  const second = await opened.queries.listOf('ann', first.bookmark, ANN);
  expect(second.bookmark).toBe('');
  const ids = [...first.collections, ...second.collections].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toHaveLength(2 * LIMITS.collectionsMax + 10);
  await expect(createdBy(opened, ANN)).rejects.toMatchObject({ error: 'invalidInput' });
  await opened.collections.delete(own.at(-1)!.id, ANN);
  await createdBy(opened, ANN);
});

it('has no pages of collections that its reader may not see', async () => {
  expect(await opened.queries.listOf('free', '', FREE)).toEqual({ collections: [], bookmark: '' });
  expect(await opened.queries.listOf('ann', '', BOB)).toEqual({ collections: [], bookmark: '' });
});

it('has the published ones in pages, the newest first', async () => {
  const count = LIMITS.publishedCollectionsBatch + 3;
  await addLargest('public', 'staff', count, { privacy: 'public' });
  const first = await opened.queries.published('', null);
  const second = await opened.queries.published(first.bookmark, null);
  expect([...first.collections, ...second.collections].map(({ id }) => id)).toEqual(
    Array.from({ length: count }, (_, index) => `public${index + 1}`),
  );
  expect(second.bookmark).toBe('');
  expect(await opened.queries.listOf('staff', '', BOB)).toMatchObject({ bookmark: '' });
  expect((await opened.listOf('staff', STAFF)).length).toBe(count);
});

it('refuses a bookmark of another list', async () => {
  const { bookmark } = await opened.queries.published('', null);
  for (const [userId, text] of [
    ['ann', bookmark],
    ['bob', 'damaged'],
  ] as const) {
    await expect(opened.queries.listOf(userId, text, ANN)).rejects.toMatchObject({ error: 'invalidBookmark' });
  }
});
