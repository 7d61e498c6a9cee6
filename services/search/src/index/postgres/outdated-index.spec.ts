// Aim: an index in PostgreSQL of an older release gets the new fields by itself, and answers meanwhile.
import { describe, expect, it } from '@jest/globals';
import { systemClock } from '@switchback/platform/clock';
import { createTestDatabase } from '@switchback/testing/database';
import { runSeed, seededRandom } from '@switchback/testing/random';
import { TestClock } from '@switchback/testing/test-clock';
import { connectSearch, openPostgresIndex } from '../../open-index.js';
import { changeOf } from '../../document.js';
import { catalogue } from '../catalogue.fixture.js';
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

it('an index is outdated while it has rows that an older release wrote during a rollout', async () => {
  const database = await createTestDatabase();
  const source = await connectSearch({ url: database.url });
  const clock = new TestClock();
  try {
    const events = catalogue(2, seed, seededRandom(seed));
    const changes = events.map(changeOf);
    const index = await openPostgresIndex(source, clock);
    await index.apply(changes);
    expect(await index.isOutdated()).toBe(false);
    await source.query('update drive_text set place_words = default where id = $1', [events[0]!.id]);
    clock.advance(60 * 60_000);
    expect([await index.isOutdated(), await index.isOutdated()]).toEqual([true, true]);
    await index.rebuild(
      (async function* () {
        yield changes;
      })(),
    );
    expect(await index.isOutdated()).toBe(false);
  } finally {
    await source.destroy();
    await database.drop();
  }
});
