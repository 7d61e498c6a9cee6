import { isTag, KINDS, SORT_KEYS, type TagCategory } from '@switchback/contracts/rules/drives';
import { NUMBER_FILTERS, type NumberFilter } from '@switchback/contracts/rules/filters';
import { LIMITS } from '@switchback/contracts/rules/limits';
import type { Bounds, LatLng } from '@switchback/geo/location';
import { parseSearchResult, searchResultText } from '../../lib/search/search-result.js';
import { COMPARED_MAX, INITIAL_STATE, VIEWS, type ExploreState, type Range, type TagFilter } from './explore-state.js';
import { eachRange, RANGE_FILTERS, RANGE_NAMES } from './range-filters.js';
import { degrees, locationText } from '../../lib/text/location-text.js';

const STATES_MAX = 200;
const TAGS_MAX = 20;
const ID_CHARS = 64;

/** Parses the parameters of the explore page. Ignores unknown and invalid ones. */
export function parseExploreUrl(query: string | URLSearchParams): ExploreState {
  const params = new URLSearchParams(query);
  const text = (name: string) => params.get(name) ?? '';
  const search = parseSearchResult(text('search'));
  return {
    ...INITIAL_STATE,
    view: VIEWS.find((view) => view === text('view')) ?? 'map',
    country: integer(text('country')),
    states: unique(list(text('states')).map(integer)).slice(0, STATES_MAX),
    tags: parseTags(text('tags')),
    ...eachRange((name) => parseRange(text(name), NUMBER_FILTERS[RANGE_FILTERS[name].param])),
    stars: parseStars(text('stars')),
    location: parseLocation(text('location')),
    bounds: parseBounds(text('bounds')),
    drive: text('drive').slice(0, ID_CHARS) || null,
    details: text('details') === 'true',
    ...parseCompared(text('compare'), text('comparing')),
    kindsOff: KINDS.filter((kind) => text(kind).trim() === 'false'),
    sort: SORT_KEYS.find((key) => key === text('sort')) ?? null,
    search,
    inArea: search?.type === 'text' && text('area') === 'map',
    roads: text('roads') === 'true',
  };
}

/** Serializes the state in a fixed order, leaving out unset values. `parseExploreUrl` restores the same state. */
export function exploreQuery(state: ExploreState): URLSearchParams {
  const params = new URLSearchParams();
  const set = (name: string, value: string | null) => value !== null && value !== '' && params.set(name, value);
  set('view', state.view);
  set('country', state.country === null ? null : String(state.country));
  set('states', state.states.join());
  set('tags', state.tags.map(({ category, name }) => `${category}:${name}`).join());
  for (const name of RANGE_NAMES) set(name, rangeText(state[name]));
  set('stars', state.stars === 0 ? null : String(state.stars));
  set('location', state.location === null ? null : locationText(state.location));
  set('bounds', state.view === 'map' && state.bounds !== null ? boundsText(state.bounds) : null);
  set('drive', state.drive);
  set('details', state.drive !== null && state.details ? 'true' : null);
  set('compare', state.compared.join());
  set('comparing', state.compared.length > 0 && state.comparing ? 'true' : null);
  for (const kind of state.kindsOff) set(kind, 'false');
  set('sort', state.sort);
  set('search', state.search === null ? null : searchResultText(state.search));
  set('area', state.search?.type === 'text' && state.inArea ? 'map' : null);
  set('roads', state.view === 'map' && state.roads ? 'true' : null);
  return params;
}

/** Leaves commas, bars and colons unescaped, so that people can read the links they share. */
export function readableQuery(params: URLSearchParams): string {
  return params.toString().replaceAll('%2C', ',').replaceAll('%7C', '|').replaceAll('%3A', ':');
}

/** Formats a range as `min,max`; an open end is `undefined`, as in the API and in older links. */
export function rangeText(range: Range | null): string | null {
  return range === null ? null : `${range.min ?? 'undefined'},${range.max ?? 'undefined'}`;
}

export function boundsText({ north, east, south, west }: Bounds): string {
  return [north, east, south, west].map(degrees).join();
}

function list(text: string): string[] {
  return text === '' ? [] : text.split(',');
}

/** Parses a finite decimal number; null for blanks, `undefined` and anything else. */
function number(text: string | undefined): number | null {
  if (text === undefined || text.trim() === '') return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}

function integer(text: string): number | null {
  const value = number(text);
  return value !== null && Number.isInteger(value) && value >= 0 && value < 2 ** 31 ? value : null;
}

function unique(values: (number | null)[]): number[] {
  return [...new Set(values.filter((value) => value !== null))];
}

function parseTags(text: string): TagFilter[] {
  const tags = new Map<string, TagFilter>();
  for (const part of list(text)) {
    const [category = '', name = '', rest] = part.split(':');
    if (rest === undefined && isTag(category, name)) tags.set(part, { category: category as TagCategory, name });
  }
  return [...tags.values()].slice(0, TAGS_MAX);
}

function parseCompared(ids: string, shown: string): Pick<ExploreState, 'compared' | 'comparing'> {
  const known = list(ids).filter((id) => id !== '' && id.length <= ID_CHARS);
  const compared = [...new Set(known)].slice(0, COMPARED_MAX);
  return { compared, comparing: compared.length > 0 && shown === 'true' };
}

function parseRange(text: string, { max: scaleEnd, acceptedMax = scaleEnd, read }: NumberFilter): Range | null {
  const parts = list(text);
  if (parts.length > 2) return null;
  const end = (part: string | undefined) => {
    const value = number(part);
    return value !== null && value >= 0 && value <= acceptedMax ? value : null;
  };
  const [min, max] = [end(parts[0]), end(parts[1])];
  if (min === null && max === null) return null;
  if (min !== null && max !== null && min > max) return null;
  return read?.({ min, max }) ?? { min, max };
}

function parseStars(text: string): number {
  const value = number(text) ?? 0;
  return value > 0 && value <= LIMITS.starsMax ? value : 0;
}

function parseLocation(text: string): LatLng | null {
  const [lat, lng, ...rest] = text.split(',').map(number);
  if (lat == null || lng == null || rest.length > 0) return null;
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : null;
}

function parseBounds(text: string): Bounds | null {
  const [north, east, south, west, ...rest] = text.split(',').map(number);
  if (north == null || east == null || south == null || west == null || rest.length > 0) return null;
  if (Math.abs(north) > 90 || Math.abs(south) > 90 || Math.abs(east) > 180 || Math.abs(west) > 180) return null;
  return north > south ? { north, east, south, west } : null;
}
