import { boundsOfPath, centerOfBounds, unionBounds } from '@switchback/geo/bounds';
import { partsOf } from '@switchback/geo/parts';
import { unwrapLongitudes, type Bounds, type LatLng } from '@switchback/geo/location';
import type { Filters } from '@switchback/proto/search/v1/service';

/**
 * Points per piece of a route: few enough to compare a piece quickly with a box, which dominates a search in narrow
 * bounds; many enough to keep pieces few.
 */
const PIECE_POINTS = 32;
/** The middle of the continental United States, for a query without a location. */
const DEFAULT_CENTER: LatLng = { lat: 39.83, lng: -98.58 };

/** A stretch of a route with its bounding box, both in degrees. */
export interface Piece extends Bounds {
  lats: readonly number[];
  lngs: readonly number[];
}

/**
 * Splits a route into pieces; neighbors share a point. Longitudes continue past ±180 if the route crosses the
 * antimeridian; such a piece is repeated for each turn of the globe that it touches, so that a box within ±180 finds
 * it.
 */
export function piecesOf(line: readonly LatLng[]): Piece[] {
  return partsOf(line).flatMap(piecesOfPart);
}

function piecesOfPart(path: readonly LatLng[]): Piece[] {
  const unwrapped = unwrapLongitudes(path);
  const pieces: Piece[] = [];
  for (let first = 0; first === 0 || first < path.length - 1; first += PIECE_POINTS - 1) {
    const last = Math.min(path.length, first + PIECE_POINTS);
    const xs = Array.from(unwrapped.subarray(first, last));
    const lats = path.slice(first, last).map(({ lat }) => lat);
    const [west, east] = [Math.min(...xs), Math.max(...xs)];
    const [south, north] = [Math.min(...lats), Math.max(...lats)];
    for (let turn = Math.ceil((west - 180) / 360); turn <= Math.floor((east + 180) / 360); turn += 1) {
      const shift = -360 * turn;
      const lngs = turn === 0 ? xs : xs.map((x) => x + shift);
      pieces.push({ west: west + shift, east: east + shift, south, north, lats, lngs });
    }
  }
  return pieces;
}

/**
 * Returns the bounding box of a route; one that touches the antimeridian gets the full range of longitudes, and its
 * pieces decide.
 */
export function extentOf(path: readonly LatLng[]): Bounds {
  const bounds = boundsOfPath(path);
  const touches = bounds.west > bounds.east || bounds.east === 180 || bounds.west === -180;
  return touches ? { ...bounds, west: -180, east: 180 } : bounds;
}

/** Returns the box around boxes; null if there are none. */
export function boxAround(boxes: readonly Bounds[]): Bounds | null {
  const [first, ...rest] = boxes;
  return first ? rest.reduce(unionBounds, first) : null;
}

/** Returns the origin of distances for sorting by location. */
export function centerOf({ geocode, bounds }: Filters): LatLng {
  return geocode ?? (bounds ? centerOfBounds(bounds) : DEFAULT_CENTER);
}
