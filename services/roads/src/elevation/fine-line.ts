import { distanceMeters } from '@switchback/geo/distance';
import type { LatLng } from '@switchback/geo/location';
import { lineLengthMeters, startsPart } from '@switchback/geo/parts';
import { resamplePath } from '@switchback/geo/resample';

/** Spacing at which tiles are read: that of their samples. Wider on lines of over {@link ADDED_MAX} such steps. */
const SPACING_METERS = 30;
const ADDED_MAX = 50_000;

/** A line with points added between its own. */
export interface FineLine {
  /** Its own points and those added, in order, with the same parts. */
  points: LatLng[];
  /** Index of each of its own points in `points`. */
  indexes: number[];
}

/** Adds points along a line so that no two are further apart than tiles have samples, except across gaps. */
export function fineLine(line: readonly LatLng[]): FineLine {
  const spacingMeters = Math.max(SPACING_METERS, lineLengthMeters(line) / ADDED_MAX);
  const points: LatLng[] = [];
  const indexes = line.map((point, index) => {
    if (!startsPart(line, index)) points.push(...pointsBetween(line[index - 1]!, point, spacingMeters));
    return points.push({ lat: point.lat, lng: point.lng }) - 1;
  });
  return { points, indexes };
}

function pointsBetween(from: LatLng, to: LatLng, spacingMeters: number): LatLng[] {
  const lengthMeters = distanceMeters(from, to);
  const steps = Math.ceil(lengthMeters / spacingMeters);
  if (steps <= 1) return [];
  // Half a step more at the end, so that rounding adds no point at the end itself.
  return resamplePath([from, to], lengthMeters / (steps - 0.5)).slice(1, -1);
}
