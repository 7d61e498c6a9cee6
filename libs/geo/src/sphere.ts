// Places as points of the unit sphere: the straight line between two of them, the chord, grows with the great-circle
// distance, anywhere on the globe.
import { EARTH_RADIUS_METERS } from './distance.js';
import type { LatLng } from './location.js';

const RADIANS = Math.PI / 180;

/** Returns a point on the unit sphere. */
export function spherePoint({ lat, lng }: LatLng): [number, number, number] {
  const ring = Math.cos(lat * RADIANS);
  return [ring * Math.cos(lng * RADIANS), ring * Math.sin(lng * RADIANS), Math.sin(lat * RADIANS)];
}

/** Returns the chord of the unit sphere under a great-circle distance in meters, at most the diameter. */
export function chordOf(meters: number): number {
  return 2 * Math.sin(Math.min(Math.PI, meters / EARTH_RADIUS_METERS) / 2);
}

/** Returns the great-circle meters of a chord of the unit sphere. */
export function metersOfChord(chord: number): number {
  return 2 * EARTH_RADIUS_METERS * Math.asin(Math.min(1, chord / 2));
}

/** Returns the straight-line distance between two places, in radii of the globe. */
export function chordBetween(a: LatLng, b: LatLng): number {
  const [[x, y, z], [otherX, otherY, otherZ]] = [spherePoint(a), spherePoint(b)];
  const [dx, dy, dz] = [x - otherX, y - otherY, z - otherZ];
  return Math.sqrt(dx * dx + dy * dy + dz * dz);
}
