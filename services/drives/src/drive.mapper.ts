import type { LatLng } from '@switchback/geo/location';
import { decodePolyline } from '@switchback/geo/polyline';
import type { Caller } from '@switchback/platform/rpc/call';
import { mapperOf } from '@switchback/platform/wire/same-fields';
import { type Directions, type DriveDetails, DriveSummary } from '@switchback/proto/drives/v1/drive';
import type { DriveEvent } from '@switchback/proto/drives/v1/events';
import type { Drive, DriveRoute, Point } from './drive.entity.js';
import { audienceOf, isKeeper } from './drive.policy.js';
import { directionsOf } from './routing/directions.js';

/** What is kept of a drive and not told of it. */
export const UNTOLD = [
  'importKey',
  'contentHash',
  'countryIds',
  'stateIds',
  'claimedStates',
  'changeRequest',
  'zOrder',
  'titleKey',
] as const satisfies (keyof Drive)[];

/** A message without content names every field. */
const FIELDS = Object.keys(DriveSummary.decode(new Uint8Array())) as (keyof DriveSummary)[];

export type ToldDrive = Omit<Drive, (typeof UNTOLD)[number]>;

export function toPoint({ lat, lng }: LatLng): Point {
  return { x: lng, y: lat };
}

function toLocation({ x, y }: Point): LatLng {
  return { lat: y, lng: x };
}

/** Of its plain values those pass that both have under one name. */
export const toSummary = mapperOf<ToldDrive, DriveSummary>(FIELDS, undefined, {
  bounds: ({ north, east, south, west }) => ({ north, east, south, west }),
  starRating: ({ reviewStars, starRating }) => reviewStars ?? starRating ?? undefined,
  intensityRating: ({ reviewIntensity, intensityRating }) => reviewIntensity ?? intensityRating ?? undefined,
  roadQualityRating: ({ reviewRoadQuality, roadQualityRating }) => reviewRoadQuality ?? roadQualityRating ?? undefined,
  trafficRating: ({ reviewTraffic, trafficRating }) => reviewTraffic ?? trafficRating ?? undefined,
  photos: ({ photos }) => photos,
  tags: ({ tags }) => tags,
  curviness: ({ curviness, curvinessPerKilometer }) => ({
    value: curviness ?? undefined,
    perKilometer: curvinessPerKilometer ?? undefined,
    enoughDetail: curviness !== null,
  }),
  startLocation: ({ startLocation }) => toLocation(startLocation),
  endLocation: ({ endLocation }) => toLocation(endLocation),
  countries: ({ countries }) => countries,
  creator: ({ ownerId, ownerUsername }) =>
    ownerId === null ? undefined : { id: ownerId, username: ownerUsername ?? '' },
  createdAt: ({ createdAt }) => createdAt.toISOString(),
  rankings: ({ worldRanked, countryRankings }) => ({ world: worldRanked, countries: countryRankings }),
});

export function toDirections(route: DriveRoute): Directions {
  return directionsOf({
    path: decodePolyline(route.path),
    elevation: route.elevation,
    waypoints: route.waypoints,
    distanceMeters: route.drive.distance,
    durationSeconds: route.drive.duration,
    source: route.directionsSource ?? (route.drive.approximate ? 'approximate' : 'track'),
  });
}

/** The whole drive; what only its keepers may know is left empty for others. */
export function toDetails(route: DriveRoute, caller: Caller | null): DriveDetails {
  const { drive } = route;
  const keeper = isKeeper(drive, caller);
  return {
    summary: toSummary(drive),
    path: route.path,
    waypoints: route.waypoints.map(({ label, location }) => ({ label, location })),
    pointsOfInterest: route.pointsOfInterest,
    directions: toDirections(route),
    directionsSummary: route.directionsSummary,
    privateShares: keeper ? drive.sharedWith : [],
    changeRequest: keeper ? drive.changeRequest : {},
  };
}

/**
 * Rises with every change there is: `rev` counts those of what a drive shows, so that nobody who edits one is told of a
 * conflict because somebody saved it meanwhile.
 */
export function versionOf({
  rev,
  popularityRev,
  ratingRev,
  photosRev,
}: Pick<Drive, 'rev' | 'popularityRev' | 'ratingRev' | 'photosRev'>): number {
  return rev + popularityRev + ratingRev + photosRev;
}

/** The event that tells the drive's present state, also used to rebuild what others keep of it. */
export function toState({ drive, path }: { drive: ToldDrive; path: string }): DriveEvent {
  return {
    id: drive.id,
    rev: versionOf(drive),
    saved: {
      summary: toSummary(drive),
      path,
      ownerId: drive.ownerId ?? '',
      sharedWith: drive.sharedWith,
      popularity: drive.popularity,
      audience: audienceOf(drive),
    },
    deleted: undefined,
  };
}
