import { distanceMeters } from '@switchback/geo/distance';
import type { LatLng } from '@switchback/geo/location';
import { encodePolyline } from '@switchback/geo/polyline';
import { zOrder } from '@switchback/geo/z-order';
import type { Places } from '@switchback/platform/places/places';
import type { Call } from '@switchback/platform/rpc/call';
import type { Drive, DriveRoute } from '../drive/drive.entity.js';
import { toPoint } from '../drive/drive.mapper.js';
import { estimateDurationSeconds } from '@switchback/tracks/features/estimate-duration';
import type { NormalizedDrive } from '@switchback/tracks/features/normalize-feature';
import type { LineWaypoint } from '@switchback/tracks/waypoints/place-on-line';
import { titleKey } from '../drive/title-key.js';
import { type FactsOfLine, LineFacts } from '../roads/line-facts.js';
import { mapTagColumns } from '../tags/map-tags.js';
import { labelOf, regionsOfLine, settledShareOf } from '@switchback/platform/places/line-places';
import { storedLine } from '../lines/stored-line.js';

/** Initial values of every new drive. */
export const BLANK = {
  photos: [],
  starRating: null,
  intensityRating: null,
  roadQualityRating: null,
  trafficRating: null,
  reviewCount: 0,
  starReviewCount: null,
  reviewStars: null,
  reviewIntensity: null,
  reviewRoadQuality: null,
  reviewTraffic: null,
  ratingRev: 0,
  photosRev: 0,
  photoCount: 0,
  sharesTitle: false,
  popularity: 0,
  popularityRev: 0,
  sharedWith: [],
  hidden: false,
  changeRequest: {},
  worldRanked: false,
  countryRankings: [],
  approximate: false,
} satisfies Partial<Drive>;

/** Facts that only the operator of the catalogue may set. */
export interface EditorialFacts {
  approximate: boolean;
  /** Out of 5. */
  starRating: number | null;
  /** Out of 10, like the next two. */
  intensityRating: number | null;
  roadQualityRating: number | null;
  trafficRating: number | null;
  worldRanked: boolean;
}

export interface ImportedDrive extends NormalizedDrive {
  editorial?: EditorialFacts;
}

/** A line and its measurements. */
export type MeasuredLine = Pick<
  NormalizedDrive,
  | 'path'
  | 'elevation'
  | 'waypoints'
  | 'distanceMeters'
  | 'durationSeconds'
  | 'durationSource'
  | 'bounds'
  | 'overviewPath'
  | 'curviness'
  | 'degreesPerKm'
>;

/** The part of a drive that follows from its line, with the heights that its source gave. */
export interface LineContent {
  drive: Partial<Drive>;
  route: Pick<DriveRoute, 'path' | 'elevation' | 'directionsSummary'> & { waypoints: LineWaypoint[] };
  /** Z-order of its start, for a new drive. */
  zOrder: number;
}

/** The part of a drive that its file determines; a new import keeps the rest (reviews, saves, shares). */
export interface ImportedContent extends LineContent {
  route: LineContent['route'] & Pick<DriveRoute, 'profile' | 'pointsOfInterest'>;
}

/** Adds facts derived from the line to those of the source. */
export async function contentOf(
  imported: ImportedDrive,
  places: Places,
  facts: LineFacts,
  call: Call,
): Promise<ImportedContent> {
  const { drive, route, zOrder } = lineContentOf(imported, places);
  const { title, description, tags, contentHash, claimedStates, editorial } = imported;
  const { path, elevation } = route;
  const source = { directionsSource: null, approximate: editorial?.approximate ?? false };
  const { heights, scenery } = await facts.of({ path, elevation, ...source }, call, '');
  const columns = heightColumns(heights);
  return {
    zOrder,
    route: { ...route, ...columns.route, pointsOfInterest: imported.pointsOfInterest },
    drive: {
      ...drive,
      ...columns.drive,
      title,
      titleKey: titleKey(title),
      description,
      tags,
      ...mapTagColumns(scenery, imported),
      contentHash,
      claimedStates,
      ...editorial,
    },
  };
}

/** The columns that the heights of a line determine. */
export interface HeightColumns {
  drive: Pick<Drive, 'gain' | 'elevationVersion'>;
  route: Pick<DriveRoute, 'elevation' | 'profile'>;
}

export function heightColumns({ elevation, profile, version }: FactsOfLine['heights']): HeightColumns {
  return {
    drive: { gain: profile?.gain ?? null, elevationVersion: version },
    route: { elevation, profile: profile ?? null },
  };
}

/**
 * Returns the facts that follow from the line alone: those of the whole line, and the line as it is stored.
 * @throws ProductError like {@link storedLine}
 */
export function lineContentOf(measured: MeasuredLine, places: Places): LineContent {
  const { path, bounds, curviness } = measured;
  const [start, end] = [path[0]!, path[path.length - 1]!];
  const [startAddress, endAddress] = addressesOf(start, end, places);
  const countries = regionsOfLine(path, places);
  const stored = storedLine(measured);
  return {
    drive: {
      distance: measured.distanceMeters,
      // Those of another line do not count.
      maneuversVersion: 0,
      overviewPath: measured.overviewPath,
      ...bounds,
      duration: measured.durationSeconds ?? estimateDurationSeconds(measured, settledShareOf(path, places)),
      durationSource: measured.durationSource,
      curviness: curviness.valueMeters,
      curvinessPerKilometer: curviness.perKilometer,
      degreesPerKm: measured.degreesPerKm,
      startAddress,
      endAddress,
      startLocation: toPoint(start),
      endLocation: toPoint(end),
      countries,
      countryIds: countries.map(({ country }) => country.id),
      stateIds: countries.flatMap(({ states }) => states.map(({ id }) => id)),
    },
    route: {
      path: encodePolyline(stored.path),
      elevation: stored.elevation,
      waypoints: stored.waypoints.map((waypoint) => ({
        ...waypoint,
        label: waypoint.label || labelOf(waypoint.location, places),
      })),
      directionsSummary: summarize(startAddress, endAddress),
    },
    zOrder: zOrder(start),
  };
}

/** Distance from which two ends near the same town get different labels. */
const SAME_TOWN_METERS = 2_000;

/**
 * Returns the addresses of start and end. If both are near one town but far apart, the end becomes "near" that town; in
 * one county, it does not.
 */
function addressesOf(start: LatLng, end: LatLng, places: Pick<Places, 'address' | 'remoteCounty'>): [string, string] {
  const [from, to] = [places.address(start), places.address(end)];
  const isSame = from !== '' && from === to && places.remoteCounty(end) === '';
  const isTwice = isSame && distanceMeters(start, end) > SAME_TOWN_METERS;
  return isTwice ? [from, `near ${to}`] : [from, to];
}

function summarize(startAddress: string, endAddress: string): string {
  if (startAddress === '' || endAddress === '') return startAddress || endAddress;
  return startAddress === endAddress ? `Around ${startAddress}` : `${startAddress} to ${endAddress}`;
}
