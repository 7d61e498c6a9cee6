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

/** The part of a drive that its source decides; all else (reviews, saves, sharing) is kept when it comes again. */
export interface DriveContent {
  drive: Partial<Drive>;
  route: Pick<DriveRoute, 'path' | 'waypoints' | 'directionsSummary'>;
  /** Of its start: for a drive that is new. */
  zOrder: number;
}

/** Adds to what the source says where the line leads. */
export function contentOf(imported: ImportedDrive, places: Places): DriveContent {
  const { path, bounds, curviness } = imported;
  const [start, end] = [path[0]!, path[path.length - 1]!];
  const [startAddress, endAddress] = [places.address(start), places.address(end)];
  const countries = places.regionsAlong(path);
  return {
    drive: {
      contentHash: imported.contentHash,
      ...{ title: imported.title, titleKey: titleKey(imported.title) },
      ...{ description: imported.description, tags: imported.tags },
      ...{ distance: imported.distanceMeters, overviewPath: imported.overviewPath, ...bounds },
      ...{ duration: imported.durationSeconds, durationSource: imported.durationSource },
      ...{ curviness: curviness.valueMeters, curvinessPerKilometer: curviness.perKilometer },
      ...{ startAddress, endAddress, startLocation: toPoint(start), endLocation: toPoint(end) },
      countries,
      countryIds: countries.map(({ country }) => country.id),
      stateIds: countries.flatMap(({ states }) => states.map(({ id }) => id)),
      claimedStates: imported.claimedStates,
      ...imported.editorial,
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
    const coordinates = `${location.lat.toFixed(LABEL_DECIMALS)}, ${location.lng.toFixed(LABEL_DECIMALS)}`;
    return { label: places.address(location) || coordinates, location, pathIndex };
  });
}

function summarize(startAddress: string, endAddress: string): string {
  if (startAddress === '' || endAddress === '') return startAddress || endAddress;
  return startAddress === endAddress ? `Around ${startAddress}` : `${startAddress} to ${endAddress}`;
}
