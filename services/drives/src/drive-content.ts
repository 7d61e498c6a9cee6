import type { LatLng } from '@switchback/geo/location';
import { encodePolyline } from '@switchback/geo/polyline';
import { zOrder } from '@switchback/geo/z-order';
import type { Places } from '@switchback/platform/places/places';
import type { Drive, DriveRoute } from './drive.entity.js';
import { toPoint } from './drive.mapper.js';
import type { NormalizedDrive } from './import/normalize-feature.js';
import type { RouteWaypoint } from './routing/directions.js';
import { titleKey } from './authoring/title.js';
import { chooseWaypoints } from './routing/waypoints.js';

const LABEL_DECIMALS = 4;

/** What only whoever keeps the catalogue may say of a drive. */
export interface EditorialFacts {
  approximate: boolean;
  /** Out of 5. */
  starRating: number | null;
  /** Out of 10, like the two after it. */
  intensityRating: number | null;
  roadQualityRating: number | null;
  trafficRating: number | null;
  worldRanked: boolean;
}

export interface ImportedDrive extends NormalizedDrive {
  editorial?: EditorialFacts;
}

/** A line and what was measured on it. */
export type MeasuredLine = Pick<
  NormalizedDrive,
  'path' | 'distanceMeters' | 'durationSeconds' | 'durationSource' | 'bounds' | 'overviewPath' | 'curviness'
>;

/** The part of a drive that its source decides; all else (reviews, saves, sharing) is kept when it comes again. */
export interface DriveContent {
  drive: Partial<Drive>;
  route: Pick<DriveRoute, 'path' | 'waypoints' | 'directionsSummary'>;
  /** Of its start: for a drive that is new. */
  zOrder: number;
}

/** Adds to what the source says where the line leads. */
export function contentOf(imported: ImportedDrive, places: Places): DriveContent {
  const { drive, ...line } = lineContentOf(imported, places);
  const { title, description, tags, contentHash, claimedStates, editorial } = imported;
  return {
    ...line,
    drive: { ...drive, title, titleKey: titleKey(title), description, tags, contentHash, claimedStates, ...editorial },
  };
}

/** What a line alone tells of a drive. */
export function lineContentOf(measured: MeasuredLine, places: Places): DriveContent {
  const { path, bounds, curviness } = measured;
  const [start, end] = [path[0]!, path[path.length - 1]!];
  const [startAddress, endAddress] = [places.address(start), places.address(end)];
  const countries = places.regionsAlong(path);
  return {
    drive: {
      ...{ distance: measured.distanceMeters, overviewPath: measured.overviewPath, ...bounds },
      ...{ duration: measured.durationSeconds, durationSource: measured.durationSource },
      ...{ curviness: curviness.valueMeters, curvinessPerKilometer: curviness.perKilometer },
      ...{ startAddress, endAddress, startLocation: toPoint(start), endLocation: toPoint(end) },
      countries,
      countryIds: countries.map(({ country }) => country.id),
      stateIds: countries.flatMap(({ states }) => states.map(({ id }) => id)),
    },
    route: {
      path: encodePolyline(path),
      waypoints: labelWaypoints(path, places),
      directionsSummary: summarize(startAddress, endAddress),
    },
    zOrder: zOrder(start),
  };
}

function labelWaypoints(path: readonly LatLng[], places: Places): RouteWaypoint[] {
  return chooseWaypoints(path).map((pathIndex) => {
    const location = path[pathIndex]!;
    return { label: labelOf(location, places), location, pathIndex };
  });
}

/** What a waypoint is called that nobody named: its town, else its coordinates. */
export function labelOf(location: LatLng, places: Pick<Places, 'address'>): string {
  const coordinates = `${location.lat.toFixed(LABEL_DECIMALS)}, ${location.lng.toFixed(LABEL_DECIMALS)}`;
  return places.address(location) || coordinates;
}

function summarize(startAddress: string, endAddress: string): string {
  if (startAddress === '' || endAddress === '') return startAddress || endAddress;
  return startAddress === endAddress ? `Around ${startAddress}` : `${startAddress} to ${endAddress}`;
}
