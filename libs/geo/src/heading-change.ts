import { pathLengthMeters } from './distance.js';
import { type LatLng, wrapLongitude } from './location.js';
import { lineLengthMeters, partsOf } from './parts.js';
import { RESAMPLE_MAX_POINTS, resamplePath } from './resample.js';

/** Spacing of the headings that are compared: coarse enough for the lines of every source. */
export const HEADING_SPACING_METERS = 150;

const DEGREES_PER_RADIAN = 180 / Math.PI;

/**
 * Measures how much a line turns: the absolute changes of its heading, in degrees per kilometer of its parts, to a tenth.
 * Defined for every line, unlike the weighted length of curves, which needs a detailed one (docs/curviness.md).
 */
export function degreesPerKm(line: readonly LatLng[]): number {
  const lengthMeters = lineLengthMeters(line);
  if (lengthMeters === 0) return 0;
  const degrees = partsOf(line).reduce((sum, part) => sum + totalOf(turnsOf(part).degrees), 0);
  return Math.round((degrees / (lengthMeters / 1_000)) * 10) / 10;
}

/** Changes of heading along a path; positive ones turn right. */
export interface Turns {
  /** Meters between two points: as requested, more for paths of more than a million points. */
  spacingMeters: number;
  /** Points at equal steps, from the path's start on; the rest of the path, shorter than a step, is left out. */
  points: LatLng[];
  /** The change of heading in degrees at each point but the first and the last. */
  degrees: number[];
}

/** Samples a path and returns the change of heading at each point. A path of less than two steps has none. */
export function turnsOf(path: readonly LatLng[], requestedMeters: number = HEADING_SPACING_METERS): Turns {
  const lengthMeters = pathLengthMeters(path);
  const spacingMeters = Math.max(requestedMeters, lengthMeters / RESAMPLE_MAX_POINTS);
  const steps = Math.floor(lengthMeters / spacingMeters + 1e-6);
  const points = resamplePath(path, spacingMeters).slice(0, steps + 1);
  const degrees = points.slice(2).map((after, index) => turnDegrees(points[index]!, points[index + 1]!, after));
  return { spacingMeters, points, degrees };
}

/** Returns the turn at `at`, on the plane that touches the Earth there; 0 if two of the points are the same. */
function turnDegrees(before: LatLng, at: LatLng, after: LatLng): number {
  const eastward = Math.cos(at.lat / DEGREES_PER_RADIAN);
  const x1 = wrapLongitude(at.lng - before.lng) * eastward;
  const y1 = at.lat - before.lat;
  const x2 = wrapLongitude(after.lng - at.lng) * eastward;
  const y2 = after.lat - at.lat;
  return Math.atan2(y1 * x2 - x1 * y2, x1 * x2 + y1 * y2) * DEGREES_PER_RADIAN;
}

function totalOf(degrees: readonly number[]): number {
  return degrees.reduce((sum, turn) => sum + Math.abs(turn), 0);
}
