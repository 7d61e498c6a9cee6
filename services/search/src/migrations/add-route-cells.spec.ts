// Aim: an index that was made before routes had cells finds every drive by boxes after the next start, without a rebuild.
import { describe, expect, it } from '@jest/globals';
import { systemClock } from '@switchback/platform/clock';
import { createTestDatabase } from '@switchback/testing/database';
import { runSeed, seededRandom } from '@switchback/testing/random';
import { changeOf } from '../document.js';
import { catalogue, noFilters } from '../index/catalogue.fixture.js';
import { connectSearch, openPostgresIndex } from '../open-index.js';
import { AddRouteCells1795392000000 } from './1795392000000-add-route-cells.js';

const seed = runSeed();
const BOXES = [
  { south: 36, north: 41, west: -108, east: -103 },
  { south: 38, north: 44, west: -95, east: -88 },
  { south: -90, north: 90, west: 179, east: -179 },
  { south: 25, north: 50, west: -125, east: -66 },
];

describe(`the migration to cells (SEED=${seed})`, () => {
  it('finds the same drives as an index that always had them', async () => {
    const database = await createTestDatabase();
    const source = await connectSearch({ url: database.url });
    const index = await openPostgresIndex(source, systemClock, { censusDrivesMax: 0 });
    await index.apply(catalogue(400, seed, seededRandom(seed)).map(changeOf));
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

    await source.query('alter table drive drop column cells');
    await source.query('create index on drive using gist (box)');
    const runner = source.createQueryRunner();
    await new AddRouteCells1795392000000().up(runner);
    // Once more, as for an index made since.
    await new AddRouteCells1795392000000().up(runner);
    await runner.release();

    expect(await found()).toEqual(before);
    const kept = await source.query<unknown[]>(`select indexdef from pg_indexes where indexdef like '%gist (box)%'`);
    expect(kept).toEqual([]);
    await source.destroy();
    await database.drop();
  });
});
