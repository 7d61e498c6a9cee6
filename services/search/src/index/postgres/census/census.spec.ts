// Aim: the in-memory copy never shows in answers: they include every change that other processes committed before.
import { describe, expect, it } from '@jest/globals';
import { systemClock } from '@switchback/platform/clock';
import { heroViewer } from '@switchback/platform/wire/audience';
import { createTestDatabase } from '@switchback/testing/database';
import { type Random, repetitions, runSeed, seededRandom } from '@switchback/testing/random';
import { changeOf } from '../../../document.js';
import { connectSearch, openPostgresIndex } from '../../../open-index.js';
import { BruteForceIndex } from '../../brute-force-index.fixture.js';
import { catalogue, noFilters, randomCaller, USERS } from '../../catalogue.fixture.js';
import type { IndexChange, SearchQuery } from '../../search-index.js';

const seed = runSeed();
const ROUNDS = repetitions({ short: 20, full: 200 });
const WIDE = { north: 60, south: 10, west: -120, east: -75 };

/** Opens two processes on one database: one writes, the other answers from its census. */
async function open() {
  const database = await createTestDatabase();
  const [first, second] = [await connectSearch({ url: database.url }), await connectSearch({ url: database.url })];
  const [writer, reader] = [await openPostgresIndex(first, systemClock), await openPostgresIndex(second, systemClock)];
  const close = async () => {
    await first.destroy();
    await second.destroy();
    await database.drop();
  };
  return { writer, reader, close };
}

function anyQuery(random: Random): SearchQuery {
  const filters = noFilters({
    ...(random.chance(0.5) && { bounds: WIDE }),
    ...(random.chance(0.4) && { text: random.pick(['ridge', 'blue', 'state 6']) }),
    ...(random.chance(0.2) && { starRating: 2 }),
  });
  const sort = random.pick(['location', 'popularity'] as const);
  return { filters, caller: randomCaller(random), sort, after: null, limit: 26, includeCount: true, have: [] };
}

/** Returns the drive's next version: another drive's content, made private or shared, or deleted. */
function nextVersion({ id, version }: IndexChange, contents: readonly IndexChange[], random: Random): IndexChange {
  if (random.chance(0.2)) return { id, version: version + 1, document: null };
  const document = random.pick(contents).document!;
  const isPublic = random.chance(0.6);
  const ownerId = random.pick(USERS);
  const viewers = [ownerId, ...(random.chance(0.5) ? [heroViewer(random.pick(USERS))] : [])];
  const access = isPublic ? { ownerId: '', viewers: [] } : { ownerId, viewers };
  return { id, version: version + 1, document: { ...document, isPublic, ...access } };
}

describe(`the census (SEED=${seed})`, () => {
  // After each write of another process, and after its rebuild, counts, orders and clusters match the newest state.
  it('follows the writes of other processes', async () => {
    const random = seededRandom(seed);
    const { writer, reader, close } = await open();
    const contents = catalogue(300, seed, random).map(changeOf);
    const newest = new Map(contents.map((change) => [change.id, change]));
    await writer.apply(contents);
    await reader.prepare();
    for (let round = 0; round < ROUNDS; round += 1) {
      const changes = Array.from({ length: 1 + random.below(4) }, () => {
        const change = nextVersion(random.pick([...newest.values()]), contents, random);
        newest.set(change.id, change);
        return change;
      });
      await writer.apply(changes);
      if (round === ROUNDS / 2) {
        await writer.rebuild(
          (async function* () {
            yield [...newest.values()];
          })(),
        );
        // Covers both ways of answering, while the census is reloaded and after.
        if (random.chance(0.5)) await reader.prepare();
      }
      const reference = new BruteForceIndex();
      reference.apply([...newest.values()]);
      const query = anyQuery(random);
      const expected = reference.all(query);
      const [page, { total }] = await Promise.all([reader.search(query), reader.clusters({ ...query, zoom: 4 })]);
      expect([round, page.count, total]).toEqual([round, expected.length, expected.length]);
      expect(page.hits.map(({ id }) => id).sort()).toEqual(
        query.sort === 'popularity'
          ? expected
              .slice(0, 26)
              .map(({ id }) => id)
              .sort()
          : expect.arrayContaining(expected.slice(0, 20).map(({ id }) => id)),
      );
    }
    await close();
  }, 120_000);

  // Many concurrent searches for one word while drives are imported.
  it('serves many searches for the same words', async () => {
    const random = seededRandom(seed);
    const { writer, reader, close } = await open();
    const contents = catalogue(300, seed, random).map(changeOf);
    await writer.apply(contents);
    await reader.prepare();
    const filters = noFilters({ text: 'ridge', bounds: WIDE });
    const query: SearchQuery = { ...anyQuery(random), filters, caller: null };
    const searches = Array.from({ length: 240 }, () => reader.search(query));
    const newest = new Map(contents.map((change) => [change.id, change]));
    for (let round = 0; round < 20; round += 1) {
      const change = nextVersion(random.pick([...newest.values()]), contents, random);
      newest.set(change.id, change);
      await writer.apply([change]);
    }
    const pages = await Promise.all(searches);
    expect(pages.filter(({ count }) => count !== undefined)).toHaveLength(240);
    const reference = new BruteForceIndex();
    reference.apply([...newest.values()]);
    expect((await reader.search(query)).count).toBe(reference.all(query).length);
    const gone = new AbortController();
    gone.abort(new Error('gone'));
    await expect(reader.search({ ...query, signal: gone.signal })).rejects.toThrow('gone');
    await close();
  }, 120_000);
});
