import { EARTH_RADIUS_METERS } from '@switchback/geo/distance';
import type { LatLng } from '@switchback/geo/location';
import { centerOf, chordBetween } from '../geometry.js';
import { type Order, ORDERS } from '../orders.js';
import type { Position, SearchPage, SearchQuery } from '../search-index.js';
import { ROUNDING_METERS } from './borders.js';
import type { Ask, Search } from './connection.js';
import { askExactly } from './exactly.js';
import { bring, type Found, hitOf, numberOf, totalOf } from './hits.js';
import { matchPage } from './match-page.js';
import type { Query } from './query.js';

/** Replaces a missing value: all values are 0 or more. */
const MISSING = -1;
/** Extra hits requested for a page by distance, since the last ones are not in their final order yet. */
const SPARE = 8;
const NEAREST_MAX = 10_000;

/** Returns a batch in the query's order. */
export function searchPage(ask: Ask, query: SearchQuery): Promise<SearchPage> {
  if (query.sort === 'location') return nearestPage(ask, query);
  if (query.sort === 'match') return matchPage(ask, query);
  return orderedPage(ask, query, ORDERS[query.sort]);
}

async function orderedPage(ask: Ask, query: SearchQuery, order: Order): Promise<SearchPage> {
  const { after, limit, includeCount } = query;
  const searches = (drives: Query): Search[] => [
    {
      query: drives,
      sort: sortOf(order),
      ...(after && { search_after: [valueOf(after, order), after.id] }),
      size: limit,
      track_total_hits: includeCount,
      ...bring('hash', 'summary'),
    },
  ];
  const [answer] = await askExactly(ask, query, searches);
  const hits = answer!.hits.hits.map((hit) => hitOf(hit, keyOf(hit, order), query.have));
  return { hits, count: includeCount ? totalOf(answer!) : undefined };
}

/** Sorts ties by id and drives without the value last. */
export function sortOf({ column, highestFirst }: Order): Search['sort'] {
  return [
    { [column]: highestFirst ? { order: 'desc', missing: MISSING } : { order: 'asc' } },
    { id: { order: 'asc' } },
  ];
}

function keyOf({ sort }: Found, { highestFirst }: Order): number {
  const value = Number(sort?.[0]);
  if (!highestFirst) return value;
  return value === MISSING ? Infinity : -value;
}

function valueOf({ key }: Position, { highestFirst }: Order): number {
  if (!highestFirst) return key;
  return key === Infinity ? MISSING : -key;
}

/**
 * Returns the nearest drives first. The engine's distances are rounded, so it only proposes candidates; order, keys and
 * ties follow from the exact places.
 */
async function nearestPage(ask: Ask, query: SearchQuery): Promise<SearchPage> {
  const { after, limit } = query;
  const center = centerOf(query.filters);
  const fromMeters = after ? metersOf(after.key) - ROUNDING_METERS : 0;
  let count: number | undefined;
  for (let size = limit + SPARE; ; size = Math.min(NEAREST_MAX, size * 4)) {
    const includeCount = query.includeCount && count === undefined;
    const searches = (drives: Query) => [nearestSearch(drives, { center, fromMeters, size, includeCount })];
    const [answer] = await askExactly(ask, query, searches);
    if (includeCount) count = totalOf(answer!);
    const proposed = answer!.hits.hits;
    const hits = proposed
      .map((hit) => hitOf(hit, chordBetween(center, startOf(hit)), query.have))
      .filter((hit) => !after || isBehind(hit, after))
      .sort((a, b) => a.key - b.key || (a.id < b.id ? -1 : 1))
      .slice(0, limit);
    const last = hits.at(-1);
    // A drive that was not proposed is at least this far away, so it cannot precede the page's last one.
    const horizon = Number(proposed.at(-1)?.sort?.[0]) - ROUNDING_METERS;
    const isWhole = hits.length === limit && last !== undefined && metersOf(last.key) < horizon;
    if (isWhole || proposed.length < size || size === NEAREST_MAX) return { hits, count };
  }
}

function nearestSearch(
  query: Query,
  {
    center,
    fromMeters,
    size,
    includeCount,
  }: { center: LatLng; fromMeters: number; size: number; includeCount: boolean },
): Search {
  const place = { lat: center.lat, lon: center.lng };
  return {
    query,
    sort: [{ _geo_distance: { start: place, order: 'asc', unit: 'm' } }, { id: { order: 'asc' } }],
    ...(fromMeters > 0 && { search_after: [fromMeters, ''] }),
    size,
    track_total_hits: includeCount,
    ...bring('hash', 'summary', 'start_lat', 'start_lng'),
  };
}

function startOf(hit: Found): LatLng {
  return { lat: numberOf(hit, 'start_lat'), lng: numberOf(hit, 'start_lng') };
}

/** Returns the great-circle meters of a chord of the unit sphere. */
function metersOf(chord: number): number {
  return 2 * EARTH_RADIUS_METERS * Math.asin(Math.min(1, chord / 2));
}

function isBehind({ key, id }: Position, after: Position): boolean {
  return key > after.key || (key === after.key && id > after.id);
}
