import { METERS_PER_DEGREE } from './distance.js';
import { unwrapLongitudes, type LatLng } from './location.js';

/**
 * Removes the points that lie within the tolerance of the line between their kept neighbors (Douglas and Peucker,
 * 1973). Always keeps the first and last point.
 */
export function simplifyPath(path: readonly LatLng[], toleranceMeters: number): LatLng[] {
  const significance = pointSignificanceMeters(path, toleranceMeters);
  return path.filter((_, index) => significance[index]! > toleranceMeters);
}

/**
 * Reduces the path to its most significant points, at most `maxPoints` (2 or more), always including the first and
 * last.
 * @throws RangeError if `maxPoints` is below 2.
 */
export function simplifyToCount(path: readonly LatLng[], maxPoints: number): LatLng[] {
  if (!(maxPoints >= 2)) {
    throw new RangeError(`A path cannot be reduced to ${maxPoints} points.`);
  }
  if (path.length <= maxPoints) {
    return path.slice();
  }
  const significance = pointSignificanceMeters(path);
  const bySignificance = Array.from(significance.keys()).sort((a, b) => significance[b]! - significance[a]! || a - b);
  return bySignificance
    .slice(0, maxPoints)
    .sort((a, b) => a - b)
    .map((index) => path[index]!);
}

interface Stretch {
  first: number;
  last: number;
  depth: number;
  limitMeters: number;
}

/**
 * Returns, for each point of the path, the tolerance in meters up to which Douglas-Peucker keeps it: Infinity for both
 * ends, 0 for points at or below `floorMeters`. One pass serves every zoom level.
 *
 * Past a depth that ordinary lines never reach, stretches are halved instead of split at their farthest point, so that
 * no input makes it quadratic. This may keep more points, but never drops one beyond the tolerance.
 * @param heights of the points in meters, if these count, too; NaN for a point without one.
 */
export function pointSignificanceMeters(
  path: readonly LatLng[],
  floorMeters = 0,
  heights: readonly number[] | null = null,
): Float64Array {
  const significance = new Float64Array(path.length);
  if (path.length === 0) {
    return significance;
  }
  significance[0] = Infinity;
  significance[path.length - 1] = Infinity;
  const lats = Float64Array.from(path, ({ lat }) => lat);
  const lngs = unwrapLongitudes(path);
  const rises = heights && Float64Array.from(heights, (height) => height / METERS_PER_DEGREE);
  const maxDepth = 16 + 2 * Math.ceil(Math.log2(path.length));
  const pending: Stretch[] = [{ first: 0, last: path.length - 1, depth: 0, limitMeters: Infinity }];
  for (let stretch = pending.pop(); stretch; stretch = pending.pop()) {
    const { first, last, depth } = stretch;
    const farthest = findFarthest(lats, lngs, rises, first, last);
    if (farthest.distanceMeters <= floorMeters) {
      continue;
    }
    const limitMeters = Math.min(stretch.limitMeters, farthest.distanceMeters);
    const cut = depth < maxDepth ? farthest.index : (first + last) >> 1;
    significance[cut] = limitMeters;
    pending.push({ first, last: cut, depth: depth + 1, limitMeters });
    pending.push({ first: cut, last, depth: depth + 1, limitMeters });
  }
  return significance;
}

/**
 * Finds the farthest point from the segment between two points, on a plane fitted to its middle latitude, or above or
 * below it. This is the hot path, hence the flat arrays.
 */
function findFarthest(
  lats: Float64Array,
  lngs: Float64Array,
  rises: Float64Array | null,
  first: number,
  last: number,
): { index: number; distanceMeters: number } {
  const originLat = lats[first]!;
  const originLng = lngs[first]!;
  const scaleX = Math.cos((((originLat + lats[last]!) / 2) * Math.PI) / 180);
  const segmentX = (lngs[last]! - originLng) * scaleX;
  const segmentY = lats[last]! - originLat;
  const segmentSquared = segmentX * segmentX + segmentY * segmentY;
  let farthestIndex = first;
  let farthestSquared = 0;
  for (let index = first + 1; index < last; index += 1) {
    const x = (lngs[index]! - originLng) * scaleX;
    const y = lats[index]! - originLat;
    const along = segmentSquared > 0 ? (x * segmentX + y * segmentY) / segmentSquared : 0;
    const part = along < 0 ? 0 : along > 1 ? 1 : along;
    const offX = x - part * segmentX;
    const offY = y - part * segmentY;
    let squared = offX * offX + offY * offY;
    if (rises) {
      const rise = rises[index]! - rises[first]! - part * (rises[last]! - rises[first]!);
      // Unknown heights compare as not larger.
      if (rise * rise > squared) squared = rise * rise;
    }
    if (squared > farthestSquared) {
      farthestSquared = squared;
      farthestIndex = index;
    }
  }
  return { index: farthestIndex, distanceMeters: Math.sqrt(farthestSquared) * METERS_PER_DEGREE };
}
