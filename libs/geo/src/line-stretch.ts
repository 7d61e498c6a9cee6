import { pathLengthMeters } from './distance.js';
import type { ElevatedPoint } from './elevation.js';
import { wrapLongitude } from './location.js';
import { metersAlong } from './measured-line.js';
import { isSame, partsOf } from './parts.js';

/**
 * Returns the stretch of a line between two distances, which may have parts as the line has. Points that are not the
 * line's own are interpolated, with their elevation, and rounded to the five decimals of a polyline. Two stretches that
 * meet at a distance meet at the same point.
 */
export function stretchOf(line: readonly ElevatedPoint[], fromMeters: number, toMeters: number): ElevatedPoint[] {
  const along = metersAlong(line);
  const [from, to] = [firstFrom(along, fromMeters), firstFrom(along, toMeters)];
  if (from === null) return line.slice(-1);
  const start = pointAt(line, along, from, fromMeters);
  if (to === null) return joined([start], line.slice(from));
  const end = pointAt(line, along, to, toMeters);
  return joined(joined([start], line.slice(from, to)), [end]);
}

/**
 * Returns the stretch of a line between two distances in one piece, against the line if the first one is greater: the
 * longest of its parts, as a distance at the end of a part may be a hair beyond it.
 */
export function connectedStretchOf(
  line: readonly ElevatedPoint[],
  fromMeters: number,
  toMeters: number,
): readonly ElevatedPoint[] {
  const parts = partsOf(stretchOf(line, Math.min(fromMeters, toMeters), Math.max(fromMeters, toMeters)));
  const longest = parts.reduce((best, part) => (pathLengthMeters(part) > pathLengthMeters(best) ? part : best));
  return fromMeters <= toMeters ? longest : longest.toReversed();
}

/** Returns the index of the first point at this distance or after it; null if the line is shorter. */
function firstFrom(along: Float64Array, meters: number): number | null {
  const found = along.findIndex((each) => each >= meters);
  return found === -1 ? null : found;
}

/** @param next index of the first point at this distance or after it; no gap leads to it, because gaps have no length. */
function pointAt(line: readonly ElevatedPoint[], along: Float64Array, next: number, meters: number): ElevatedPoint {
  const [before, after] = [line[next - 1], line[next]!];
  if (before === undefined || along[next] === meters) return after;
  const share = (meters - along[next - 1]!) / (along[next]! - along[next - 1]!);
  const point = {
    lat: rounded(before.lat + share * (after.lat - before.lat)),
    lng: rounded(wrapLongitude(before.lng + share * wrapLongitude(after.lng - before.lng))),
  };
  const { elevation: low } = before;
  const { elevation: high } = after;
  return low === undefined || high === undefined ? point : { ...point, elevation: low + share * (high - low) };
}

/** Joins two lists of points without a point twice where they meet. */
function joined(first: readonly ElevatedPoint[], rest: readonly ElevatedPoint[]): ElevatedPoint[] {
  const [last, next] = [first.at(-1), rest[0]];
  const meets = last !== undefined && next !== undefined && isSame(last, next);
  return [...first, ...(meets ? rest.slice(1) : rest)];
}

function rounded(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5 + 0;
}
