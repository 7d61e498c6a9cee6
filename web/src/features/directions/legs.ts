import { WAY_METERS_MIN } from '@switchback/contracts/rules/collections';
import { distanceMeters } from '@switchback/geo/distance';
import type { LatLng } from '@switchback/geo/location';
import type { CourseLine } from './course.js';

/** Maximum spacing of stops: this close, a router has little room to leave the line for a faster road. */
export const STOP_SPACING_MAX_METERS = 16_000;
/** Maximum number of legs, unless single stretches need more: stops of a longer course are spaced further apart. */
export const LEGS_MAX = 12;
/** Factor by which the spacing grows until the stops fit into the legs. */
const WIDER = 1.2;

/** A part of a course that one link holds. */
export interface Leg {
  /** Its start, its stops and its end. */
  points: LatLng[];
  /** Meters along the course. */
  distance: number;
}

/** A point of a course, with its distance from the start in meters. */
interface Stop {
  location: LatLng;
  along: number;
}

/** A stretch with its measures. */
interface Measured extends CourseLine {
  /** Distance of each point from the first, in meters. */
  ways: number[];
  length: number;
}

/**
 * Splits a course into a chain of legs, each with at most as many hops as a link has waypoints; each leg starts where the
 * one before it ends. Stops are spaced evenly along a line, so that a router follows it; the line's own stops replace
 * those nearest to them. Returns no legs for a course without any length.
 * @param hopsMax hops of one leg, from its start over its stops to its end
 */
export function directionLegs(lines: readonly CourseLine[], hopsMax: number): Leg[] {
  const measured = lines.filter(({ path }) => path.length > 0).map(measuredOf);
  const hops = hopsOf(measured, hopsMax);
  const stops = stopsOf(measured, hops);
  const legs: Leg[] = [];
  for (let from = 0; from < stops.length - 1; from += hopsMax) {
    const part = stops.slice(from, from + hopsMax + 1);
    const distance = part.at(-1)!.along - part[0]!.along;
    legs.push({ points: part.map(({ location }) => location), distance });
  }
  return legs;
}

function measuredOf(line: CourseLine): Measured {
  const ways = cumulativeMeters(line.path);
  return { ...line, ways, length: ways.at(-1)! };
}

/** Returns the number of hops of each line: as few legs as the spacing allows, each as full as the lines allow. */
function hopsOf(lines: readonly Measured[], hopsMax: number): number[] {
  let hops = hopsAt(lines, STOP_SPACING_MAX_METERS);
  for (
    let spacing = STOP_SPACING_MAX_METERS * WIDER;
    totalOf(lines, hops) > LEGS_MAX * hopsMax && hops.some((count) => count > 1);
    spacing *= WIDER
  )
    hops = hopsAt(lines, spacing);
  const total = totalOf(lines, hops);
  for (let spare = Math.ceil(total / hopsMax) * hopsMax - total; spare > 0; spare -= 1) {
    const spacings = lines.map(({ isFree, path, length }, index) =>
      isFree || hops[index]! >= path.length - 1 ? 0 : length / hops[index]!,
    );
    const widest = spacings.indexOf(Math.max(...spacings));
    if ((spacings[widest] ?? 0) === 0) break;
    hops[widest]! += 1;
  }
  return hops;
}

function hopsAt(lines: readonly Measured[], spacing: number): number[] {
  return lines.map(({ isFree, path, length }) => {
    if (length === 0) return 0;
    return isFree ? 1 : Math.min(path.length - 1, Math.ceil(length / spacing));
  });
}

/** Counts the hops along the lines and between them. */
function totalOf(lines: readonly Measured[], hops: readonly number[]): number {
  const gaps = lines.filter((line, index) => index > 0 && !areJoined(lines[index - 1]!, line)).length;
  return hops.reduce((sum, count) => sum + count, gaps);
}

function areJoined(before: Measured, after: Measured): boolean {
  return distanceMeters(before.path.at(-1)!, after.path[0]!) < WAY_METERS_MIN;
}

/** Returns the stops of all lines in order; where a line starts at the end of the one before it, there is one stop. */
function stopsOf(lines: readonly Measured[], hops: readonly number[]): Stop[] {
  let start = 0;
  return lines.flatMap((line, index) => {
    const stops = stopsAlong(line, hops[index]!, start);
    const before = lines[index - 1];
    const isJoined = before !== undefined && areJoined(before, line);
    start += line.distance;
    return isJoined ? stops.slice(1) : stops;
  });
}

function stopsAlong({ path, ways, length, distance, stops, isFree }: Measured, hops: number, start: number): Stop[] {
  const share = (index: number) => (hops === 0 ? 0 : index / hops);
  const points = Array.from({ length: hops + 1 }, (_, index) => pointAt(path, ways, length * share(index)));
  if (!isFree && hops > 1) placeStops(points, stops, length / hops);
  return points
    .map((location, index) => ({ location, along: start + distance * share(index) }))
    .filter(({ location }, index) => index === 0 || !isSame(location, points[index - 1]!));
}

function isSame(a: LatLng, b: LatLng): boolean {
  return a.lat === b.lat && a.lng === b.lng;
}

/** Returns the distance of each point from the start, in meters. */
function cumulativeMeters(path: readonly LatLng[]): number[] {
  let way = 0;
  return path.map((point, index) => (way += index === 0 ? 0 : distanceMeters(path[index - 1] ?? point, point)));
}

/**
 * Returns the point of the line nearest to the given distance. Never interpolates: a straight segment between two
 * points may leave the road.
 */
function pointAt(path: readonly LatLng[], ways: readonly number[], meters: number): LatLng {
  let low = 0;
  let high = ways.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ways[middle] ?? 0) < meters) low = middle + 1;
    else high = middle;
  }
  const before = Math.max(0, low - 1);
  const nearer = meters - (ways[before] ?? 0) < (ways[low] ?? 0) - meters ? before : low;
  return path[nearer] ?? { lat: 0, lng: 0 };
}

/** Replaces the point nearest to each stop if it is within the spacing; never replaces the ends of the line. */
function placeStops(points: LatLng[], stops: readonly LatLng[], spacingMeters: number): void {
  for (const stop of stops) {
    let nearest = { index: 0, meters: spacingMeters };
    for (let index = 1; index < points.length - 1; index++) {
      const meters = distanceMeters(points[index] ?? stop, stop);
      if (meters < nearest.meters) nearest = { index, meters };
    }
    if (nearest.index > 0) points[nearest.index] = stop;
  }
}
