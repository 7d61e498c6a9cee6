import { LIMITS } from '@switchback/contracts/rules/limits';
import { splitElevations, withElevations } from '@switchback/geo/elevation';
import type { LatLng } from '@switchback/geo/location';
import { thinnedIndexes } from '@switchback/geo/thin';
import { refuseField } from '@switchback/platform/errors';
import type { LineWaypoint } from '@switchback/tracks/waypoints/place-on-line';

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
  return {
    ...splitElevations(retained.map((index) => line[index]!)),
    waypoints: waypoints.map((waypoint) => ({ ...waypoint, pathIndex: newIndexes.get(waypoint.pathIndex)! })),
  };
}
