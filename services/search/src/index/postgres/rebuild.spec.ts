// Aim: a rebuild completes despite the database's own maintenance, and no search queues behind it.
import { describe, expect, it } from '@jest/globals';
import { systemClock } from '@switchback/platform/clock';
import { createTestDatabase } from '@switchback/testing/database';
import { runSeed, seededRandom } from '@switchback/testing/random';
import { waitUntil } from '@switchback/testing/wait';
import type { DataSource } from 'typeorm';
import { changeOf } from '../../document.js';
import { connectSearch, openPostgresIndex } from '../../open-index.js';
import { catalogue, noFilters } from '../catalogue.fixture.js';
import type { SearchQuery } from '../search-index.js';
import { TABLES } from './schema.js';

const seed = runSeed();
const DRIVES = 40;
/** Shorter than the swap would block searches. */
const SEARCH_LOCK_TIMEOUT_MS = 50;
/** More heartbeats than it sends while it builds the last indexes. */
const LOOKS = 12;
const ALL: SearchQuery = {
  filters: noFilters({}),
  caller: null,
  sort: 'popularity',
  after: null,
  limit: 26,
  includeCount: true,
  have: [],
};

async function open() {
  const database = await createTestDatabase();
  const source = await connectSearch({ url: database.url });
  const reader = await connectSearch({ url: database.url, poolSize: 1 });
  await reader.query(`set lock_timeout = ${SEARCH_LOCK_TIMEOUT_MS}`);
  const index = await openPostgresIndex(source, systemClock);
  const close = async () => {
    await source.destroy();
    await reader.destroy();
    await database.drop();
  };
  return { source, index, searches: await openPostgresIndex(reader, systemClock, { censusDrivesMax: 0 }), close };
}

/** Returns the rebuild's last heartbeat: it sends one at each check whether it may swap. */
async function lastSign(source: DataSource): Promise<string> {
  return JSON.stringify(await source.query('select alive_at::text from rebuild'));
}

async function isBuilt(source: DataSource): Promise<boolean> {
  const rows: unknown = await source.query('select from pg_class where relname = any ($1) and reltuples > 0', [
    TABLES.map((table) => `${table}_next`),
  ]);
  return Array.isArray(rows) && rows.length === TABLES.length;
}

describe(`a rebuild during a vacuum (SEED=${seed})`, () => {
  // A vacuum may lock a table for seconds; the swap used to queue for it ahead of the searches.
  it('does not block searches until the vacuum ends', async () => {
    const { source, index, searches, close } = await open();
    const changes = catalogue(DRIVES, seed, seededRandom(seed)).map(changeOf);
    await index.apply(changes);
    const expected = await searches.search(ALL);
    const vacuum = source.createQueryRunner();
    await vacuum.startTransaction();
    await vacuum.query('lock table drive in share update exclusive mode');
    const rebuilding = index.rebuild(
      (async function* () {
        yield changes;
      })(),
    );
    // It is awaited below; an earlier failure must not count as an unhandled rejection.
    rebuilding.catch(() => undefined);
    await waitUntil('the new tables are built', () => isBuilt(source));
    const signs = new Set<string>();
    await waitUntil('the rebuild looked several times whether it may swap', async () => {
      expect(await searches.search(ALL)).toEqual(expected);
      return signs.add(await lastSign(source)).size > LOOKS;
    });
    await vacuum.rollbackTransaction();
    await vacuum.release();
    expect(await rebuilding).toBe(DRIVES);
    expect(await searches.search(ALL)).toEqual(expected);
    await close();
  });
});
