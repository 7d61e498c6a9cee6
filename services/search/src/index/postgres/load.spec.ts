// Aim: whether a drive came by a change or by a rebuild makes no difference to what the index holds of it.
import { describe, expect, it } from '@jest/globals';
import { systemClock } from '@switchback/platform/clock';
import { createTestDatabase } from '@switchback/testing/database';
import { runSeed, seededRandom } from '@switchback/testing/random';
import type { DataSource } from 'typeorm';
import { changeOf } from '../../document.js';
import { connectSearch, openPostgresIndex } from '../../open-index.js';
import { catalogue } from '../catalogue.fixture.js';
import { DOCUMENT_TABLES } from './write.js';

const seed = runSeed();
/** In more than one piece, and in more than one batch. */
const DRIVES = 60;
const BATCH = 25;
/** Which number a drive gets is nobody's business. */
const NUMBER = 'number';

/** Every row of the tables as the server writes it out, in one order. */
async function rowsOf(source: DataSource): Promise<Record<string, unknown[]>> {
  const rows: Record<string, unknown[]> = {};
  for (const table of [...DOCUMENT_TABLES, 'word'])
    rows[table] = await source.query(`select to_jsonb(t) - '${NUMBER}' as row from ${table} t order by t::text`);
  return rows;
}

describe(`what a rebuild loads (SEED=${seed})`, () => {
  it('is what changes write', async () => {
    const database = await createTestDatabase();
    const source = await connectSearch({ url: database.url });
    const index = await openPostgresIndex(source, systemClock);
    const changes = catalogue(DRIVES, seed, seededRandom(seed)).map(changeOf);
    await index.apply(changes);
    const written = await rowsOf(source);
    expect(written['part']!.length).toBeGreaterThan(DRIVES);
    await index.rebuild(
      (async function* () {
        for (let first = 0; first < DRIVES; first += BATCH) yield changes.slice(first, first + BATCH);
      })(),
    );
    expect(await rowsOf(source)).toEqual(written);
    await source.destroy();
    await database.drop();
  });
});
