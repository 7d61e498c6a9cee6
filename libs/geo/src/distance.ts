import type { LatLng } from './location.js';

/** Mean radius of the Earth (IUGG). */
export const EARTH_RADIUS_METERS = 6_371_008.8;
export const METERS_PER_DEGREE = (Math.PI / 180) * EARTH_RADIUS_METERS;

const RADIANS = Math.PI / 180;
// Looked up once: this runs millions of times, and under a test runner every look at a global is slow.
const { asin, cos, min, sin, sqrt } = Math;

/** Great-circle distance in metres by the haversine formula; the shorter way round. */
export function distanceMeters(a: LatLng, b: LatLng): number {
  const sinLat = sin(((b.lat - a.lat) * RADIANS) / 2);
  const sinLng = sin(((b.lng - a.lng) * RADIANS) / 2);
  const h = sinLat * sinLat + cos(a.lat * RADIANS) * cos(b.lat * RADIANS) * sinLng * sinLng;
  return 2 * EARTH_RADIUS_METERS * asin(min(1, sqrt(h)));
}

/** Length of a path in metres; 0 for fewer than two points. */
export function pathLengthMeters(path: readonly LatLng[]): number {
  let total = 0;
  for (let index = 1; index < path.length; index += 1) {
    total += distanceMeters(path[index - 1]!, path[index]!);
  }
  return total;
}
