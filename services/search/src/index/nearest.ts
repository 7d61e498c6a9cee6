import { chordToLine, distanceToLineMeters } from '@switchback/geo/line-distance';
import type { LatLng } from '@switchback/geo/location';
import { decodePolyline } from '@switchback/geo/polyline';
import { centerOf } from './geometry.js';
import type { Position, SearchQuery } from './search-index.js';

/** Drives proposed beyond twice the page: the lower bounds of so many are usually within its last distance. */
const SPARE = 12;
/** Above this number of candidates, those with the lowest bounds decide. */
const NEAREST_MAX = 10_000;
/** Maximum difference of two computations of one distance, in radii of the globe: some millimeters. */
const ROUNDING = 1e-9;

/** A drive that may be among the nearest. */
export interface Candidate {
  id: string;
  /** The line to measure to, see `MEASURED_BAND`. */
  line: string;
  /** Lower bound of the distance from the query's center to the line, in radii of the globe. */
  bound: number;
}

/**
 * Returns the batch of the nearest lines, exactly. An engine knows only lower bounds of distances, so it proposes
 * candidates, and the lines decide: a drive that was not proposed is at least as far as the last bound.
 * @param propose returns that many drives with the lowest bounds, in their order. May omit drives that certainly precede
 *   the batch.
 */
export async function nearestOf<Proposed extends Candidate>(
  query: Pick<SearchQuery, 'filters' | 'after' | 'limit'>,
  propose: (size: number) => Promise<readonly Proposed[]>,
): Promise<(Proposed & Position)[]> {
  const center = centerOf(query.filters);
  for (let size = Math.min(NEAREST_MAX, 2 * query.limit + SPARE); ; size = Math.min(NEAREST_MAX, size * 4)) {
    const candidates = await propose(size);
    const { found, isCertain } = rank(candidates, center, query);
    if (isCertain || candidates.length < size || size === NEAREST_MAX) return found;
  }
}

function rank<Proposed extends Candidate>(
  candidates: readonly Proposed[],
  center: LatLng,
  { after, limit }: Pick<SearchQuery, 'after' | 'limit'>,
): { found: (Proposed & Position)[]; isCertain: boolean } {
  const found: (Proposed & Position)[] = [];
  for (const candidate of candidates) {
    const last = found[limit - 1];
    if (last && candidate.bound > last.key) return { found, isCertain: true };
    const hit = { ...candidate, key: keyOf(candidate, center) };
    if (after && !isBehind(hit, after)) continue;
    found.splice(placeOf(hit, found), 0, hit);
    if (found.length > limit) found.pop();
  }
  const last = found[limit - 1];
  return { found, isCertain: last !== undefined && last.key < (candidates.at(-1)?.bound ?? Infinity) };
}

/** A row that an older release wrote has the start for a box: then its start counts, so that no page skips it. */
function keyOf({ line, bound }: Candidate, center: LatLng): number {
  const chord = chordToLine(decodePolyline(line), center);
  return chord === Infinity || chord < bound - ROUNDING ? bound : chord;
}

function placeOf(hit: Position, sorted: readonly Position[]): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBehind(hit, sorted[middle]!)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function isBehind({ key, id }: Position, after: Position): boolean {
  return key > after.key || (key === after.key && id > after.id);
}

/** Returns the meters from a place to a line, null if either is unknown. */
export function metersToLine(line: string | null, from: LatLng | undefined): number | null {
  if (!from || line === null || line === '') return null;
  return distanceToLineMeters(decodePolyline(line), from);
}
