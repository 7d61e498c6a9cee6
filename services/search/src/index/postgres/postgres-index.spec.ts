// Aim: the index inside PostgreSQL answers like a search that looks at every drive.
import { systemClock } from '@switchback/platform/clock';
import { createTestDatabase } from '@switchback/testing/database';
import { connectSearch, openIndex } from '../../search.module.js';
import { describeSearchIndex } from '../search-index.conformance.js';

describeSearchIndex('PostgresIndex', async () => {
  const database = await createTestDatabase();
  const source = await connectSearch({ url: database.url });
  return {
    index: await openIndex(source, systemClock),
    refresh: async () => undefined,
    close: async () => {
      await source.destroy();
      await database.drop();
    },
  };
});
