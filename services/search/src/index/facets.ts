import { CURVINESS_BANDS } from '@switchback/contracts/rules/curviness';
import { type Kind, KINDS, TAG_CATEGORIES, TAGS } from '@switchback/contracts/rules/drives';
import { DURATION_STEPS_SECONDS, STAR_STEPS } from '@switchback/contracts/rules/facets';
import type { Facets, Filters } from '@switchback/proto/search/v1/service';
import { filterConditions, type RangeCondition } from './filters.js';
import type { FacetsQuery } from './search-index.js';

/** Facets whose choices replace a part of the query; a tag is added to it instead. */
export const RANGE_FACETS = ['curviness', 'stars', 'duration'] as const;
export const REPLACING_FACETS = ['kinds', ...RANGE_FACETS] as const;
export type RangeFacet = (typeof RANGE_FACETS)[number];
export type ReplacingFacet = (typeof REPLACING_FACETS)[number];

/** Number of drives of one choice, or of some of them. */
export interface FacetRow {
  facet: ReplacingFacet | 'tags';
  value: string;
  count: number;
}

/** A range of a filter's column: at least `min` and at most `max`, or less than `below`. */
export interface RangeChoice {
  facet: RangeFacet;
  value: string;
  min: number;
  max: number;
  below: number;
}

/** Filter that a facet replaces. */
export const REPLACED = { curviness: 'curviness', stars: 'starRating', duration: 'duration' } as const satisfies Record<
  RangeFacet,
  keyof Filters
>;

const OPEN = { min: -Infinity, max: Infinity, below: Infinity };

/** Choices that are a range; a drive without a value is in none. */
export const RANGE_CHOICES: readonly RangeChoice[] = [
  ...CURVINESS_BANDS.map(({ band, fromDegreesPerKm: min }, index): RangeChoice => {
    const below = CURVINESS_BANDS[index + 1]?.fromDegreesPerKm ?? Infinity;
    return { ...OPEN, facet: 'curviness', value: band, min, below };
  }),
  ...STAR_STEPS.map((min): RangeChoice => ({ ...OPEN, facet: 'stars', value: String(min), min })),
  ...DURATION_STEPS_SECONDS.map((max): RangeChoice => ({ ...OPEN, facet: 'duration', value: String(max), max })),
];

const TAG_CHOICES = TAG_CATEGORIES.flatMap((category) => TAGS[category].map((name) => ({ category, name })));
/** Tags as documents contain them. */
export const TAG_VALUES = TAG_CHOICES.map(tagValue);

const FLAGS = {
  private: 'includePrivate',
  public: 'includePublic',
  saved: 'includeSaved',
  completed: 'includeCompleted',
  shared: 'includeShared',
} as const satisfies Record<Kind, keyof Filters>;

export function includesKind(filters: Filters, kind: Kind): boolean {
  return filters[FLAGS[kind]];
}

/** Returns the filters with one kind of drive alone. */
export function kindAlone({ filters, lists }: Pick<FacetsQuery, 'filters' | 'lists'>, kind: Kind): Filters {
  return { ...filters, ...flags((other) => other === kind), ...lists };
}

/** Returns the filters of all drives that any facet counts: those that no choice replaces, and every kind. */
export function commonFilters({ filters, lists }: Pick<FacetsQuery, 'filters' | 'lists'>): Filters {
  const open = { curviness: undefined, starRating: undefined, duration: undefined };
  return { ...filters, ...open, ...flags(() => true), ...lists };
}

/** Returns the conditions of the filter that a facet replaces. */
export function replacedConditions(filters: Filters, facet: RangeFacet): RangeCondition[] {
  return filterConditions(filters).filter(
    (condition): condition is RangeCondition => condition.field === REPLACED[facet],
  );
}

/** Returns the facets of a whole query, in the order of the contract; a choice without rows has no drives. */
export function facetsOf(rows: readonly FacetRow[]): Facets {
  const counts = new Map<string, number>();
  for (const { facet, value, count } of rows) {
    const key = `${facet} ${value}`;
    counts.set(key, (counts.get(key) ?? 0) + count);
  }
  const countOf = (facet: FacetRow['facet'], value: string | number) => counts.get(`${facet} ${value}`) ?? 0;
  return {
    tags: TAG_CHOICES.map((tag) => ({ ...tag, count: countOf('tags', tagValue(tag)) })),
    curviness: CURVINESS_BANDS.map(({ band }) => ({ band, count: countOf('curviness', band) })),
    kinds: Object.fromEntries(KINDS.map((kind) => [kind, countOf('kinds', kind)])) as Record<Kind, number>,
    stars: STAR_STEPS.map((atLeast) => ({ atLeast, count: countOf('stars', atLeast) })),
    duration: DURATION_STEPS_SECONDS.map((atMost) => ({ atMost, count: countOf('duration', atMost) })),
  };
}

function tagValue({ category, name }: { category: string; name: string }): string {
  return `${category}:${name}`;
}

function flags(isOn: (kind: Kind) => boolean): Pick<Filters, (typeof FLAGS)[Kind]> {
  return Object.fromEntries(KINDS.map((kind) => [FLAGS[kind], isOn(kind)])) as Pick<Filters, (typeof FLAGS)[Kind]>;
}
