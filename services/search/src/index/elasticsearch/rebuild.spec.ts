// Aim: a rebuild with concurrent writes or after a crash loses no change, revives no drive and leaves nothing behind.
import { describe, expect, it } from '@jest/globals';
import { systemClock } from '@switchback/platform/clock';
import {
  dropIndexes,
  ELASTICSEARCH_URL,
  freshIndexPrefix,
  listIndexes,
  WITHOUT_ELASTICSEARCH,
} from '@switchback/testing/elasticsearch';
import { type Random, repetitions, runSeed, seededRandom } from '@switchback/testing/random';
import { changeOf } from '../../document.js';
import { catalogue, noFilters } from '../catalogue.fixture.js';
import { type IndexChange, RebuildRunning } from '../search-index.js';
import type { ElasticsearchIndex } from './elasticsearch-index.js';
import { openBareIndex, openTestIndex, statesOf } from './elasticsearch-index.fixture.js';

const seed = runSeed();
const TIMEOUT_MS = 120_000;
const ROUNDS = repetitions({ short: 2, full: 8 });
const WRITERS = 3;
const isThere = ELASTICSEARCH_URL !== '';

/** Returns public drives in their newest state, as the drives service knows it. */
function publicDrives(count: number, of: number): Map<string, IndexChange> {
  const changes = catalogue(count, of, seededRandom(of)).map(changeOf);
  return new Map(
    changes.map(({ id, version, document }) => [id, { id, version, document: { ...document!, isPublic: true } }]),
  );
}

/** Advances a drive in the truth before the index gets the change: another popularity, or a deletion. */
function advance(truth: Map<string, IndexChange>, random: Random): IndexChange {
  const { id, version, document } = random.pick([...truth.values()]);
  const values = document && { ...document.values, popularity: version };
  const next = values && random.chance(0.9) ? { ...document, values } : null;
  const change = { id, version: version + 1, document: next };
  truth.set(id, change);
  return change;
}

/** Lists drives like the drives service while they keep changing: each in its state at the moment it is read. */
async function* listing(truth: ReadonlyMap<string, IndexChange>): AsyncGenerator<IndexChange[]> {
  const ids = [...truth.keys()].sort();
  for (let first = 0; first < ids.length; first += 20) {
    yield ids.slice(first, first + 20).flatMap((id) => {
      const change = truth.get(id)!;
      return change.document ? [change] : [];
    });
    await systemClock.sleep(5);
  }
}

/** Returns each found drive with its sort key. */
async function found(index: ElasticsearchIndex): Promise<Map<string, number>> {
  const { hits } = await index.search({
    filters: noFilters(),
    caller: null,
    sort: 'popularity',
    after: null,
    limit: 1_000,
    includeCount: false,
    have: [],
  });
  return new Map(hits.map(({ id, key }) => [id, -key]));
}

function expected(truth: ReadonlyMap<string, IndexChange>): Map<string, number> {
  return new Map(
    [...truth.values()].flatMap(({ id, document }) => (document ? [[id, document.values.popularity]] : [])),
  );
}

function sorted(drives: ReadonlyMap<string, number>): [string, number][] {
  return [...drives].sort(([a], [b]) => (a < b ? -1 : 1));
}

(isThere ? describe : describe.skip)(isThere ? `rebuild (SEED=${seed})` : WITHOUT_ELASTICSEARCH, () => {
  // Other processes keep writing through their own connections, also at the moment of the swap.
  it(
    'loses no concurrent change',
    async () => {
      const random = seededRandom(seed);
      const { index, prefix, refresh, close } = await openTestIndex();
      const truth = publicDrives(60, seed);
      await index.apply([...truth.values()]);
      const writers = Array.from({ length: WRITERS }, () => openBareIndex({ prefix }));
      for (let round = 0; round < ROUNDS; round += 1) {
        let isRunning = true;
        const writing = writers.map(async ({ index: writer }) => {
          while (isRunning)
            await writer.apply(Array.from({ length: 1 + random.below(3) }, () => advance(truth, random)));
        });
        await index.rebuild(listing(truth));
        isRunning = false;
        await Promise.all(writing);
        await refresh();
        expect([round, sorted(await found(index))]).toEqual([round, sorted(expected(truth))]);
      }
      for (const writer of writers) await writer.index.close();
      expect((await listIndexes(prefix)).length).toBe(2);
      await close();
    },
    TIMEOUT_MS,
  );

  // A drive deleted before the rebuild is in none of the states it reads; a late, older event of it is still refused.
  it(
    'keeps deleted drives deleted',
    async () => {
      const { index, refresh, close } = await openTestIndex();
      const truth = publicDrives(10, seed + 1);
      const [first, ...others] = [...truth.values()];
      await index.apply([...truth.values()]);
      await index.apply([{ id: first!.id, version: 5, document: null }]);
      for (let time = 0; time < 2; time += 1) expect(await index.rebuild(statesOf(others))).toBe(9);
      await index.apply([{ ...first!, version: 4 }]);
      await refresh();
      expect((await found(index)).has(first!.id)).toBe(false);
      await index.apply([{ ...first!, version: 6 }]);
      await refresh();
      expect((await found(index)).has(first!.id)).toBe(true);
      await close();
    },
    TIMEOUT_MS,
  );

  // A killed process blocks the next rebuild for two minutes; then its leftovers are deleted.
  it(
    'takes over from a dead one, which can do no more harm',
    async () => {
      const { index, prefix, refresh, close } = await openTestIndex();
      const truth = publicDrives(30, seed + 2);
      const [half, rest] = [[...truth.values()].slice(0, 15), [...truth.values()].slice(15)];
      await index.apply(half);
      const hanging = Promise.withResolvers<void>();
      const reached = Promise.withResolvers<void>();
      async function* neverEnding() {
        yield half;
        yield half;
        reached.resolve();
        await hanging.promise;
        yield half;
      }
      const past = { ...systemClock, now: () => new Date(Date.now() - 121_000) };
      const dead = openBareIndex({ prefix, clock: past }).index;
      const dying = dead.rebuild(neverEnding());
      await reached.promise;
      const contemporary = openBareIndex({ prefix, clock: past }).index;
      await expect(contemporary.rebuild(statesOf([]))).rejects.toBeInstanceOf(RebuildRunning);
      expect(await index.rebuild(statesOf(half, rest))).toBe(30);
      hanging.resolve();
      await expect(dying).rejects.toThrow();
      await refresh();
      expect(sorted(await found(index))).toEqual(sorted(expected(truth)));
      expect((await listIndexes(prefix)).length).toBe(2);
      await Promise.all([dead.close(), contemporary.close()]);
      await close();
    },
    TIMEOUT_MS,
  );

  // A start deletes the leftovers of a dead rebuild, so that they do not grow with each event.
  it(
    'is cleaned up by the next start',
    async () => {
      const { index, prefix, close } = await openTestIndex();
      const past = { ...systemClock, now: () => new Date(Date.now() - 121_000) };
      const reached = Promise.withResolvers<void>();
      const hanging = Promise.withResolvers<void>();
      async function* neverEnding() {
        yield [...publicDrives(3, seed).values()];
        reached.resolve();
        await hanging.promise;
      }
      const dead = openBareIndex({ prefix, clock: past }).index;
      const dying = dead.rebuild(neverEnding());
      await reached.promise;
      expect((await listIndexes(prefix)).length).toBe(3);
      await index.prepare();
      expect((await listIndexes(prefix)).length).toBe(2);
      hanging.resolve();
      await expect(dying).rejects.toThrow();
      await dead.close();
      await close();
    },
    TIMEOUT_MS,
  );

  // Does not touch indexes of other installations on the same engine.
  it(
    'keeps the indexes of other installations',
    async () => {
      const prefix = freshIndexPrefix();
      const [ours, theirs] = [openBareIndex({ prefix }), openBareIndex({ prefix: `${prefix}drives-` })];
      await ours.index.rebuild(statesOf([]));
      await theirs.index.rebuild(statesOf([]));
      const before = await listIndexes(`${prefix}drives-drives`);
      await ours.index.rebuild(statesOf([]));
      expect(await listIndexes(`${prefix}drives-drives`)).toEqual(before);
      await Promise.all([ours.index.close(), theirs.index.close()]);
      await dropIndexes(prefix);
    },
    TIMEOUT_MS,
  );
});
