import { encodeElevations, withElevations } from '@switchback/geo/elevation';
import type { LatLng } from '@switchback/geo/location';
import { encodePolyline } from '@switchback/geo/polyline';
import type { Directions, Waypoint } from '@switchback/proto/drives/v1/drive';
import { metersAlong } from './waypoints.js';

/** A waypoint on the drive's own line. */
export interface RouteWaypoint extends Waypoint {
  /** Index of its point on the path. */
  pathIndex: number;
}

export interface Route {
  path: readonly LatLng[];
  /** Elevations of the path, written by `encodeElevations`; '' if unknown. */
  elevation: string;
  /** In the order of the path, including its ends. */
  waypoints: readonly RouteWaypoint[];
  distanceMeters: number;
  durationSeconds: number;
  source: string;
}

/**
 * Splits the line into legs between waypoints. Divides the drive's distance and duration among them by length, so that
 * they add up even if the line is only approximate.
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
