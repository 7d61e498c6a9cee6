import { METERS_PER_DEGREE } from '@switchback/geo/distance';
import type { LatLng } from '@switchback/geo/location';
import { chordOf, metersOfChord } from '@switchback/geo/sphere';
import { centerOf } from '../geometry.js';
import { nearestOf } from '../nearest.js';
import { type Order, ORDERS } from '../orders.js';
import type { Position, SearchPage, SearchQuery } from '../search-index.js';
import type { Ask, Search } from './connection.js';
import { askExactly } from './exactly.js';
import { answerOf, bring, bringHits, type Found, hitOf, idOf, MEASURED_LINE, totalOf } from './hits.js';
import { matchPage } from './match-page.js';
import { allOf, type Query } from './query.js';
import { TRACK_REACH_DEGREES } from './stored-document.js';

/** Replaces a missing value: all values are 0 or more. */
const MISSING = -1;
/** Maximum distance of the line that distances are measured to from the full one, with all rounding. */
const LINE_METERS = 200;
/** Maximum distance of any point of that line from the nearest point of the track. */
const TRACK_METERS = TRACK_REACH_DEGREES * METERS_PER_DEGREE * Math.SQRT2 + LINE_METERS;

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
      ...bringHits(query),
    },
  ];
  const [answer] = await askExactly(ask, query, searches);
  const hits = answer!.hits.hits.map((hit) => hitOf(hit, keyOf(hit, order), query));
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
 * Returns the drives with the nearest lines. The engine measures to points around which the line lies, so it only
 * proposes candidates.
 */
async function nearestPage(ask: Ask, query: SearchQuery): Promise<SearchPage> {
  const center = centerOf(query.filters);
  const fromMeters = query.after ? metersOfChord(query.after.key) - LINE_METERS : 0;
  let count: number | undefined;
  const found = await nearestOf(query, async (size) => {
    const includeCount = query.includeCount && count === undefined;
    const searches = (drives: Query) => [
      nearestSearch(drives, { center, fromMeters, size, includeCount }),
      untrackedSearch(drives, size),
    ];
    const [tracked, untracked] = await askExactly(ask, query, searches);
    if (includeCount) count = totalOf(tracked!);
    // The engine sorts drives without a track last.
    const near = tracked!.hits.hits.filter(({ sort }) => Number.isFinite(Number(sort?.[0])));
    return [
      ...untracked!.hits.hits.map((hit) => ({ ...candidateOf(hit), bound: 0 })),
      ...near.map((hit) => ({ ...candidateOf(hit), bound: boundOf(hit) })),
    ];
  });
  return { hits: found.map(({ hit, key }) => hitOf(hit, key, query)), count };
}

function candidateOf(hit: Found) {
  return { id: idOf(hit), line: answerOf(hit, MEASURED_LINE), hit };
}

/** Returns the least distance of a line with such a nearest point of its track. */
function boundOf({ sort }: Found): number {
  return chordOf(Math.max(0, Number(sort?.[0]) - TRACK_METERS));
}

interface NearestSearch {
  center: LatLng;
  fromMeters: number;
  size: number;
  includeCount: boolean;
}

function nearestSearch(query: Query, { center, fromMeters, size, includeCount }: NearestSearch): Search {
  const place = { lat: center.lat, lon: center.lng };
  return {
    query,
    sort: [{ _geo_distance: { track: place, mode: 'min', order: 'asc', unit: 'm' } }, { id: { order: 'asc' } }],
    ...(fromMeters > 0 && { search_after: [fromMeters, ''] }),
    size,
    track_total_hits: includeCount,
    ...bring('hash', 'summary', MEASURED_LINE),
  };
}

/** Finds the few drives without a track: each may be anywhere. */
function untrackedSearch(drives: Query, size: number): Search {
  const query = allOf([drives, { term: { is_untracked: true } }]);
  return { query, size, track_total_hits: false, ...bring('hash', 'summary', MEASURED_LINE) };
}
