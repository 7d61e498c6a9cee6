import { decodePolyline, encodePolyline } from '@switchback/geo/polyline';
import type { Maneuver } from '@switchback/proto/drives/v1/drive';
import type { LineWaypoint, StoredManeuver } from '@switchback/tracks/waypoints/place-on-line';

/** A waypoint with the maneuvers of the leg that ends there. */
type LegEnd = Pick<LineWaypoint, 'pathIndex' | 'maneuvers'>;

/**
 * Adds maneuvers to the legs without them.
 * @param find returns the maneuvers of each line, a Google-encoded polyline; undefined for one without.
 */
export async function withFoundManeuvers<Waypoint extends LegEnd>(
  { path, waypoints }: { path: string; waypoints: Waypoint[] },
  find: (legs: readonly string[]) => Promise<readonly (readonly Maneuver[] | undefined)[]>,
): Promise<Waypoint[]> {
  const missing = waypoints.flatMap(({ maneuvers }, index) => (index > 0 && !maneuvers ? [index] : []));
  if (missing.length === 0) return waypoints;
  const line = decodePolyline(path);
  const legs = missing.map((index) => {
    return encodePolyline(line.slice(waypoints[index - 1]!.pathIndex, waypoints[index]!.pathIndex + 1));
  });
  const found = await find(legs);
  return waypoints.map((waypoint, index) => {
    const maneuvers = found[missing.indexOf(index)];
    return maneuvers ? { ...waypoint, maneuvers: maneuvers.map(stored) } : waypoint;
  });
}

function stored({ type, along, road, exit, text }: Maneuver): StoredManeuver {
  return { type, along, road, ...(exit !== undefined && { exit }), text };
}
