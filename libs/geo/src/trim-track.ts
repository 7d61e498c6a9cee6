import { distanceMeters, EARTH_RADIUS_METERS } from './distance.js';
import { type LatLng, wrapLongitude } from './location.js';
import { joinParts, partsOf } from './parts.js';

/** A track is visible from this distance to the center of its place on. */
export const CUT_METERS = 900;
/** A center lies this far from the end for which it was drawn. */
export const SHIFT_METERS = { min: 200, max: 500 };
/**
 * Ends this near to a center belong to its place: all within 200 m of the end for which it was drawn. Ends farther out
 * would be so near to the cut that they show themselves.
 */
export const PLACE_METERS = SHIFT_METERS.max + 200;
/** Less is not published: so short a line is mostly the neighborhood of its ends. */
export const TRIMMED_MIN_METERS = 2_000;

const RADIANS = Math.PI / 180;

/** Returns the center to which an end belongs: the first within reach, so that a later one changes nothing. */
export function centerNear<Center extends LatLng>(end: LatLng, centers: readonly Center[]): Center | undefined {
  return centers.find((center) => distanceMeters(center, end) <= PLACE_METERS);
}

/**
 * Returns a center for a place, shifted from one of its ends in a random direction.
 * @param random numbers in [0, 1) that no one can guess.
 */
export function shiftedCenter(end: LatLng, random: () => number): LatLng {
  const { min, max } = SHIFT_METERS;
  const angle = (min + random() * (max - min)) / EARTH_RADIUS_METERS;
  const heading = random() * 2 * Math.PI;
  const lat = end.lat * RADIANS;
  const sinLat = Math.sin(lat) * Math.cos(angle) + Math.cos(lat) * Math.sin(angle) * Math.cos(heading);
  const turn = Math.atan2(
    Math.sin(heading) * Math.sin(angle) * Math.cos(lat),
    Math.cos(angle) - Math.sin(lat) * sinLat,
  );
  return { lat: Math.asin(sinLat) / RADIANS, lng: wrapLongitude(end.lng + turn / RADIANS) };
}

/**
 * Cuts both ends of a line, which may have parts: up to its first point outside of the circle around the start's center,
 * and from the last point outside of the circle around the end's center. A passage between them stays, as a hole would
 * show the place.
 * @returns the visible line; empty if there is none.
 */
export function trimmedTrack<Point extends LatLng>(
  line: readonly Point[],
  startCenter: LatLng,
  endCenter: LatLng,
): Point[] {
  const parts = partsOf(line);
  const points = parts.flat();
  const first = points.findIndex((point) => isOutside(point, startCenter));
  const last = points.findLastIndex((point) => isOutside(point, endCenter));
  if (first === -1 || last === -1) return [];
  const visible: Point[][] = [];
  let index = 0;
  for (const part of parts) {
    const cut = part.slice(Math.max(0, first - index), Math.max(0, last + 1 - index));
    if (cut.length > 1) visible.push(cut);
    index += part.length;
  }
  return joinParts(visible);
}

function isOutside(point: LatLng, center: LatLng): boolean {
  return distanceMeters(point, center) > CUT_METERS;
}
