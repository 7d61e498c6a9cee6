// Aim: F5; while the engine is unavailable or the index is deleted, every query fails with that cause in time, without
// side effects.
import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { systemClock } from '@switchback/platform/clock';
import { dropIndexes, ELASTICSEARCH_URL, listIndexes, WITHOUT_ELASTICSEARCH } from '@switchback/testing/elasticsearch';
import { type Random, repetitions, runSeed, seededRandom } from '@switchback/testing/random';
import { TcpProxy } from '@switchback/testing/tcp-proxy';
import { changeOf } from '../../document.js';
import { BruteForceIndex } from '../brute-force-index.fixture.js';
import { catalogue, noFilters, randomCaller, randomQuery } from '../catalogue.fixture.js';
import { type IndexChange, IndexUnavailable, type SearchQuery } from '../search-index.js';
import type { ElasticsearchIndex } from './elasticsearch-index.js';
import { openBareIndex, openTestIndex, statesOf, type TestIndex } from './elasticsearch-index.fixture.js';

const seed = runSeed();
const TIMEOUT_MS = 180_000;
/** A caller's timeout for a search. */
const CALL_TIMEOUT_MS = 2_000;
const DELETIONS = repetitions({ short: 2, full: 20 });
const isThere = ELASTICSEARCH_URL !== '';

const EVERYTHING: SearchQuery = {
  filters: noFilters({ bounds: { north: 60, south: 20, west: -130, east: -60 } }),
  caller: null,
  sort: 'stars',
  after: null,
  limit: 26,
  includeCount: true,
  have: [],
};

/** Returns one query of every kind. */
function questions(index: ElasticsearchIndex): (() => Promise<unknown>)[] {
  return [
    () => index.search(EVERYTHING),
    () => index.search({ ...EVERYTHING, sort: 'location' }),
    () => index.clusters({ ...EVERYTHING, zoom: 5 }),
    () => index.lines({ ...EVERYTHING, zoom: 5 }),
    () => index.autocomplete({ text: 'ridge', caller: null, include: [], limit: 5 }),
    () => index.isMissing(),
  ];
}

/** Returns the answer or error, and its duration. */
async function timed(ask: () => Promise<unknown>): Promise<{ answer: unknown; ms: number }> {
  const startedAtMs = systemClock.monotonicMs();
  const answer = await ask().catch((error: unknown) => error);
  return { answer, ms: systemClock.monotonicMs() - startedAtMs };
}

function expectUnavailable({ answer, ms }: { answer: unknown; ms: number }): void {
  expect(answer).toBeInstanceOf(IndexUnavailable);
  expect((answer as IndexUnavailable).toApiError('id')).toMatchObject({ type: 503, code: 'ERROR-00010' });
  expect(ms).toBeLessThan(CALL_TIMEOUT_MS);
}

async function repeat(goesOn: () => boolean, work: () => Promise<void>): Promise<void> {
  while (goesOn()) await work();
}

/** Expects either the complete answer, with the drives this caller may see, or that the search is unavailable. */
async function searchAsAnybody(index: ElasticsearchIndex, truth: BruteForceIndex, random: Random): Promise<void> {
  const query = { ...randomQuery(random, ['']), filters: noFilters(), caller: randomCaller(random) };
  const expected = truth.all(query);
  const page = await index.search(query).catch(failUnlessUnavailable);
  if (!page) return;
  expect([query.caller, page.count]).toEqual([query.caller, expected.length]);
  expect(expected.map(({ id }) => id)).toEqual(expect.arrayContaining(page.hits.map(({ id }) => id)));
}

async function writeAgain(index: ElasticsearchIndex, change: IndexChange): Promise<void> {
  await index.apply([change]).catch(failUnlessUnavailable);
}

function failUnlessUnavailable(error: unknown): undefined {
  expect(error).toBeInstanceOf(IndexUnavailable);
  return undefined;
}

(isThere ? describe : describe.skip)(isThere ? `outages (SEED=${seed})` : WITHOUT_ELASTICSEARCH, () => {
  const changes = catalogue(40, seed, seededRandom(seed)).map(changeOf);
  const errors: unknown[] = [];
  let [proxy, opened]: [TcpProxy?, TestIndex?] = [];

  beforeEach(async () => {
    errors.length = 0;
    const through = await TcpProxy.forUrl(ELASTICSEARCH_URL);
    proxy = through.proxy;
    opened = await openTestIndex({ url: through.url, onError: (error) => errors.push(error) });
    await opened.index.apply(changes);
    await opened.refresh();
  }, TIMEOUT_MS);
  afterEach(async () => {
    await opened?.close();
    await proxy?.close();
  });

  it.each([
    { fault: 'unreachable', begin: () => proxy!.cut(), end: () => proxy!.restore() },
    { fault: 'suspended', begin: () => proxy!.pause(), end: () => proxy!.resume() },
  ])(
    'are reported while the engine is $fault, once in the log, and searches work again afterwards',
    async ({ begin, end }) => {
      const { index } = opened!;
      const before = await index.search(EVERYTHING);
      expect(before.count).toBeGreaterThan(0);
      begin();
      for (const answer of await Promise.all(questions(index).map(timed))) expectUnavailable(answer);
      // A change is not lost silently: its consumer keeps it.
      await expect(index.apply(changes)).rejects.toBeInstanceOf(IndexUnavailable);
      expect(errors).toHaveLength(1);
      // People's search texts must not be logged.
      expect(inspect(errors, { depth: 20 })).not.toMatch(/ridge|is_public/);
      end();
      expect(await index.search(EVERYTHING)).toEqual(before);
    },
    TIMEOUT_MS,
  );

  // No write and no search creates an index with fields guessed from documents.
  it(
    'are reported without an index, and create none',
    async () => {
      const { index, prefix } = opened!;
      await dropIndexes(prefix);
      const asked = questions(index).slice(0, -1);
      for (const answer of await Promise.all(asked.map(timed))) expectUnavailable(answer);
      expect(await index.isMissing()).toBe(true);
      await expect(index.apply(changes)).rejects.toBeInstanceOf(IndexUnavailable);
      expect(await listIndexes(prefix)).toEqual([]);
    },
    TIMEOUT_MS,
  );

  // The index is repeatedly deleted during searches and writes: every answer is complete or reports that there is no
  // index, no caller sees a drive they may not, and a rebuild restores everything.
  it(
    'never return a partial result while the index is deleted and rebuilt',
    async () => {
      const random = seededRandom(seed + 1);
      const { index, prefix, refresh } = opened!;
      const truth = new BruteForceIndex();
      truth.apply(changes);
      for (let time = 0; time < DELETIONS; time += 1) {
        let isRunning = true;
        const traffic = Promise.all([
          repeat(
            () => isRunning,
            () => searchAsAnybody(index, truth, random),
          ),
          repeat(
            () => isRunning,
            () => writeAgain(index, random.pick(changes)),
          ),
        ]);
        await systemClock.sleep(random.below(30));
        await dropIndexes(prefix);
        expect(await index.rebuild(statesOf(changes.slice(0, 20), changes.slice(20)))).toBe(changes.length);
        isRunning = false;
        await traffic;
        await refresh();
        const query = { ...EVERYTHING, filters: noFilters() };
        expect((await index.search(query)).count).toBe(truth.all(query).length);
      }
    },
    TIMEOUT_MS,
  );

  // A process that starts before the engine works as soon as the engine does.
  it(
    'do not prevent opening the index',
    async () => {
      proxy!.cut();
      const { index, close } = openBareIndex({ url: `http://127.0.0.1:${proxy!.port}` });
      await index.prepare();
      expectUnavailable(await timed(() => index.search(EVERYTHING)));
      proxy!.restore();
      expect(await index.rebuild(statesOf(changes))).toBe(changes.length);
      expect((await index.search(EVERYTHING)).count).toBeGreaterThan(0);
      await close();
    },
    TIMEOUT_MS,
  );
});
