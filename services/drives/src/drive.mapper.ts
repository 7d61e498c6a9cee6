import type { LatLng } from '@switchback/geo/location';
import { decodePolyline } from '@switchback/geo/polyline';
import type { Caller } from '@switchback/platform/rpc/call';
import type { Directions, DriveDetails, DriveSummary } from '@switchback/proto/drives/v1/drive';
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
] as const satisfies (keyof Drive)[];

export type ToldDrive = Omit<Drive, (typeof UNTOLD)[number]>;

export function toPoint({ lat, lng }: LatLng): Point {
  return { x: lng, y: lat };
}

function toLocation({ x, y }: Point): LatLng {
  return { lat: y, lng: x };
}

export function toSummary(drive: ToldDrive): DriveSummary {
  return {
    id: drive.id,
    rev: drive.rev,
    title: drive.title,
    description: drive.description,
    distance: drive.distance,
    duration: drive.duration,
    durationSource: drive.durationSource,
    bounds: { north: drive.north, east: drive.east, south: drive.south, west: drive.west },
    overviewPath: drive.overviewPath,
    photos: drive.photos,
    tags: drive.tags,
    starRating: drive.starRating ?? undefined,
    intensityRating: drive.intensityRating ?? undefined,
    roadQualityRating: drive.roadQualityRating ?? undefined,
    trafficRating: drive.trafficRating ?? undefined,
    curviness: {
      value: drive.curviness ?? undefined,
      perKilometer: drive.curvinessPerKilometer ?? undefined,
      enoughDetail: drive.curviness !== null,
    },
    reviewCount: drive.reviewCount,
    startAddress: drive.startAddress,
    endAddress: drive.endAddress,
    startLocation: toLocation(drive.startLocation),
    endLocation: toLocation(drive.endLocation),
    countries: drive.countries,
    creator: drive.ownerId === null ? undefined : { id: drive.ownerId, username: drive.ownerUsername ?? '' },
    createdAt: drive.createdAt.toISOString(),
    tier: drive.tier,
    privacy: drive.privacy,
    status: drive.status,
    official: drive.official,
    approximate: drive.approximate,
    rankings: { world: drive.worldRanked, countries: drive.countryRankings },
  };
}

export function toDirections(route: DriveRoute): Directions {
  return directionsOf({
    path: decodePolyline(route.path),
    waypoints: route.waypoints,
    distanceMeters: route.drive.distance,
    durationSeconds: route.drive.duration,
    approximate: route.drive.approximate,
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
export function versionOf({ rev, popularityRev }: Pick<Drive, 'rev' | 'popularityRev'>): number {
  return rev + popularityRev;
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
