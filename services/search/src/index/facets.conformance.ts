import { expect, it } from '@jest/globals';
import type { Filters } from '@switchback/proto/search/v1/service';
import { repetitions, type Random } from '@switchback/testing/random';
import type { BruteForceIndex } from './brute-force-index.fixture.js';
import { noFilters, randomCaller, randomFilters } from './catalogue.fixture.js';
import { friendsOf } from './listed-drives.conformance.js';
import type { FacetsQuery, SearchIndex } from './search-index.js';

const QUERIES = repetitions({ short: 60, full: 300 });
const NO_LISTS = { savedIds: [], completedIds: [] };

interface Given {
  index: SearchIndex;
  reference: BruteForceIndex;
  random: Random;
  ids: readonly string[];
}

/** Tests the counts of further choices. Part of every index's suite. */
export function describeFacets(given: () => Given): void {
  // Whatever the filters and the caller, each choice has as many drives as the query with that choice finds.
  it('count the drives of every choice', async () => {
    const { index, reference, random, ids } = given();
    for (let round = 0; round < QUERIES; round += 1) {
      const query = randomFacetsQuery(random, ids);
      expect({ query, facets: await index.facets(query) }).toEqual({ query, facets: reference.facets(query) });
    }
  }, 360_000);

  // A private drive counts for its owner, the people it is shared with, and staff who listed it; nobody else learns of
  // it, whatever lists are sent.
  it('count hidden drives only for those who may see them', async () => {
    const { index, reference } = given();
    const hidden = reference.entries().find(({ document }) => friendsOf(document).length > 0)!;
    const { ownerId } = hidden.document;
    const friend = friendsOf(hidden.document)[0]!;
    const lists = { savedIds: [hidden.id], completedIds: [] };
    const kindsFor = async (caller: FacetsQuery['caller']) => {
      const { kinds, duration } = await index.facets({ filters: noFilters({ ids: [hidden.id] }), caller, lists });
      return [kinds?.private, kinds?.shared, kinds?.saved, duration.at(-1)!.count > 0];
    };
    const isShort = hidden.document.values.duration <= 5 * 3_600;
    expect(await kindsFor({ userId: ownerId, accountType: 'free' })).toEqual([1, 0, 1, isShort]);
    expect(await kindsFor({ userId: friend, accountType: 'hero' })).toEqual([0, 1, 1, isShort]);
    expect(await kindsFor({ userId: friend, accountType: 'free' })).toEqual([0, 0, 0, false]);
    expect(await kindsFor({ userId: 'staff', accountType: 'admin' })).toEqual([0, 0, 1, false]);
    expect(await kindsFor(null)).toEqual([0, 0, 0, false]);
  });
}

/** Sets filters that facets replace, often to values that some drives pass and some do not. */
function replacedFilters(random: Random): Partial<Filters> {
  return {
    ...(random.chance(0.3) ? { starRating: random.below(11) / 2 } : {}),
    ...(random.chance(0.3) ? { duration: { min: undefined, max: random.next() * 20_000 } } : {}),
    ...(random.chance(0.3) ? { curviness: { min: random.next() * 400, max: undefined } } : {}),
  };
}

/**
 * Like a query of the gateway: the filters contain the lists only if they matter. Half of the queries have no filters
 * but those that facets replace: any others leave few drives.
 */
function randomFacetsQuery(random: Random, ids: readonly string[]): FacetsQuery {
  const caller = randomCaller(random);
  const others = random.chance(0.5) ? randomFilters(random, ids) : noFilters();
  const filters = { ...others, ...replacedFilters(random) };
  const some = (count: number) => Array.from({ length: random.below(count) }, () => random.pick(ids));
  const lists = caller === null ? NO_LISTS : { savedIds: some(60), completedIds: some(20) };
  const areAllOn = filters.includePublic && filters.includePrivate && filters.includeShared;
  return { filters: { ...filters, ...(areAllOn ? NO_LISTS : lists) }, caller, lists };
}
