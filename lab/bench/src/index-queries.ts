import type { Bounds } from '@switchback/geo/location';
import type { SortKey } from '@switchback/contracts/rules/drives';
import { LIMITS } from '@switchback/contracts/rules/limits';
import type { Caller } from '@switchback/platform/rpc/call';
import { changeOf } from '@switchback/search/document';
import type { IndexChange, SearchQuery } from '@switchback/search/index/search-index';
import { seededRandom } from '@switchback/testing/random';
import { batchesOf, type Catalogue, drivesOf, settle } from './catalogue.js';
import type { BenchContext } from './options.js';
import { boxAt, boxesOf, CONTINENTAL_US, firstPage, sideFor } from './queries.js';
import { atMost, record } from './result.js';
import { compare, median } from './statistics.js';
import { requireSame, timesOf } from './timing.js';

const MATCHES = 50;
const NARROW_QUERIES = 50;
const WIDE_QUERIES = 10;
const PAGES = 100;
const PAGE_READS = 20;
const SHARES = 1_000;
/** In a smaller catalogue the shared drives would be the majority. */
const SHARES_FROM_SIZE = 10_000;
const NO_LISTS = { savedIds: [], completedIds: [] };
const HERO: Caller = { userId: 'bench-hero', accountType: 'hero' };

/** P4: cost of counting the whole result. A box that was searched before would be answered from the cache. */
export async function measureCount(context: BenchContext, catalogue: Catalogue): Promise<void> {
  const random = seededRandom(context.seed);
  const side = await sideFor(catalogue.index, MATCHES, context.seed);
  const country = (): Bounds => ({ ...CONTINENTAL_US, north: CONTINENTAL_US.north + random.next() / 1_000 });
  await compareCounts(context, catalogue, `box of ${MATCHES}`, NARROW_QUERIES, () => boxAt(random, side));
  await compareCounts(context, catalogue, 'whole country, asked for the first time', WIDE_QUERIES, country);
  await compareCounts(context, catalogue, 'whole country, asked for again', WIDE_QUERIES, () => CONTINENTAL_US);
  await compareFacets(context, catalogue, `box of ${MATCHES}`, NARROW_QUERIES, () => boxAt(random, side));
  await compareFacets(context, catalogue, 'whole country', WIDE_QUERIES, country);
}

async function compareCounts(
  { rounds }: BenchContext,
  { index, label }: Catalogue,
  what: string,
  queries: number,
  next: () => Bounds,
): Promise<void> {
  const sorts: readonly SortKey[] = ['location', 'popularity'];
  const run = (includeCount: boolean) => async () =>
    median(
      await timesOf(queries, (place) =>
        index.search(firstPage({ bounds: next() }, sorts[place % sorts.length]!, includeCount)),
      ),
    );
  const bounds = next();
  const [counted, plain] = [
    await index.search(firstPage({ bounds }, 'popularity', true)),
    await index.search(firstPage({ bounds }, 'popularity')),
  ];
  requireSame(counted.hits, plain.hits, 'with a count and without');
  const figures = await compare({ rounds }, { floor: run(false), ours: run(true) });
  const measure = `search with count / without, ${what}`;
  record({ goal: 'P4', size: label, measure, unit: 'ms', ...atMost(2, figures) });
}

/** The facets of Explore, which asks for them with each new search and not with the next batch. */
async function compareFacets(
  { rounds }: BenchContext,
  { index, label }: Catalogue,
  what: string,
  queries: number,
  next: () => Bounds,
): Promise<void> {
  const run = (withFacets: boolean) => async () =>
    median(
      await timesOf(queries, () => {
        const query = firstPage({ bounds: next() }, 'location', true);
        return Promise.all([index.search(query), withFacets && index.facets({ ...query, lists: NO_LISTS })]);
      }),
    );
  const query = firstPage({ bounds: next() }, 'location', true);
  const [{ count }, facets] = [await index.search(query), await index.facets({ ...query, lists: NO_LISTS })];
  requireSame(facets.kinds?.public, count, 'the public drives of a visitor and the whole result');
  const figures = await compare({ rounds }, { floor: run(false), ours: run(true) });
  const measure = `search with count and facets / with count, ${what}`;
  record({ goal: 'P4', size: label, measure, unit: 'ms', ...atMost(2, figures) });
}

/** P5: page 100 against page 1, in orders that walk an index and in one that computes distances. */
export async function measureDepth(context: BenchContext, catalogue: Catalogue): Promise<void> {
  const pages = Math.min(PAGES, Math.floor(catalogue.size / LIMITS.searchBatch / 2));
  const wholeCountry = { bounds: CONTINENTAL_US };
  const walks: [string, SearchQuery][] = [
    ['everything, popularity', onePage(firstPage({}, 'popularity'))],
    ['whole country, popularity', onePage(firstPage(wholeCountry, 'popularity'))],
    ['whole country, location', onePage(firstPage(wholeCountry, 'location'))],
  ];
  for (const [what, query] of walks) {
    const before = await walkTo(catalogue, query, pages, what);
    const read = (after: SearchQuery['after']) => async () =>
      median(await timesOf(PAGE_READS, () => catalogue.index.search({ ...query, after })));
    const figures = await compare({ rounds: context.rounds }, { floor: read(null), ours: read(before) });
    const measure = `page ${pages} / page 1, ${what}`;
    record({ goal: 'P5', size: catalogue.label, measure, unit: 'ms', ...atMost(1.5, figures) });
  }
}

function onePage(query: SearchQuery): SearchQuery {
  return { ...query, limit: LIMITS.searchBatch };
}

/** Returns the cursor of the last page, after checking that the pages match one long result, each drive once. */
async function walkTo({ index }: Catalogue, query: SearchQuery, pages: number, what: string) {
  const found: { id: string; key: number }[] = [];
  let after: SearchQuery['after'] = null;
  let before: SearchQuery['after'] = null;
  for (let page = 0; page < pages; page += 1) {
    before = after;
    const { hits } = await index.search({ ...query, after });
    found.push(...hits);
    after = hits.at(-1) ?? null;
  }
  const { hits } = await index.search({ ...query, limit: pages * LIMITS.searchBatch });
  const ids = found.map(({ id }) => id);
  requireSame(
    ids,
    hits.map(({ id }) => id),
    `the pages of ${what}, and one answer as long`,
  );
  requireSame(new Set(ids).size, pages * LIMITS.searchBatch, `the drives of ${what}, each once`);
  return before;
}

/** P6: a hero with a thousand drives shared with them, against a visitor. */
export async function measureVisibility(context: BenchContext, catalogue: Catalogue): Promise<void> {
  if (catalogue.size < SHARES_FROM_SIZE || !catalogue.isWhole) return;
  const { index, label } = catalogue;
  const shares = sharedDrives(context.seed);
  for (const batch of batchesOf(shares)) await index.apply(batch);
  await settle(catalogue);
  try {
    const ids = shares.slice(0, 20).map(({ id }) => id);
    const seen = async (caller: Caller | null) =>
      (await index.search({ ...firstPage({ ids }, 'created'), caller })).hits.length;
    requireSame([await seen(HERO), await seen(null)], [ids.length, 0], 'what a hero and a visitor see');
    const side = await sideFor(index, MATCHES, context.seed);
    const boxes = boxesOf(NARROW_QUERIES, side, context.seed);
    for (const [what, boundsAt] of [
      [`box of ${MATCHES}`, (place: number) => boxes[place]!],
      ['whole country', () => CONTINENTAL_US],
    ] as const) {
      const run = (caller: Caller | null) => async () =>
        median(
          await timesOf(NARROW_QUERIES, (place) =>
            index.search({ ...firstPage({ bounds: boundsAt(place) }, 'popularity'), caller }),
          ),
        );
      const figures = await compare({ rounds: context.rounds }, { floor: run(null), ours: run(HERO) });
      const measure = `search of a hero with ${SHARES} shared drives / of a visitor, ${what}`;
      record({ goal: 'P6', size: label, measure, unit: 'ms', ...atMost(1.3, figures) });
    }
  } finally {
    for (const batch of batchesOf(shares))
      await index.apply(batch.map(({ id }) => ({ id, version: 2, document: null })));
    await settle(catalogue);
  }
}

function sharedDrives(seed: number): IndexChange[] {
  return [...drivesOf(SHARES, seed + 1)].map(({ saved, ...event }) => {
    const summary = { ...saved!.summary!, privacy: 'private', status: 'none', official: false };
    return changeOf({ ...event, saved: { ...saved!, summary, ownerId: 'bench-owner', sharedWith: [HERO.userId] } });
  });
}
