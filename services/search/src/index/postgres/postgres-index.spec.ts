// Aim: the index in PostgreSQL answers like the reference index, with its in-memory census and without.
import { systemClock } from '@switchback/platform/clock';
import { createTestDatabase } from '@switchback/testing/database';
import { connectSearch, openPostgresIndex } from '../../open-index.js';
import { describeSearchIndex } from '../search-index.conformance.js';

for (const [name, options] of [
  ['with a census', {}],
  ['by the database alone', { censusDrivesMax: 0 }],
] as const) {
  describeSearchIndex(`PostgresIndex ${name}`, async () => {
    const database = await createTestDatabase();
    const source = await connectSearch({ url: database.url });
    const index = await openPostgresIndex(source, systemClock, options);
    return {
      index,
      refresh: () => index.prepare(),
      close: async () => {
        await source.destroy();
        await database.drop();
      },
    };
  });
}
