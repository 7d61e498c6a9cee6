import { distanceMeters } from '@switchback/geo/distance';
import { type ElevatedPoint, splitElevations, withElevations } from '@switchback/geo/elevation';
import { stretchOf } from '@switchback/geo/line-stretch';
import type { LatLng } from '@switchback/geo/location';
import { measuredLine, metersAlong } from '@switchback/geo/measured-line';
import { decodePolyline, encodePolyline } from '@switchback/geo/polyline';
import type { LegAnswer } from '../../lib/drafts/route-snapshot.js';

/** A stretch of a leg: a fixed line, such as a recorded one, or null for one that is routed or straight. */
export type Part = LegAnswer | null;

/** The parts of a leg in order. Fixed parts next to each other meet. */
export type Way = readonly Part[];

/** The whole leg is routed or straight. */
export const OPEN_WAY: Way = [null];

/** A fixed line shorter than this is dropped. */
const FIXED_MIN_METERS = 1;
/** Drawing a line off replaces as much of it on both sides as it is drawn off, times this, so that no spur remains. */
const REPLACED_PER_DRAWN = 1.5;
const REPLACED_MIN_METERS = 100;

/** Splits a way; both halves keep the parts that they have. */
export interface Split {
  before: Way;
  after: Way;
  location: LatLng;
}

/** Splits a way at the place of a part that is nearest to a location; an open part, at the location. */
export function splitWay(way: Way, part: number, location: LatLng): Split {
  const fixed = way[part] ?? null;
  if (fixed === null) return { ...openAt(way, part), location };
  const { meters } = nearestOf(fixed, location);
  const [before, after] = [stretch(fixed, 0, meters), stretch(fixed, meters, Infinity)];
  return {
    before: tidyWay([...way.slice(0, part), before]),
    after: tidyWay([after, ...way.slice(part + 1)]),
    location: before.end.location,
  };
}

/** Draws a part off to a location: replaces the stretch around the place at which it is held, and keeps the rest. */
export function drawOff(way: Way, part: number, from: LatLng, location: LatLng): Split {
  const fixed = way[part] ?? null;
  if (fixed === null) return { ...openAt(way, part), location };
  const { meters } = nearestOf(fixed, from);
  const reach = reachOf(from, location);
  return {
    before: tidyWay([...way.slice(0, part), stretch(fixed, 0, Math.max(0, meters - reach)), null]),
    after: tidyWay([null, stretch(fixed, meters + reach, Infinity), ...way.slice(part + 1)]),
    location,
  };
}

/** Returns the way of a leg whose end moves: a fixed line that leads there ends earlier. */
export function withMovedEnd(way: Way, from: LatLng, to: LatLng): Way {
  const last = way.at(-1) ?? null;
  if (last === null) return way;
  return tidyWay([...way.slice(0, -1), stretch(last, 0, Math.max(0, lengthOf(last) - reachOf(from, to))), null]);
}

/** Returns the way of a leg whose start moves: a fixed line that begins there begins later. */
export function withMovedStart(way: Way, from: LatLng, to: LatLng): Way {
  const [first = null, ...rest] = way;
  return first === null ? way : tidyWay([null, stretch(first, reachOf(from, to), Infinity), ...rest]);
}

/** Returns the way of two legs without the stop between them. */
export function joinWays(before: Way, after: Way): Way {
  return tidyWay([...before, ...after]);
}

export function reversedWay(way: Way): Way {
  return way.toReversed().map((part) => part && reversedLine(part));
}

/** Returns the stretch of a fixed line between two distances, with its share of the facts. */
export function stretch(line: LegAnswer, fromMeters: number, toMeters: number): LegAnswer {
  const points = pointsOf(line);
  const whole = metersAlong(points).at(-1) ?? 0;
  return withPoints(line, stretchOf(points, fromMeters, Math.min(whole, toMeters)), whole);
}

/** Returns the length of the drawn line in meters. */
export function lengthOf(line: LegAnswer): number {
  return metersAlong(decodePolyline(line.path)).at(-1) ?? 0;
}

/** Returns a leg's line as a fixed part, which begins and ends where it is drawn: a stop may be next to its line. */
export function fixedLine(leg: LegAnswer): LegAnswer {
  const path = decodePolyline(leg.path);
  return { ...leg, ...endsOf(path) };
}

function endsOf(path: readonly LatLng[]): Pick<LegAnswer, 'start' | 'end'> {
  return { start: { label: '', location: path[0]! }, end: { label: '', location: path.at(-1)! } };
}

function openAt(way: Way, part: number): Pick<Split, 'before' | 'after'> {
  return { before: [...way.slice(0, part), null], after: [null, ...way.slice(part + 1)] };
}

/** Drops lines without a length, and open parts next to each other. */
export function tidyWay(parts: Way): Way {
  const lasting = parts.filter((part) => part === null || lengthOf(part) >= FIXED_MIN_METERS);
  const way = lasting.filter((part, index) => part !== null || index === 0 || lasting[index - 1] !== null);
  return way.length === 0 ? OPEN_WAY : way;
}

function reachOf(from: LatLng, to: LatLng): number {
  return Math.max(REPLACED_MIN_METERS, REPLACED_PER_DRAWN * distanceMeters(from, to));
}

function nearestOf(line: LegAnswer, location: LatLng): { meters: number } {
  return measuredLine(decodePolyline(line.path)).nearest(location) ?? { meters: 0 };
}

function pointsOf({ path, elevation = '' }: LegAnswer): ElevatedPoint[] {
  return withElevations(decodePolyline(path), elevation);
}

function withPoints(line: LegAnswer, points: readonly ElevatedPoint[], wholeMeters: number): LegAnswer {
  const { path, elevation } = splitElevations(points);
  const share = wholeMeters > 0 ? (metersAlong(path).at(-1) ?? 0) / wholeMeters : 0;
  return {
    ...line,
    ...endsOf(path),
    distance: share * line.distance,
    duration: share * line.duration,
    path: encodePolyline(path),
    elevation: elevation || undefined,
    // The server finds those of the stretch.
    maneuvers: null,
  };
}

/** Reverses a line; turns of the other direction do not hold. */
function reversedLine(line: LegAnswer): LegAnswer {
  const { path, elevation } = splitElevations(pointsOf(line).toReversed());
  return {
    ...line,
    start: line.end,
    end: line.start,
    path: encodePolyline(path),
    elevation: elevation || undefined,
    maneuvers: null,
  };
}
