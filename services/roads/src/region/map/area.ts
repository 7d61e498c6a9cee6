import type { LatLng } from '@switchback/geo/location';

/**
 * Side of the globe's square in Web Mercator, in the units of stored places: about a centimeter each at the equator.
 * The origin is in the north-west.
 */
export const WORLD = 2 ** 32;

/** A box in units of the world's square. */
export interface Area {
  west: number;
  north: number;
  east: number;
  south: number;
}

/** Web Mercator ends here, and the map with it. */
const LAT_MAX = 85.051129;

/** Returns x and y in units of the world's square; null for a place off the map. */
export function placeOf({ lat, lng }: LatLng): { x: number; y: number } | null {
  if (!(Math.abs(lat) <= LAT_MAX && Math.abs(lng) <= 180)) return null;
  const sine = Math.sin((lat * Math.PI) / 180);
  const x = (lng + 180) / 360;
  const y = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
  return { x: unitsOf(x), y: unitsOf(y) };
}

function unitsOf(share: number): number {
  return Math.min(WORLD - 1, Math.max(0, Math.round(share * WORLD)));
}

/** Returns the place of x and y in units of the world's square. */
export function locationOf(x: number, y: number): LatLng {
  return { lat: (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / WORLD))) * 180) / Math.PI, lng: (360 * x) / WORLD - 180 };
}

/** Returns twice the area of a ring, positive if its points turn clockwise on the map. */
export function doubleArea(ring: ArrayLike<number>): number {
  let sum = 0;
  const last = ring.length - 2;
  // Relative to the first point: the products of large numbers would lose digits.
  const [x0, y0] = [ring[0]!, ring[1]!];
  for (let at = 0; at < last; at += 2)
    sum += (ring[at]! - x0) * (ring[at + 3]! - y0) - (ring[at + 2]! - x0) * (ring[at + 1]! - y0);
  return sum;
}
