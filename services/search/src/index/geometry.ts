import { boundsOfPath, centerOfBounds } from '@switchback/geo/bounds';
import { EARTH_RADIUS_METERS } from '@switchback/geo/distance';
import { partsOf } from '@switchback/geo/parts';
import { unwrapLongitudes, type Bounds, type LatLng } from '@switchback/geo/location';
import type { Filters } from '@switchback/proto/search/v1/service';

/**
 * Points of a route in one piece: few enough that those of a piece are soon compared with a box, which takes most of the
 * time of a search in narrow bounds; many enough that pieces are few.
 */
const PIECE_POINTS = 32;
/** The middle of the continental United States, for who says nothing of where. */
const DEFAULT_CENTER: LatLng = { lat: 39.83, lng: -98.58 };

/** A stretch of a route with the box around it, both in degrees. */
export interface Piece extends Bounds {
  lats: readonly number[];
  lngs: readonly number[];
}

/**
 * The pieces of a route, neighbours sharing a point. Longitudes run on past ±180 where the route crosses the antimeridian;
 * such a piece is there once more for each turn of the globe that it touches, so that a box within ±180 finds it.
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

/** The box around a route; one that touches the antimeridian gets a box all the way round: its pieces decide. */
export function extentOf(path: readonly LatLng[]): Bounds {
  const bounds = boundsOfPath(path);
  const touches = bounds.west > bounds.east || bounds.east === 180 || bounds.west === -180;
  return touches ? { ...bounds, west: -180, east: 180 } : bounds;
}

/** A place on the unit sphere. */
export function spherePoint({ lat, lng }: LatLng): [number, number, number] {
  const radians = Math.PI / 180;
  const ring = Math.cos(lat * radians);
  return [ring * Math.cos(lng * radians), ring * Math.sin(lng * radians), Math.sin(lat * radians)];
}

/** The chord under so many metres of a great circle, at most the diameter; of the unit sphere. */
export function chordOf(meters: number): number {
  return 2 * Math.sin(Math.min(Math.PI, meters / EARTH_RADIUS_METERS) / 2);
}

/** The straight distance between two places, in radii of the globe. */
export function chordBetween(a: LatLng, b: LatLng): number {
  const [[x, y, z], [otherX, otherY, otherZ]] = [spherePoint(a), spherePoint(b)];
  const [dx, dy, dz] = [x - otherX, y - otherY, z - otherZ];
  return Math.sqrt(dx * dx + dy * dy + dz * dz);
}

/** Where "nearest" is measured from. */
export function centerOf({ geocode, bounds }: Filters): LatLng {
  return geocode ?? (bounds ? centerOfBounds(bounds) : DEFAULT_CENTER);
}
