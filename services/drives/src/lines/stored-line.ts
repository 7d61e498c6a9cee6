import { LIMITS } from '@switchback/contracts/rules/limits';
import { splitElevations, withElevations } from '@switchback/geo/elevation';
import type { LatLng } from '@switchback/geo/location';
import { metersAlong } from '@switchback/geo/measured-line';
import { thinnedIndexes } from '@switchback/geo/thin';
import { thinnedDistance } from '@switchback/geo/thinned-distance';
import { refuseField } from '@switchback/platform/errors';
import type { LineWaypoint, StoredManeuver } from '@switchback/tracks/waypoints/place-on-line';

/** A line with its elevations, written by `encodeElevations`, and its waypoints. */
interface PlacedLine {
  path: LatLng[];
  elevation: string;
  waypoints: LineWaypoint[];
}

/**
 * Thins a line to the detail that is stored: within a meter, with at most 50,000 points. Its parts, its waypoints and the
 * shape of its heights stay. Facts that follow from the line are measured before.
 * @throws ProductError `invalidInput` under `directions` if it has too many parts.
 */
export function storedLine({ path, elevation, waypoints }: PlacedLine): PlacedLine {
  const line = withElevations(path, elevation);
  const stops = waypoints.map(({ pathIndex }) => pathIndex);
  const retained = thinnedIndexes(line, stops, LIMITS.storedPointsMax);
  if (retained.length > LIMITS.storedPointsMax) {
    throw refuseField('directions', 'invalidInput', 'The line has too many separate parts.');
  }
  const newIndexes = new Map(retained.map((index, at) => [index, at]));
  const thinned = retained.map((index) => line[index]!);
  const moved = waypoints.some(({ maneuvers }) => maneuvers) ? movedManeuvers(line, thinned) : null;
  return {
    ...splitElevations(thinned),
    waypoints: waypoints.map(({ maneuvers, ...waypoint }, index) => ({
      ...waypoint,
      pathIndex: newIndexes.get(waypoint.pathIndex)!,
      ...(maneuvers && { maneuvers: moved?.(stops[index - 1] ?? 0, maneuvers) }),
    })),
  };
}

/** A thinner line is shorter: returns a function that finds the distances of a leg's maneuvers along it. */
function movedManeuvers(line: readonly LatLng[], thinned: readonly LatLng[]) {
  const before = metersAlong(line);
  const placeOf = thinnedDistance(line, thinned);
  return (pathIndex: number, maneuvers: readonly StoredManeuver[]) => {
    const startMeters = before[pathIndex]!;
    const newStart = placeOf(startMeters);
    return maneuvers.map(({ along, ...maneuver }): StoredManeuver => {
      return { ...maneuver, along: Math.round((placeOf(startMeters + along) - newStart) * 10) / 10 };
    });
  };
}
