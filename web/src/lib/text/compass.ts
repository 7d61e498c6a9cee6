import { type LatLng, wrapLongitude } from '@switchback/geo/location';

/** Returns the direction from one point to another in eighths of a turn: 0 is north, 2 is east. */
export function octantOf(from: LatLng, to: LatLng): number {
  const eastward = wrapLongitude(to.lng - from.lng) * Math.cos((from.lat * Math.PI) / 180);
  return (Math.round(Math.atan2(eastward, to.lat - from.lat) / (Math.PI / 4)) + 8) % 8;
}
