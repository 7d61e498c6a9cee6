import { METERS_PER_DEGREE } from './distance.js';
import { unwrapLongitudes, wrapLongitude, type Bounds, type LatLng } from './location.js';

/**
 * Returns the smallest box around a path, following it across the antimeridian (west is then greater than east).
 * @throws RangeError for a path without points.
 */
export function boundsOfPath(path: readonly LatLng[]): Bounds {
  if (path.length === 0) {
    throw new RangeError('A path without points has no bounds.');
  }
  const lngs = unwrapLongitudes(path);
  let [south, north] = [Infinity, -Infinity];
  let [westmost, eastmost] = [0, 0];
  path.forEach((point, index) => {
    south = Math.min(south, point.lat);
    north = Math.max(north, point.lat);
    westmost = lngs[index]! < lngs[westmost]! ? index : westmost;
    eastmost = lngs[index]! > lngs[eastmost]! ? index : eastmost;
  });
  const spanDegrees = lngs[eastmost]! - lngs[westmost]!;
  return { north, south, ...wrapRange(path[westmost]!.lng, path[eastmost]!.lng, spanDegrees) };
}

/** Returns the width of a box in degrees of longitude: 0 to 360. */
export function widthDegrees(bounds: Bounds): number {
  return bounds.west > bounds.east ? bounds.east + 360 - bounds.west : bounds.east - bounds.west;
}

export function centerOfBounds(bounds: Bounds): LatLng {
  return {
    lat: (bounds.north + bounds.south) / 2,
    lng: wrapLongitude(bounds.west + widthDegrees(bounds) / 2),
  };
}

/** Reports whether the point lies in the box or on its edge. */
export function boundsContain(bounds: Bounds, point: LatLng): boolean {
  if (point.lat < bounds.south || point.lat > bounds.north) {
    return false;
  }
  return splitBounds(bounds).some(({ west, east }) =>
    meridianRangesTouch({ west, east }, { west: point.lng, east: point.lng }),
  );
}

/** Reports whether the boxes share a point, edges included. */
export function boundsIntersect(a: Bounds, b: Bounds): boolean {
  if (a.south > b.north || b.south > a.north) {
    return false;
  }
  return splitBounds(a).some((left) => splitBounds(b).some((right) => meridianRangesTouch(left, right)));
}

/** Returns the smallest box around two boxes: the narrower of the two ways around the globe. */
export function unionBounds(a: Bounds, b: Bounds): Bounds {
  const north = Math.max(a.north, b.north);
  const south = Math.min(a.south, b.south);
  const candidates = [joinEastward(a, b), joinEastward(b, a)];
  const [first, second] = candidates as [Range, Range];
  const narrower = first.east - first.west <= second.east - second.west ? first : second;
  return { north, south, ...wrapRange(narrower.west, narrower.east, narrower.east - narrower.west) };
}

/**
 * Expands the box by a distance on every side, clipped at the poles; spans every longitude if it would overlap itself.
 */
export function expandBounds(bounds: Bounds, marginMeters: number): Bounds {
  const marginLat = marginMeters / METERS_PER_DEGREE;
  const north = Math.min(90, bounds.north + marginLat);
  const south = Math.max(-90, bounds.south - marginLat);
  const cosine = Math.cos((Math.max(Math.abs(north), Math.abs(south)) * Math.PI) / 180);
  const marginLng = Math.min(180, marginLat / Math.max(cosine, 1e-9));
  const spanDegrees = widthDegrees(bounds) + 2 * marginLng;
  return { north, south, ...wrapRange(bounds.west - marginLng, bounds.east + marginLng, spanDegrees) };
}

/** Returns the box itself, or the two halves of one that crosses the antimeridian, the western first. */
export function splitBounds(bounds: Bounds): Bounds[] {
  return bounds.west > bounds.east
    ? [
        { ...bounds, east: 180 },
        { ...bounds, west: -180 },
      ]
    : [bounds];
}

interface Range {
  west: number;
  east: number;
}

/** Treats -180 and 180 as the same meridian. */
function meridianRangesTouch(a: Range, b: Range): boolean {
  const overlap = a.west <= b.east && b.west <= a.east;
  return overlap || (a.east === 180 && b.west === -180) || (b.east === 180 && a.west === -180);
}

function joinEastward(from: Bounds, to: Bounds): Range {
  const west = from.west;
  const offset = (((to.west - west) % 360) + 360) % 360;
  const east = Math.max(west + widthDegrees(from), west + offset + widthDegrees(to));
  return { west, east };
}

/** Expects the span as well as the ends, so that ends within ±180 pass through unchanged, to the last bit. */
function wrapRange(west: number, east: number, spanDegrees: number): Range {
  if (spanDegrees >= 360) {
    return { west: -180, east: 180 };
  }
  const wrapped = { west: wrapLongitude(west), east: wrapLongitude(east) };
  return spanDegrees > 0 && wrapped.east === -180 ? { ...wrapped, east: 180 } : wrapped;
}
