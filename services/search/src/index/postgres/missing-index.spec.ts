// Aim: F5; if the index was dropped, searches report that it is missing, events wait, a process can still start, and a
// rebuild restores it with the changes made meanwhile.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { systemClock } from '@switchback/platform/clock';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { runSeed, seededRandom } from '@switchback/testing/random';
import type { DataSource } from 'typeorm';
import { changeOf } from '../../document.js';
import { connectSearch, openPostgresIndex } from '../../open-index.js';
import { catalogue, noFilters } from '../catalogue.fixture.js';
import { IndexUnavailable, type SearchQuery } from '../search-index.js';
import { TABLES } from './schema.js';

const seed = runSeed();
const DRIVES = 20;
const ALL: SearchQuery = {
  filters: noFilters({}),
  caller: null,
  sort: 'popularity',
  after: null,
  limit: 26,
  includeCount: true,
  have: [],
};
const MAP = { filters: noFilters({}), caller: null, zoom: 4, limit: 100 };

describe(`an index that was dropped (SEED=${seed})`, () => {
  const changes = catalogue(DRIVES, seed, seededRandom(seed)).map(changeOf);
  let [database, source]: [TestDatabase?, DataSource?] = [];
  const open = () => openPostgresIndex(source!, systemClock);
  // Locks one table at a time: together with the reads that the index does in the background, two would deadlock.
  const drop = async (tables: readonly string[]) => {
    for (const table of tables) await source!.query(`drop table ${table}`);
  };
  const states = async function* () {
    yield changes;
  };

  beforeEach(async () => {
    database = await createTestDatabase();
    source = await connectSearch({ url: database.url });
  });
  afterEach(async () => {
    await source?.destroy();
    await database?.drop();
  });

  it.each([
    ['altogether', TABLES],
    ['in part', ['drive', 'version']],
  ])('%s reports it, and is restored by a rebuild', async (_how, tables) => {
    const index = await open();
    await index.apply(changes);
    const expected = await index.search(ALL);
    expect(await index.isMissing()).toBe(false);
    await drop(tables);
    expect(await index.isMissing()).toBe(true);
    for (const attempt of [
      () => index.search(ALL),
      () => index.search({ ...ALL, sort: 'location' }),
      () => index.lines(MAP),
      () => index.clusters(MAP),
      () => index.apply(changes),
    ])
      await expect(attempt()).rejects.toThrow(IndexUnavailable);

    const other = await open();
    expect(await other.rebuild(states())).toBe(changes.length);
    expect(await index.isMissing()).toBe(false);
    expect(await index.search(ALL)).toEqual(expected);
    await index.apply(changes.map((change) => ({ ...change, version: change.version + 1, document: null })));
    expect((await index.search(ALL)).count).toBe(0);
  });
});
