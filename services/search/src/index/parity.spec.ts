// Aim: switching between PostgreSQL and Elasticsearch makes no difference: both answer the same random queries alike.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { systemClock } from '@switchback/platform/clock';
import type { Cluster } from '@switchback/proto/search/v1/service';
import { createTestDatabase } from '@switchback/testing/database';
import { ELASTICSEARCH_URL, WITHOUT_ELASTICSEARCH } from '@switchback/testing/elasticsearch';
import { type Random, repetitions, runSeed, seededRandom } from '@switchback/testing/random';
import { changeOf } from '../document.js';
import { connectSearch, openPostgresIndex } from '../open-index.js';
import { boundsOnRoute, catalogue, noFilters, randomCaller, randomFilters, randomQuery } from './catalogue.fixture.js';
import { openTestIndex } from './elasticsearch/elasticsearch-index.fixture.js';
import type { IndexChange, MapQuery, SearchIndex, SearchPage, SearchQuery } from './search-index.js';

/**
 * Allows only these differences: the order of clusters, and their location by a few meters (5e-5 degrees), since a mean
 * is summed in another order. The count and extent of a cluster must be equal, and so must texts: their order is the kind
 * of match, not a score of the engine.
 */
function allowed({ total, clusters }: Clusters): unknown {
  const places = clusters.map(({ location, ...same }) => ({
    ...same,
    location: { lat: expect.closeTo(location!.lat, 4), lng: expect.closeTo(location!.lng, 4) },
  }));
  return { total, clusters: places };
}

const seed = runSeed();
const QUESTIONS = repetitions({ short: 500, full: 2_000 });
const AT_A_TIME = 4;
const DRIVES = 689;
const TIMEOUT_MS = 240_000;
const isThere = ELASTICSEARCH_URL !== '';

interface Sides {
  postgres: SearchIndex;
  elasticsearch: SearchIndex;
}

type Clusters = Awaited<ReturnType<SearchIndex['clusters']>>;

/** Asks both and fails unless the first answer allows the second. */
type Question = (sides: Sides) => Promise<void>;

function question<Answer>(
  input: unknown,
  ask: (index: SearchIndex) => Promise<Answer>,
  allows: (answer: Answer) => unknown = (same) => same,
): Question {
  return async ({ postgres, elasticsearch }) => {
    const [one, other] = await Promise.all([ask(postgres), ask(elasticsearch)]);
    expect({ asked: input, answer: other }).toEqual({ asked: input, answer: allows(one) });
  };
}

async function open(changes: readonly IndexChange[]): Promise<Sides & { close: () => Promise<void> }> {
  const database = await createTestDatabase();
  const source = await connectSearch({ url: database.url });
  const postgres = await openPostgresIndex(source, systemClock);
  const opened = await openTestIndex();
  await Promise.all([postgres.apply(changes), opened.index.apply(changes)]);
  await Promise.all([postgres.prepare(), opened.refresh()]);
  const close = async () => {
    await opened.close();
    await source.destroy();
    await database.drop();
  };
  return { postgres, elasticsearch: opened.index, close };
}

/** Reads two pages, the second from the bookmark of the first, with count, hashes, keys and texts. */
function pages(random: Random, query: SearchQuery): Question {
  const limit = 1 + random.below(26);
  const includeCount = random.chance(0.7);
  const ask = async (index: SearchIndex): Promise<SearchPage[]> => {
    const first = await index.search({ ...query, limit, includeCount });
    const after = first.hits.at(-1);
    if (!after || first.hits.length < limit) return [first];
    const have = first.hits.map(({ hash }) => hash);
    return [
      first,
      await index.search({ ...query, limit, includeCount, after: { key: after.key, id: after.id }, have }),
    ];
  };
  return question({ ...query, limit, includeCount }, ask);
}

function clusters(random: Random, query: MapQuery): Question {
  const input = { ...query, zoom: random.next() * 20, limit: random.pick([4, 40, 1_200]) };
  const ask = async (index: SearchIndex) => {
    const found = await index.clusters(input);
    return { ...found, clusters: found.clusters.sort((a, b) => (spanOf(a) < spanOf(b) ? -1 : 1)) };
  };
  return question(input, ask, allowed);
}

function spanOf({ bounds, count, id }: Cluster): string {
  return JSON.stringify([bounds, count, id]);
}

function lines(random: Random, query: MapQuery): Question {
  const input = { ...query, zoom: random.next() * 16, limit: 1 + random.below(100) };
  return question(input, (index) => index.lines(input));
}

/** Types part of a title, now and then with one letter missing. */
function suggestions(random: Random, changes: readonly IndexChange[]): Question {
  const { document } = random.pick(changes);
  const typed = document!.title.slice(random.chance(0.3) ? random.below(12) : 0).slice(0, 1 + random.below(16));
  const gap = random.below(typed.length + 1);
  const text = random.chance(0.3) ? typed.slice(0, gap) + typed.slice(gap + 1) : typed;
  const include = random.chance(0.3) ? Array.from({ length: 100 }, () => random.pick(changes).id) : [];
  const input = { text, include, caller: randomCaller(random), limit: 1 + random.below(20) };
  return question(input, (index) => index.autocomplete(input));
}

function anyQuestion(random: Random, changes: readonly IndexChange[]): Question {
  const ids = changes.map(({ id }) => id);
  const isSmall = random.chance(0.25);
  const small = () =>
    noFilters({
      bounds: boundsOnRoute(
        random,
        changes.map(({ document }) => document!),
      ),
    });
  const query = { ...randomQuery(random, ids), filters: isSmall ? small() : randomFilters(random, ids) };
  const kind = random.next();
  if (kind < 0.6) return pages(random, query);
  if (kind < 0.8) return clusters(random, { ...query, zoom: 0 });
  if (kind < 0.9) return lines(random, { ...query, zoom: 0 });
  return suggestions(random, changes);
}

(isThere ? describe : describe.skip)(isThere ? `parity (SEED=${seed})` : WITHOUT_ELASTICSEARCH, () => {
  const changes = catalogue(DRIVES, seed, seededRandom(seed)).map(changeOf);
  let sides: Awaited<ReturnType<typeof open>>;

  beforeAll(async () => {
    sides = await open(changes);
  }, TIMEOUT_MS);
  afterAll(() => sides.close());

  it(
    `returns the same results for ${QUESTIONS} queries`,
    async () => {
      const random = seededRandom(seed + 1);
      for (let first = 0; first < QUESTIONS; first += AT_A_TIME) {
        const questions = Array.from({ length: AT_A_TIME }, () => anyQuestion(random, changes));
        await Promise.all(questions.map((compare) => compare(sides)));
      }
    },
    TIMEOUT_MS,
  );
});
