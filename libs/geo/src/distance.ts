import type { LatLng } from './location.js';

/** Mean radius of the Earth (IUGG). */
export const EARTH_RADIUS_METERS = 6_371_008.8;
export const METERS_PER_DEGREE = (Math.PI / 180) * EARTH_RADIUS_METERS;

const RADIANS = Math.PI / 180;
// Resolved once: this runs millions of times, and lookups of globals are slow under a test runner.
const { asin, cos, min, sin, sqrt } = Math;

/** Returns the great-circle distance in meters by the haversine formula, the shorter way around. */
export function distanceMeters(a: LatLng, b: LatLng): number {
  const sinLat = sin(((b.lat - a.lat) * RADIANS) / 2);
  const sinLng = sin(((b.lng - a.lng) * RADIANS) / 2);
  const h = sinLat * sinLat + cos(a.lat * RADIANS) * cos(b.lat * RADIANS) * sinLng * sinLng;
  return 2 * EARTH_RADIUS_METERS * asin(min(1, sqrt(h)));
}

/** Returns the length of a path in meters; 0 for fewer than two points. */
export function pathLengthMeters(path: readonly LatLng[]): number {
  let total = 0;
  for (let index = 1; index < path.length; index += 1) {
    total += distanceMeters(path[index - 1]!, path[index]!);
  }
  return total;
}
