import type { Waypoint } from '@switchback/contracts/resources/drive';
import { type ElevatedPoint, encodeElevations } from '@switchback/geo/elevation';
import { isSame } from '@switchback/geo/parts';
import { encodePolyline } from '@switchback/geo/polyline';
import { gpxFile } from '@switchback/geo/formats/gpx';
import { finish } from '@switchback/platform/turns';
import { present } from '@switchback/platform/wire/values';
import type * as proto from '@switchback/proto/drives/v1/drive';
import { directionsOf } from '@switchback/tracks/waypoints/route-legs';

interface ExportedDrive {
  title: string;
  description: string;
  /** On points of the line, from its start to its end. */
  waypoints: Waypoint[];
  pointsOfInterest: Waypoint[];
}

/** Returns the GPX file of a drive, as people download it. */
export function exportedGpx(drive: ExportedDrive, line: readonly ElevatedPoint[]): string {
  const waypoints = drive.waypoints.map((place) => {
    return { ...place, pathIndex: line.findIndex((point) => isSame(point, place.location)) };
  });
  const { legs } = finish(
    directionsOf({
      path: encodePolyline(line),
      elevation: encodeElevations(line),
      waypoints,
      distanceMeters: 1,
      durationSeconds: 1,
      source: 'track',
    }),
  );
  const placed = legs.map((leg) => ({ ...leg, start: placeOf(leg.start), end: placeOf(leg.end) }));
  return [...gpxFile({ ...drive, legs: placed })].join('');
}

function placeOf(waypoint: proto.Waypoint | undefined): Waypoint {
  const { label, location } = present(waypoint, 'waypoint');
  return { label, location: present(location, 'location') };
}
