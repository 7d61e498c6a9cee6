import { METERS_PER_DEGREE } from '../distance.js';
import { type LatLng, wrapLongitude } from '../location.js';

/** The parts of a line that matching reads. */
interface Measured {
  path: readonly LatLng[];
  lngs: Float64Array;
  along: Float64Array;
}

/** A place of the line near a location. */
export interface Pass {
  /** Meters from the line's start. */
  meters: number;
  awayMeters: number;
  /** Degrees clockwise from north in which the line leads there. */
  heading: number;
}

const DEGREES_PER_RADIAN = 180 / Math.PI;
/** Between two passes the line leads away by at least this much. */
const APART_METERS = 60;

/** Returns the index of the last point at this distance or before it. */
export function indexAt(along: Float64Array, meters: number): number {
  let [low, high] = [0, along.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (along[middle]! <= meters) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * Returns the places of a stretch of the line that are nearer to a location than the line around them, ascending. A line
 * that passes the location several times has several.
 */
export function passesOf(line: Measured, location: LatLng, fromMeters: number, toMeters: number): Pass[] {
  const passes: Pass[] = [];
  let nearest: Pass | null = null;
  // Since the last pass, the line has led this far away.
  let farthestMeters = Infinity;
  for (let index = indexAt(line.along, fromMeters) + 1; index < line.path.length; index += 1) {
    if (line.along[index - 1]! > toMeters) break;
    const pass = passOf(line, location, index, fromMeters, toMeters);
    if (pass === null) continue;
    const { awayMeters } = pass;
    if (nearest === null) {
      farthestMeters = Math.max(farthestMeters, awayMeters);
      if (awayMeters <= farthestMeters - APART_METERS) nearest = pass;
    } else if (awayMeters < nearest.awayMeters) nearest = pass;
    else if (awayMeters > nearest.awayMeters + APART_METERS) {
      passes.push(nearest);
      [nearest, farthestMeters] = [null, awayMeters];
    }
  }
  return nearest === null ? passes : [...passes, nearest];
}

/** Projects a location on a segment, clipped to a stretch; null for a gap. */
function passOf(
  { path, lngs, along }: Measured,
  location: LatLng,
  index: number,
  fromMeters: number,
  toMeters: number,
): Pass | null {
  const length = along[index]! - along[index - 1]!;
  if (length <= 0) return null;
  const narrow = Math.cos(location.lat / DEGREES_PER_RADIAN);
  const x = wrapLongitude(lngs[index - 1]! - location.lng) * narrow;
  const y = path[index - 1]!.lat - location.lat;
  const dx = (lngs[index]! - lngs[index - 1]!) * narrow;
  const dy = path[index]!.lat - path[index - 1]!.lat;
  const low = Math.max(0, (fromMeters - along[index - 1]!) / length);
  const high = Math.min(1, (toMeters - along[index - 1]!) / length);
  const share = Math.min(high, Math.max(low, -(x * dx + y * dy) / (dx * dx + dy * dy)));
  return {
    meters: along[index - 1]! + share * length,
    awayMeters: Math.hypot(x + share * dx, y + share * dy) * METERS_PER_DEGREE,
    heading: (Math.atan2(dx, dy) * DEGREES_PER_RADIAN + 360) % 360,
  };
}

/** Returns the angle between two headings, 0 to 180 degrees. */
export function headingGap(a: number, b: number): number {
  const gap = Math.abs(a - b) % 360;
  return Math.min(gap, 360 - gap);
}

/** Returns the direction from one place to another in degrees clockwise from north, on the plane around the first. */
export function bearingOf(from: LatLng, to: LatLng): number {
  const x = wrapLongitude(to.lng - from.lng) * Math.cos(from.lat / DEGREES_PER_RADIAN);
  return (Math.atan2(x, to.lat - from.lat) * DEGREES_PER_RADIAN + 360) % 360;
}

/** Meters that a degree of difference in heading counts for when passes compete: the way back lies beside the way out. */
const METERS_PER_HEADING_DEGREE = 0.33;
/** Share of the distance from the expected place that counts when passes compete. */
const SURPRISE_SHARE = 0.05;

interface Search {
  location: LatLng;
  /** Null if the car stands or the device does not know. */
  heading: number | null;
  fromMeters: number;
  toMeters: number;
  expectedMeters: number;
}

/** Finds the most likely place of the car within a window of the line. */
export function matchInWindow(line: Measured, { location, heading, ...window }: Search): Pass | null {
  const costOf = ({ awayMeters, heading: led, meters }: Pass) =>
    awayMeters +
    (heading === null ? 0 : headingGap(heading, led) * METERS_PER_HEADING_DEGREE) +
    Math.abs(meters - window.expectedMeters) * SURPRISE_SHARE;
  let best: Pass | null = null;
  for (let index = indexAt(line.along, window.fromMeters) + 1; index < line.path.length; index += 1) {
    if (line.along[index - 1]! > window.toMeters) break;
    const pass = passOf(line, location, index, window.fromMeters, window.toMeters);
    if (pass !== null && (best === null || costOf(pass) < costOf(best))) best = pass;
  }
  return best;
}
