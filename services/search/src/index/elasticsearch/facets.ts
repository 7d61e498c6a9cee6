import { KINDS } from '@switchback/contracts/rules/drives';
import type { Facets } from '@switchback/proto/search/v1/service';
import { columnOf } from '../../document.js';
import {
  commonFilters,
  type FacetRow,
  facetsOf,
  kindAlone,
  RANGE_CHOICES,
  type RangeChoice,
  REPLACED,
  replacedConditions,
  REPLACING_FACETS,
  TAG_VALUES,
} from '../facets.js';
import type { FacetsQuery } from '../search-index.js';
import type { Ask, Search, SearchAnswer } from './connection.js';
import { askExactly } from './exactly.js';
import { allOf, type Query } from './query.js';
import { satisfies, visible } from './where.js';

type Facet = FacetRow['facet'];

/** A choice of a facet, and the drives that it finds among those that satisfy the rest of the query. */
interface Choice {
  value: string;
  query: Query;
}

/** Counts the drives of every choice in one search: a filter for the rest of the query, and below it one per choice. */
export async function findFacets(ask: Ask, query: FacetsQuery): Promise<Facets> {
  const choices = choicesOf(query);
  const facets = Object.keys(choices) as Facet[];
  const aggs = Object.fromEntries(
    facets.map((facet) => {
      const filters = choices[facet].map((choice) => choice.query);
      return [facet, { filter: allOf(othersOf(query, facet)), aggs: { choices: { filters: { filters } } } }];
    }),
  );
  const searches = (drives: Query): Search[] => [{ query: drives, size: 0, track_total_hits: false, aggs }];
  const [answer] = await askExactly(ask, { ...query, filters: commonFilters(query) }, searches);
  return facetsOf(
    facets.flatMap((facet) => {
      const counts = countsOf(answer!, facet);
      return choices[facet].map(({ value }, index): FacetRow => ({ facet, value, count: counts[index] ?? 0 }));
    }),
  );
}

function choicesOf(query: FacetsQuery): Record<Facet, Choice[]> {
  const ranges = (facet: Facet) =>
    RANGE_CHOICES.filter((choice) => choice.facet === facet).map((choice) => ({
      value: choice.value,
      query: inRange(choice),
    }));
  return {
    tags: TAG_VALUES.map((value) => ({ value, query: { term: { tags: value } } })),
    kinds: KINDS.map((kind) => ({ value: kind, query: visible(kindAlone(query, kind), query.caller) })),
    curviness: ranges('curviness'),
    stars: ranges('stars'),
    duration: ranges('duration'),
  };
}

function inRange({ facet, min, max, below }: RangeChoice): Query {
  const ends = Object.entries({ gte: min, lte: max, lt: below }).filter(([, end]) => Number.isFinite(end));
  return { range: { [columnOf(REPLACED[facet])]: Object.fromEntries(ends) } };
}

/** Returns the parts of the query that the facet does not replace. */
function othersOf({ filters, caller }: FacetsQuery, facet: Facet): Query[] {
  return REPLACING_FACETS.filter((other) => other !== facet).flatMap((other) =>
    other === 'kinds' ? [visible(filters, caller)] : replacedConditions(filters, other).flatMap(satisfies),
  );
}

function countsOf({ aggregations }: SearchAnswer, facet: Facet): number[] {
  const { choices } = aggregations![facet] as unknown as { choices: { buckets: { doc_count: number }[] } };
  return choices.buckets.map(({ doc_count: count }) => count);
}
