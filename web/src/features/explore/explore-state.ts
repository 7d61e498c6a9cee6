import type { Kind, SortKey, TagCategory } from '@switchback/contracts/rules/drives';
import type { Bounds, LatLng } from '@switchback/geo/location';
import type { SearchResult } from '../../lib/search/search-result.js';
import { eachRange, RANGE_NAMES, type RangeName } from './range-filters.js';

export const COMPARED_MAX = 3;

export const VIEWS = ['map', 'list'] as const;
export type View = (typeof VIEWS)[number];

/** An open end is null; a range with two open ends is no filter and never occurs. */
export interface Range {
  min: number | null;
  max: number | null;
}

export interface TagFilter {
  category: TagCategory;
  name: string;
}

/** Filters by a range, in the unit of the API: seconds, meters, points. */
type Ranges = Record<RangeName, Range | null>;

/** State encoded in the URL of the explore page: the single source of truth for what the page shows. */
export interface ExploreState extends Ranges {
  view: View;
  country: number | null;
  states: readonly number[];
  tags: readonly TagFilter[];
  /** Minimum number of stars; 0 is no filter. */
  stars: number;
  location: LatLng | null;
  /** Written in map view only. */
  bounds: Bounds | null;
  drive: string | null;
  details: boolean;
  /** Drives ticked for a comparison, at most {@link COMPARED_MAX}. */
  compared: readonly string[];
  /** Whether their comparison is shown. */
  comparing: boolean;
  /** Kinds of drive that are switched off. */
  kindsOff: readonly Kind[];
  /** Null for the default; see {@link sortOf}. */
  sort: SortKey | null;
  search: SearchResult | null;
  /** A searched text is limited to the map's bounds. */
  inArea: boolean;
  /** The map and its list also show the curviest roads of the region. */
  roads: boolean;
}

export const NO_FILTERS = {
  country: null,
  states: [],
  tags: [],
  stars: 0,
  kindsOff: [],
  ...eachRange(() => null),
} as const satisfies Partial<ExploreState>;

export const INITIAL_STATE: ExploreState = {
  ...NO_FILTERS,
  view: 'map',
  location: null,
  bounds: null,
  drive: null,
  details: false,
  compared: [],
  comparing: false,
  sort: null,
  search: null,
  inArea: false,
  roads: false,
};

/** Returns whether the map shows what a text finds everywhere, rather than the drives of its own bounds. */
export function searchesEverywhere({
  view,
  search,
  inArea,
}: Pick<ExploreState, 'view' | 'search' | 'inArea'>): boolean {
  return view === 'map' && search?.type === 'text' && !inArea;
}

/** Returns the order of the results: by default the best match of a text first, else the nearest drive. */
export function sortOf({ sort, search }: Pick<ExploreState, 'sort' | 'search'>): SortKey {
  return sort ?? (search?.type === 'text' ? 'match' : 'location');
}

/** Filters that the user can drop one by one; country and states apply to the list view. */
export const FILTER_NAMES = ['country', 'states', 'tags', 'stars', ...RANGE_NAMES, 'kindsOff'] as const;
export type FilterName = (typeof FILTER_NAMES)[number];

/** Returns the filters that narrow the result in the state's view. */
export function activeFilters(state: ExploreState): FilterName[] {
  return FILTER_NAMES.filter((name) => {
    if (state.view === 'map' && (name === 'country' || name === 'states')) return false;
    const value = state[name];
    return Array.isArray(value) ? value.length > 0 : value !== null && value !== 0;
  });
}

/** Returns the state without the given filter; dropping the country also drops its states. */
export function withoutFilter(state: ExploreState, name: FilterName): ExploreState {
  const states = name === 'country' ? [] : state.states;
  return { ...state, states, [name]: NO_FILTERS[name] };
}
