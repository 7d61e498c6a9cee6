import { distanceMeters } from '@switchback/geo/distance';
import { type LatLng, wrapLongitude } from '@switchback/geo/location';

/** Maximum distance of a waypoint from the line. */
export const WAYPOINT_GAP_METERS = 500;
const RADIANS = Math.PI / 180;

export interface PlacedWaypoint {
  label: string;
  location: LatLng;
  /** The drive passes near it without a stop. */
  near?: boolean | undefined;
}

/** A waypoint and the index of its point on the path. */
export interface LineWaypoint extends PlacedWaypoint {
  pathIndex: number;
  /** Kind of way that the author chose for the leg that ends here, if any. */
  taste?: string;
  /** Those of the leg that ends here; absent if no router knows its roads. */
  maneuvers?: StoredManeuver[] | undefined;
}

/** A maneuver as a drive stores it. */
export interface StoredManeuver {
  type: string;
  /** Meters along the leg. */
  along: number;
  road: string;
  exit?: string | undefined;
  text: string;
}

type OnLine = { waypoints: LineWaypoint[] } | { field: 'directions' | 'waypoints'; fault: string };

/**
 * Finds the point of the line for each waypoint. The first and last are the ends of the line. The rest are the points
 * where its legs meet or, if legs and waypoints do not correspond, the line's first pass within reach.
 * @param path gains a point where it passes a waypoint between two of its own.
 * @param breaks indexes at which legs start and end.
 */
export function placeOnLine(path: LatLng[], breaks: readonly number[], waypoints: readonly PlacedWaypoint[]): OnLine {
  if (waypoints.length < 2) return { field: 'waypoints', fault: 'A drive needs a start and an end.' };
  const isLegByLeg = waypoints.length === breaks.length;
  const placed: LineWaypoint[] = [];
  for (const [index, waypoint] of waypoints.entries()) {
    const { location } = waypoint;
    const isLast = index === waypoints.length - 1;
    const from = placed.at(-1)?.pathIndex ?? 0;
    const between = () => (isLegByLeg ? breaks[index]! : firstPass(path, from, location));
    const pathIndex = index === 0 ? 0 : isLast ? path.length - 1 : between();
    if (distanceMeters(path[pathIndex]!, location) > WAYPOINT_GAP_METERS) {
      const fault = `The line misses waypoint ${index + 1} by more than ${WAYPOINT_GAP_METERS} m.`;
      return { field: 'directions', fault };
    }
    placed.push({ ...waypoint, pathIndex });
  }
  return { waypoints: placed };
}

/**
 * Returns the index of the nearest point on the first stretch after `from` within reach of the location; if none is,
 * the nearest point overall.
 */
function firstPass(path: LatLng[], from: number, location: LatLng): number {
  let nearest = { index: from, point: path[from]!, meters: distanceMeters(path[from]!, location) };
  for (let index = from; index + 1 < path.length; index += 1) {
    const point = nearestOnSegment(path[index]!, path[index + 1]!, location);
    const meters = distanceMeters(point, location);
    if (meters < nearest.meters) nearest = { index, point, meters };
    else if (meters > WAYPOINT_GAP_METERS && nearest.meters <= WAYPOINT_GAP_METERS) break;
  }
  const { index, point } = nearest;
  if (isSame(point, path[index]!)) return index;
  const next = path[index + 1];
  if (!next || !isSame(point, next)) path.splice(index + 1, 0, point);
  return index + 1;
}

/** Projects onto a plane fitted to the location; rounds to the five decimals of a polyline. */
function nearestOnSegment(start: LatLng, end: LatLng, location: LatLng): LatLng {
  const scale = Math.cos(location.lat * RADIANS);
  const [degreesEast, degreesNorth] = [wrapLongitude(end.lng - start.lng), end.lat - start.lat];
  const squared = (degreesEast * scale) ** 2 + degreesNorth ** 2;
  const along =
    wrapLongitude(location.lng - start.lng) * scale ** 2 * degreesEast + (location.lat - start.lat) * degreesNorth;
  const part = squared > 0 ? Math.min(1, Math.max(0, along / squared)) : 0;
  return {
    lat: rounded(start.lat + part * degreesNorth),
    lng: rounded(wrapLongitude(start.lng + part * degreesEast)),
  };
}

function rounded(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5 + 0;
}

function isSame(a: LatLng, b: LatLng): boolean {
  return a.lat === b.lat && a.lng === b.lng;
}
