// Aim: after the next start, an index built before routes had cells and parts had numbers finds every drive by boxes
// without a rebuild, and applies changes.
import { describe, expect, it } from '@jest/globals';
import { systemClock } from '@switchback/platform/clock';
import { createTestDatabase } from '@switchback/testing/database';
import { runSeed, seededRandom } from '@switchback/testing/random';
import { changeOf } from '../document.js';
import { catalogue, noFilters } from '../index/catalogue.fixture.js';
import { connectSearch, openPostgresIndex } from '../open-index.js';
import { AddRouteCells1795392000000 } from './1795392000000-add-route-cells.js';
import { NumberParts1795478400000 } from './1795478400000-number-parts.js';

const seed = runSeed();
const BOXES = [
  { south: 36, north: 41, west: -108, east: -103 },
  { south: 38, north: 44, west: -95, east: -88 },
  { south: -90, north: 90, west: 179, east: -179 },
  { south: 25, north: 50, west: -125, east: -66 },
];

describe(`the migrations of an older index (SEED=${seed})`, () => {
  it('finds the same drives as an up-to-date index', async () => {
    const database = await createTestDatabase();
    const source = await connectSearch({ url: database.url });
    const index = await openPostgresIndex(source, systemClock, { censusDrivesMax: 0 });
    const changes = catalogue(400, seed, seededRandom(seed)).map(changeOf);
    await index.apply(changes);
    const found = async () =>
      Promise.all(
        BOXES.map(async (bounds) => {
          const query = { filters: noFilters({ bounds }), caller: null, after: null, limit: 500, have: [] };
          const { hits } = await index.search({ ...query, sort: 'popularity', includeCount: false });
          return hits.map(({ id }) => id);
        }),
      );
    const before = await found();
    expect(before.every((ids) => ids.length > 0)).toBe(true);

    await source.query('alter table part add column id text collate "C"');
    await source.query('update part p set id = d.id from drive d where d.number = p.number');
    await source.query('alter table part drop column number');
    await source.query('alter table drive drop column cells, drop column number');
    await source.query('create index on drive using gist (box)');
    const runner = source.createQueryRunner();
    // Runs twice; the second time as on a newer index.
    for (let turn = 0; turn < 2; turn += 1) {
      await new AddRouteCells1795392000000().up(runner);
      await new NumberParts1795478400000().up(runner);
    }
    await runner.release();

    expect(await found()).toEqual(before);
    const kept = `select indexdef from pg_indexes where indexdef like '%gist (box)%'`;
    expect(await source.query(kept)).toEqual([]);

    await index.apply(changes.map((change) => ({ ...change, version: change.version + 1 })));
    expect(await found()).toEqual(before);
    await source.destroy();
    await database.drop();
  });
});
