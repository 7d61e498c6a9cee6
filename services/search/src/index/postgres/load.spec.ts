// Aim: the index stores the same rows for a drive, whether a change or a rebuild wrote it.
import { describe, expect, it } from '@jest/globals';
import { systemClock } from '@switchback/platform/clock';
import { createTestDatabase } from '@switchback/testing/database';
import { runSeed, seededRandom } from '@switchback/testing/random';
import type { DataSource } from 'typeorm';
import { changeOf } from '../../document.js';
import { connectSearch, openPostgresIndex } from '../../open-index.js';
import { catalogue } from '../catalogue.fixture.js';
import type { IndexChange, SearchIndex } from '../search-index.js';
import { DOCUMENT_TABLES } from './write.sql.js';

const seed = runSeed();
/** More than one piece, and more than one batch. */
const DRIVES = 60;
const BATCH = 25;
/** The number of a drive is arbitrary. */
const NUMBER = 'number';
/** Parts have no other key. */
const FROM: Record<string, string> = { part: `(select d.id, p.* from part p join drive d using (${NUMBER}))` };

/** Returns every row of the tables as the server prints it, in a fixed order; without columns of a later release. */
async function rowsOf(source: DataSource): Promise<Record<string, unknown[]>> {
  const rows: Record<string, unknown[]> = {};
  for (const table of [...DOCUMENT_TABLES, 'word'])
    rows[table] = await source.query(
      `select row from (select jsonb_strip_nulls(to_jsonb(t)) - '${NUMBER}' as row from ${FROM[table] ?? table} t) r order by row::text`,
    );
  return rows;
}

/** Runs with an index in its own database; closes both afterwards. */
async function inIndex<T>(work: (index: SearchIndex, source: DataSource) => Promise<T>): Promise<T> {
  const database = await createTestDatabase();
  const source = await connectSearch({ url: database.url });
  try {
    return await work(await openPostgresIndex(source, systemClock), source);
  } finally {
    await source.destroy();
    await database.drop();
  }
}

async function* batchesOf(changes: readonly IndexChange[], afterFirst = () => Promise.resolve()) {
  for (let first = 0; first < changes.length; first += BATCH) {
    yield changes.slice(first, first + BATCH);
    if (first === 0) await afterFirst();
  }
}

describe(`the load of a rebuild (SEED=${seed})`, () => {
  const changes = catalogue(DRIVES, seed, seededRandom(seed)).map(changeOf);

  it('matches the writes of changes', () =>
    inIndex(async (index, source) => {
      await index.apply(changes);
      const written = await rowsOf(source);
      expect(written['part']!.length).toBeGreaterThan(DRIVES);
      await index.rebuild(batchesOf(changes));
      expect(await rowsOf(source)).toEqual(written);
    }));

  it('yields to concurrent changes', async () => {
    const others = catalogue(DRIVES, seed + 1, seededRandom(seed + 1)).map(changeOf);
    const moved = changes
      .slice(-BATCH)
      .map(({ id, version }, place) => ({ id, version: version + 1, document: others[place]!.document }));
    const written = await inIndex(async (index, source) => {
      await index.apply([...changes, ...moved]);
      return rowsOf(source);
    });
    await inIndex(async (index, source) => {
      await index.rebuild(batchesOf(changes, () => index.apply(moved)));
      const { word, ...documents } = await rowsOf(source);
      expect(documents).toEqual({ ...written, word: undefined });
      // Words of earlier states may remain.
      expect(word).toEqual(expect.arrayContaining(written['word']!));
      const numbered = 'select d.number = v.number and t.number = v.number as same from drive d';
      const rows: unknown = await source.query(`${numbered} join drive_text t using (id) join version v using (id)`);
      expect(rows).toEqual(Array.from({ length: DRIVES }, () => ({ same: true })));
    });
  });
});
