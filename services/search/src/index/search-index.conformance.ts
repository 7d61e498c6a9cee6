import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { boundsContain, expandBounds } from '@switchback/geo/bounds';
import { decodePolyline } from '@switchback/geo/polyline';
import type { DriveEvent } from '@switchback/proto/drives/v1/events';
import { type Random, repetitions, runSeed, seededRandom } from '@switchback/testing/random';
import { changeOf } from '../document.js';
import { titleKey } from '../words.js';
import { describeActivity } from './activity.conformance.js';
import { BruteForceIndex } from './brute-force-index.fixture.js';
import {
  boundsOnRoute,
  catalogue,
  noFilters,
  ODD_TEXTS,
  randomBounds,
  randomCaller,
  randomFilters,
  randomQuery,
} from './catalogue.fixture.js';
import { describeFacets } from './facets.conformance.js';
import { facetsOf } from './facets.js';
import { describeHiddenDrives, type OpenedIndex } from './hidden-drives.conformance.js';
import { describeNearest } from './nearest.conformance.js';
import { describeListedDrives, friendsOf } from './listed-drives.conformance.js';
import { describeTextSearch } from './text-search.conformance.js';
import { type IndexChange, RebuildRunning, type SearchIndex, type SearchQuery } from './search-index.js';

const DRIVES = 300;
const QUERIES = repetitions({ short: 60, full: 400 });
/** Starts whose distances differ by less may swap places: the two distance formulas round differently. */
const ROUNDING_METERS = 0.01;

/** Tests that every index must pass, compared with the reference index. `SEED` replays a run. */
export function describeSearchIndex(name: string, open: () => Promise<OpenedIndex>): void {
  const seed = runSeed();
  describe(`${name} (SEED=${seed})`, () => {
    describeQueries(seed, open);
    describeNothing(seed, open);
    describeVersions(seed, open);
    describeActivity(seed, open);
    describeHiddenDrives(seed, open);
    describeNearest(seed, open);
    describeRebuild(seed, open);
  });
}

function describeQueries(seed: number, open: () => Promise<OpenedIndex>): void {
  describe('queries', () => {
    const random = seededRandom(seed);
    const reference = new BruteForceIndex();
    let opened: OpenedIndex;
    let ids: string[];

    beforeAll(async () => {
      opened = await open();
      const changes = catalogue(DRIVES, seed, random).map(changeOf);
      ids = changes.map(({ id }) => id);
      reference.apply(changes);
      for (let first = 0; first < changes.length; first += 100)
        await opened.index.apply(changes.slice(first, first + 100));
      await opened.refresh();
    }, 180_000);
    afterAll(() => opened.close());

    // Any mix of filters, caller and order finds the same drives as the reference index, in the same order, page by
    // page, with the same count.
    it('return the same results as a full scan', async () => {
      for (let round = 0; round < QUERIES; round += 1) {
        const query = randomQuery(random, ids);
        const expected = reference.all(query);
        const { found, counts } = await walk(opened.index, query);
        expectSameOrder(found, expected, JSON.stringify(query));
        expect({ query, counts }).toEqual({ query, counts: new Set([expected.length]) });
      }
    }, 360_000);

    // Finds a route that crosses a small box between two of its points, but not one that passes close by.
    it('find the routes that cross a small box', async () => {
      const routes = reference.entries().map(({ document }) => document);
      for (let round = 0; round < QUERIES / 2; round += 1) {
        const filters = noFilters({ bounds: boundsOnRoute(random, routes) });
        const query = { ...randomQuery(random, ids), filters, caller: randomCaller(random) };
        const expected = reference.all(query);
        const { hits, count } = await opened.index.search({ ...query, limit: DRIVES });
        expectSameOrder(hits, expected, JSON.stringify(query));
        expect([filters, count]).toEqual([filters, expected.length]);
      }
    }, 360_000);

    // Each drive is counted in exactly one cluster, in view, whatever the filters, and there are never too many
    // clusters.
    it('count every drive in one cluster', async () => {
      for (let round = 0; round < QUERIES / 2; round += 1) {
        const [filters, caller] = [randomFilters(random, ids), randomCaller(random)];
        const limit = random.pick([4, 12, 1_200]);
        const expected = reference.matching({ filters, caller });
        const { clusters, total } = await opened.index.clusters({ filters, caller, zoom: random.next() * 24, limit });
        const hint = JSON.stringify({ filters, caller });
        expect([hint, total, clusters.reduce((sum, { count }) => sum + count, 0)]).toEqual([
          hint,
          expected.length,
          expected.length,
        ]);
        expect(clusters.length).toBeLessThanOrEqual(limit);
        const single = clusters.flatMap(({ count, id }) => (count === 1 ? [id] : []));
        expect(new Set(single).size).toBe(single.length);
        expect(expected.map(({ id }) => id)).toEqual(expect.arrayContaining(single));
        const sight = filters.bounds && expandBounds(filters.bounds, 5);
        for (const { location } of clusters)
          expect([hint, location, !sight || boundsContain(sight, location!)]).toEqual([hint, location, true]);
      }
    }, 360_000);

    // The lines of a viewport are those of the query's most important drives, each from its start to its end.
    it('draw the most important lines', async () => {
      for (let round = 0; round < QUERIES / 4; round += 1) {
        const [filters, caller] = [noFilters({ bounds: randomBounds(random) }), randomCaller(random)];
        const matching = reference.matching({ filters, caller });
        const expected = matching.sort(
          (a, b) => b.document.values.importance - a.document.values.importance || (a.id < b.id ? -1 : 1),
        );
        const { lines, total } = await opened.index.lines({ filters, caller, zoom: random.next() * 16, limit: 20 });
        expect(total).toBe(expected.length);
        expect(lines.map(({ id }) => id)).toEqual(expected.slice(0, 20).map(({ id }) => id));
        lines.forEach(({ path, approximate }, index) => {
          const { path: whole, approximate: isApproximate } = expected[index]!.document;
          expect(approximate).toBe(isApproximate);
          const drawn = decodePolyline(path);
          expect([drawn.at(0), drawn.at(-1)]).toEqual([whole.at(0), whole.at(-1)]);
        });
      }
    }, 180_000);

    // A summary whose hash the client has is not sent again; order and hashes stay the same.
    it('omit drives that the client holds', async () => {
      const query = { ...randomQuery(random, ids), filters: noFilters(), caller: null };
      const { hits } = await opened.index.search(query);
      const have = hits.filter((_, index) => index % 3 === 0).map(({ hash }) => hash);
      const again = await opened.index.search({ ...query, have });
      expect(again.hits.map(({ id, hash }) => [id, hash])).toEqual(hits.map(({ id, hash }) => [id, hash]));
      expect(again.hits.map(({ summary }) => summary === null)).toEqual(hits.map(({ hash }) => have.includes(hash)));
    });

    // Text is only ever text: whatever is typed, the answer equals that of the reference index, and nothing breaks.
    it.each(ODD_TEXTS)('treat %j as words', async (text) => {
      const query = { ...randomQuery(random, ids), filters: noFilters({ text }), caller: null };
      const { found } = await walk(opened.index, query);
      expectSameOrder(found, reference.all(query), text);
      await opened.index.autocomplete({ text, caller: null, include: [text], limit: 5 });
      await opened.index.search({ ...query, filters: noFilters({ ids: [text] }) });
    });

    describeSuggestions(() => ({ ...opened, reference, random }));
    describeTextSearch(() => ({ index: opened.index, reference, random }));
    describeListedDrives(() => ({ index: opened.index, reference, random }));
    describeFacets(() => ({ index: opened.index, reference, random, ids }));
  });
}

function describeNothing(seed: number, open: () => Promise<OpenedIndex>): void {
  // Before the first drive, every query succeeds with an empty result.
  it('work on an empty catalog', async () => {
    const random = seededRandom(seed + 4);
    const { index, refresh, close } = await open();
    await refresh();
    for (let round = 0; round < 40; round += 1) {
      const query = randomQuery(random, ['a']);
      expect(await index.search(query)).toEqual({ hits: [], count: 0 });
      expect(await index.clusters({ ...query, zoom: random.next() * 24 })).toEqual({ clusters: [], total: 0 });
      expect(await index.lines({ ...query, zoom: random.next() * 24 })).toEqual({ lines: [], total: 0 });
      expect(await index.facets({ ...query, lists: { savedIds: ['a'], completedIds: [] } })).toEqual(facetsOf([]));
    }
    expect(await index.autocomplete({ text: 'ridge', caller: null, include: ['a'], limit: 5 })).toEqual([]);
    async function* nothing() {}
    expect(await index.rebuild(nothing())).toBe(0);
    await close();
  }, 180_000);
}

function describeSuggestions(given: () => OpenedIndex & { reference: BruteForceIndex; random: Random }): void {
  // Titles that start with the text come first, then words inside a title; one typo in a long word is tolerated.
  it('suggest titles by prefix, then by words, then despite a typo', async () => {
    const { index, reference, random } = given();
    const titles = reference
      .entries()
      .flatMap(({ id, document }) => (document.isPublic ? [{ id, title: document.title }] : []));
    const suggest = (text: string) => index.autocomplete({ text, caller: null, include: [], limit: 20 });
    for (let round = 0; round < 60; round += 1) {
      const { id, title } = random.pick(titles);
      const typed = title.slice(0, 1 + random.below(title.length));
      const found = await suggest(typed);
      const begin = titles.filter((other) => titleKey(other.title).startsWith(titleKey(typed))).length;
      expect(
        found.slice(0, Math.min(20, begin)).every((drive) => titleKey(drive.title).startsWith(titleKey(typed))),
      ).toBe(true);
      expect((await suggest(title)).map((drive) => drive.id)).toContain(id);
      const long = title.split(' ').find((word) => /^[A-Za-z]{6,}$/.test(word));
      if (long) {
        const at = 1 + random.below(long.length - 2);
        const typo = title.replace(long, long.slice(0, at) + long.slice(at + 1));
        expect((await suggest(typo)).map((drive) => drive.title)).toContain(title);
      }
    }
  });

  // A private drive is suggested only to people who may see it, whatever ids the client sends.
  it('suggest private drives only if visible and requested', async () => {
    const { index, reference } = given();
    const drive = reference.entries().find(({ document }) => friendsOf(document).length > 0)!;
    const { ownerId, title } = drive.document;
    const friends = friendsOf(drive.document);
    const accounts = [null, ownerId, ...friends, 'stranger'].flatMap((userId) =>
      userId === null ? [null] : (['free', 'hero'] as const).map((accountType) => ({ userId, accountType })),
    );
    for (const caller of accounts) {
      for (const include of [[], [drive.id]]) {
        const found = await index.autocomplete({ text: title, caller, include, limit: 20 });
        const may = caller?.userId === ownerId || (caller?.accountType === 'hero' && friends.includes(caller.userId));
        expect([caller, include, found.some(({ id }) => id === drive.id)]).toEqual([
          caller,
          include,
          may && include.length > 0,
        ]);
      }
    }
  });
}

function describeVersions(seed: number, open: () => Promise<OpenedIndex>): void {
  // However events are repeated, delayed and reordered, the newest state of each drive is found in the end.
  it('ends at the newest versions, in whatever order changes arrive', async () => {
    const random = seededRandom(seed + 1);
    const { index, refresh, close } = await open();
    const reference = new BruteForceIndex();
    const changes = catalogue(40, seed + 1, random).flatMap((event) => history(event, random));
    const delivered = random.shuffle([...changes, ...changes.filter(() => random.chance(0.5))]);
    for (let first = 0; first < delivered.length;) {
      const next = first + 1 + random.below(12);
      await Promise.all([
        index.apply(delivered.slice(first, next)),
        index.apply(delivered.slice(first, next).reverse()),
      ]);
      first = next;
    }
    reference.apply(changes);
    await refresh();
    const query: SearchQuery = { ...randomQuery(random, ['']), filters: noFilters(), caller: null, sort: 'distance' };
    expectSameOrder((await walk(index, query)).found, reference.all(query), 'after all changes');
    await close();
  }, 180_000);
}

/** Returns the history of a drive: saved a few times, sometimes deleted at the end. */
function history(event: DriveEvent, random: Random): IndexChange[] {
  const saves = Array.from({ length: 1 + random.below(4) }, (_, index) => {
    const summary = { ...event.saved!.summary!, rev: index + 1, distance: 1_000 * (index + 1) };
    return changeOf({ ...event, rev: index + 1, saved: { ...event.saved!, summary } });
  });
  const deletion = { id: event.id, version: saves.length + 1, document: null };
  return random.chance(0.3) ? [...saves, deletion] : saves;
}

function describeRebuild(seed: number, open: () => Promise<OpenedIndex>): void {
  // During a rebuild every search gets a complete answer, and no concurrent change is lost; no leftovers remain.
  it('is rebuilt without a gap', async () => {
    const random = seededRandom(seed + 2);
    const { index, refresh, close } = await open();
    const events = catalogue(60, seed + 2, random);
    const [kept, ghost] = [events.slice(1).map(changeOf), changeOf(events[0]!)];
    await index.apply([ghost, ...kept]);
    await refresh();
    const last = kept.at(-1)!;
    const deletion = { id: last.id, version: 7, document: null };
    const stale = kept.slice(0, 30).find(({ document }) => document!.isPublic)!;
    const renewed = { ...stale, version: 9, document: { ...stale.document!, hash: 'renewed!' } };
    const query: SearchQuery = {
      ...randomQuery(random, ['']),
      filters: noFilters({ ids: kept.slice(30, 40).map(({ id }) => id) }),
      caller: null,
    };
    const expected = (await index.search(query)).count;
    let isRunning = true;
    const searches = (async () => {
      const counts = new Set<number | undefined>();
      while (isRunning) counts.add((await index.search(query)).count);
      return counts;
    })();
    async function* states() {
      yield kept.slice(0, 30);
      await index.apply([renewed, deletion]);
      yield kept.slice(30);
    }
    const count = await index.rebuild(states());
    isRunning = false;
    expect(await searches).toEqual(new Set([expected]));
    // Late redeliveries of events whose newer versions the rebuild has read.
    await index.apply([stale, last]);
    await refresh();
    expect(count).toBe(kept.length - 1);
    const reference = new BruteForceIndex();
    reference.apply([...kept, renewed, deletion]);
    const everything = { ...query, filters: noFilters() };
    expectSameOrder((await walk(index, everything)).found, reference.all(everything), 'after the rebuild');
    const { hits } = await index.search({ ...everything, limit: 100 });
    const written = new Map(reference.entries().map(({ id, document }) => [id, document.summary]));
    expect(hits.map(({ id, summary }) => [id, summary])).toEqual(hits.map(({ id }) => [id, written.get(id)]));
    const again = await index.search({ ...query, filters: noFilters({ ids: [renewed.id] }) });
    expect(again.hits[0]?.hash).toBe('renewed!');
    await close();
  }, 180_000);

  // Two concurrent rebuilds would undo each other: the second is refused, and the first continues unaffected.
  it('rejects a second rebuild while one is running', async () => {
    const random = seededRandom(seed + 5);
    const { index, refresh, close } = await open();
    const changes = catalogue(20, seed + 5, random).map(changeOf);
    async function* states() {
      yield changes.slice(0, 10);
      await expect(index.rebuild(states())).rejects.toBeInstanceOf(RebuildRunning);
      yield changes.slice(10);
    }
    expect(await index.rebuild(states())).toBe(20);
    await refresh();
    const query: SearchQuery = { ...randomQuery(random, ['']), filters: noFilters(), caller: null };
    const reference = new BruteForceIndex();
    reference.apply(changes);
    expectSameOrder((await walk(index, query)).found, reference.all(query), 'after it');
    await close();
  }, 180_000);

  // A rebuild that fails half-way leaves the index unchanged, and the next one works.
  it('survives a failed rebuild', async () => {
    const random = seededRandom(seed + 3);
    const { index, refresh, close } = await open();
    const changes = catalogue(20, seed + 3, random).map(changeOf);
    await index.apply(changes);
    async function* broken() {
      yield changes.slice(0, 10);
      throw new Error('The drives service went away.');
    }
    await expect(index.rebuild(broken())).rejects.toThrow('went away');
    await refresh();
    const query: SearchQuery = { ...randomQuery(random, ['']), filters: noFilters(), caller: null };
    const before = await index.search(query);
    async function* whole() {
      yield changes;
    }
    expect(await index.rebuild(whole())).toBe(20);
    await refresh();
    expect(await index.search(query)).toEqual(before);
    await close();
  }, 180_000);
}

/** Reads all batches of a query in order, like a client that pages. */
async function walk(
  index: SearchIndex,
  query: SearchQuery,
): Promise<{ found: { id: string; key: number }[]; counts: Set<number | undefined> }> {
  const found: { id: string; key: number }[] = [];
  const counts = new Set<number | undefined>();
  for (let after: SearchQuery['after'] = null; ;) {
    const { hits, count } = await index.search({ ...query, after });
    counts.add(count);
    found.push(...hits.map(({ id, key }) => ({ id, key })));
    if (hits.length < query.limit) return { found, counts };
    after = hits.at(-1)!;
  }
}

/** Expects the same drives in the same order, except for neighbors that are equally far within rounding. */
function expectSameOrder(
  found: readonly { id: string }[],
  expected: readonly { id: string; key: number }[],
  hint: string,
): void {
  const keys = new Map(expected.map(({ id, key }) => [id, key]));
  const inOrder = found.map(({ id }, place) => {
    const there = expected[place];
    const isTwin =
      there !== undefined && Math.abs((keys.get(id) ?? NaN) - there.key) < ROUNDING_METERS && there.key > 0;
    return isTwin && Number.isFinite(there.key) && there.key % 1 !== 0 ? there.id : id;
  });
  expect([hint, inOrder]).toEqual([hint, expected.map(({ id }) => id)]);
  expect(new Set(found.map(({ id }) => id)).size).toBe(expected.length);
}
