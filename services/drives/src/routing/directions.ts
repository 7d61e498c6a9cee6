import { encodeElevations, withElevations } from '@switchback/geo/elevation';
import type { LatLng } from '@switchback/geo/location';
import { encodePolyline } from '@switchback/geo/polyline';
import type { Directions, Waypoint } from '@switchback/proto/drives/v1/drive';
import { metersAlong } from './waypoints.js';

/** A waypoint that lies on the drive's own line. */
export interface RouteWaypoint extends Waypoint {
  /** Which point of the path it is. */
  pathIndex: number;
}

export interface Route {
  path: readonly LatLng[];
  /** Heights of the path as `encodeElevations` writes them; '' where none is known. */
  elevation: string;
  /** In the order of the path; the first and last are its ends. */
  waypoints: readonly RouteWaypoint[];
  distanceMeters: number;
  durationSeconds: number;
  source: string;
}

/**
 * The legs between waypoints, each with its own stretch of the line. Distance and duration of the drive are shared out
 * among them by length, so that they add up to it also where the line is only approximate.
 */
export function directionsOf(route: Route): Directions {
  const along = metersAlong(route.path);
  const totalMeters = along[along.length - 1]!;
  const points = withElevations(route.path, route.elevation);
  const legs = route.waypoints.slice(1).map((end, index) => {
    const start = route.waypoints[index]!;
    const lengthMeters = along[end.pathIndex]! - along[start.pathIndex]!;
    const part = totalMeters > 0 ? lengthMeters / totalMeters : 0;
    const stretch = points.slice(start.pathIndex, end.pathIndex + 1);
    return {
      start: { label: start.label, location: start.location },
      end: { label: end.label, location: end.location },
      distance: part * route.distanceMeters,
      duration: part * route.durationSeconds,
      path: encodePolyline(stretch),
      elevation: encodeElevations(stretch) || undefined,
    };
  });
  return { source: route.source, legs };
}
