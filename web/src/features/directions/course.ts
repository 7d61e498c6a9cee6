import type { DriveDetails } from '@switchback/contracts/resources/drive';
import { distanceMeters, pathLengthMeters } from '@switchback/geo/distance';
import type { LatLng } from '@switchback/geo/location';
import { partsOf } from '@switchback/geo/parts';

/** A stretch of a course. */
export interface CourseLine {
  /** One point is a stop. */
  path: readonly LatLng[];
  /** Places on it that directions lead through, if there is room. */
  stops: readonly LatLng[];
  /** Meters, as the page shows them. */
  distance: number;
  /** A maps app chooses the road between its ends. */
  isFree: boolean;
}

/** A route to hand over to a maps app. */
export interface Course {
  /** Identifies it on this device. */
  key: string;
  kind: 'drive' | 'plan' | 'day' | 'way';
  /** In order of travel; a maps app finds the road from the end of one to the start of the next. */
  lines: readonly CourseLine[];
  /** Address of its start; empty if it is unknown. */
  startAddress: string;
  endAddress: string;
}

type CourseDrive = Pick<DriveDetails, 'id' | 'distance' | 'startAddress' | 'endAddress'> & {
  waypoints?: readonly Pick<DriveDetails['waypoints'][number], 'location' | 'near'>[];
};

/** @param path its decoded line */
export function courseOfDrive(drive: CourseDrive, path: readonly LatLng[]): Course {
  const { id, startAddress, endAddress } = drive;
  return { key: id, kind: 'drive', lines: linesOfDrive(drive, path), startAddress, endAddress };
}

/** Returns a line for each of its separate stretches. */
export function linesOfDrive(drive: Omit<CourseDrive, 'id'>, path: readonly LatLng[]): CourseLine[] {
  const { distance, waypoints = [] } = drive;
  const parts = partsOf([...path]);
  const whole = parts.reduce((sum, part) => sum + pathLengthMeters(part), 0);
  const stops = parts.map((): LatLng[] => []);
  // A maps app would lead to a place that the drive only passes nearby.
  for (const { location, near } of waypoints) if (!near) stops[nearest(parts, location)]?.push(location);
  return parts.map((part, index) => ({
    path: part,
    stops: stops[index]!,
    distance: whole === 0 ? 0 : (distance * pathLengthMeters(part)) / whole,
    isFree: false,
  }));
}

/** Returns the index of the part nearest to a place; the first of several. */
function nearest(parts: readonly (readonly LatLng[])[], place: LatLng): number {
  if (parts.length < 2) return 0;
  const meters = parts.map((part) =>
    part.reduce((least, point) => Math.min(least, distanceMeters(point, place)), Infinity),
  );
  return meters.indexOf(Math.min(...meters));
}
