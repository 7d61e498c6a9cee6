// Aim: an index in PostgreSQL of an older release gets the new fields by itself, and answers meanwhile.
import { describe } from '@jest/globals';
import { systemClock } from '@switchback/platform/clock';
import { createTestDatabase } from '@switchback/testing/database';
import { runSeed } from '@switchback/testing/random';
import { connectSearch, openPostgresIndex } from '../../open-index.js';
import { describeOutdatedIndex } from '../outdated-index.conformance.js';

const seed = runSeed();

describe(`an outdated index (SEED=${seed})`, () => {
  describeOutdatedIndex(seed, async (changes) => {
    const database = await createTestDatabase();
    const source = await connectSearch({ url: database.url });
    await (await openPostgresIndex(source, systemClock)).apply(changes);
    await source.query('alter table drive drop column viewers');
    await source.query('comment on table drive is null');
    const close = async () => {
      await source.destroy();
      await database.drop();
    };
    return { index: await openPostgresIndex(source, systemClock), refresh: async () => undefined, close };
  });
});
