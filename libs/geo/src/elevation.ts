import { distanceMeters } from './distance.js';
import type { LatLng } from './location.js';
import { decodePolyline, PolylineError, readDifference, writeDifference } from './polyline.js';

/** A point whose height may be known. */
export interface ElevatedPoint extends LatLng {
  /** Metres above the sea. */
  elevation?: number | undefined;
}

const DECIMETERS = 10;
/** No road is lower or higher, nor does any receiver err by as much. */
const [LOWEST_METERS, HIGHEST_METERS] = [-1_000, 10_000];
const NONE = '!';

/** Whether it can be the height of a place: receivers without a fix and empty rasters write -9999 or -32768. */
export function isElevation(meters: unknown): meters is number {
  return typeof meters === 'number' && meters >= LOWEST_METERS && meters <= HIGHEST_METERS;
}

/**
 * The heights of a line in decimetres, each as its difference from the one before in the characters of encoded polylines,
 * and `!` for a point without one; '' where no point has one.
 */
export function encodeElevations(path: readonly ElevatedPoint[]): string {
  if (path.every(({ elevation }) => elevation === undefined)) return '';
  let previous = 0;
  const codes = path.map(({ elevation }) => {
    if (elevation === undefined) return NONE;
    const height = Math.round(elevation * DECIMETERS);
    const code = writeDifference(height - previous);
    previous = height;
    return code;
  });
  return codes.join('');
}

/** A line as it is kept: its points, and their heights beside them. */
export function splitElevations(points: readonly ElevatedPoint[]): { path: LatLng[]; elevation: string } {
  return { path: points.map(({ lat, lng }) => ({ lat, lng })), elevation: encodeElevations(points) };
}

/**
 * The points of a line with their heights.
 * @param encoded as {@link encodeElevations} writes it; '' leaves the points without.
 * @throws PolylineError where it is damaged, or holds more or fewer heights than there are points.
 */
export function withElevations(path: readonly LatLng[], encoded: string): ElevatedPoint[] {
  if (encoded === '') return [...path];
  const cursor = { text: encoded, index: 0 };
  let height = 0;
  const points = path.map((point) => {
    if (encoded[cursor.index] === NONE) {
      cursor.index += 1;
      return point;
    }
    height += readDifference(cursor);
    const elevation = height / DECIMETERS;
    if (!isElevation(elevation)) throw new PolylineError(`There is no height at character ${cursor.index}.`);
    return { ...point, elevation };
  });
  if (cursor.index < encoded.length) throw new PolylineError('There are more heights than points.');
  return points;
}

/** The line that legs make together, each of which begins with the point that the one before it ends with. */
export function lineOfLegs(legs: readonly { path: string; elevation?: string | undefined }[]): ElevatedPoint[] {
  return legs.flatMap(({ path, elevation = '' }, index) => {
    const points = withElevations(decodePolyline(path), elevation);
    return index === 0 ? points : points.slice(1);
  });
}

/** A line with the heights of another of the same way, each taken where as large a part of the way is behind. */
export function takeElevations(path: readonly LatLng[], from: readonly ElevatedPoint[]): ElevatedPoint[] {
  if (from.length < 2 || from.every(({ elevation }) => elevation === undefined)) return [...path];
  const [shares, fromShares] = [sharesOfWay(path), sharesOfWay(from)];
  let at = 0;
  return path.map((point, index) => {
    const share = shares[index]!;
    while (at < from.length - 2 && fromShares[at + 1]! < share) at += 1;
    const [low, high] = [from[at]!.elevation, from[at + 1]!.elevation];
    if (low === undefined || high === undefined) return point;
    const span = fromShares[at + 1]! - fromShares[at]!;
    const part = span > 0 ? (share - fromShares[at]!) / span : 0;
    return { ...point, elevation: low + part * (high - low) };
  });
}

/** For each point which part of the whole way is behind, 0 to 1. */
function sharesOfWay(path: readonly LatLng[]): number[] {
  let meters = 0;
  const along = path.map((point, index) => (meters += index === 0 ? 0 : distanceMeters(path[index - 1]!, point)));
  return along.map((behind) => (meters > 0 ? behind / meters : 0));
}
