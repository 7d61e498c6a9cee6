import { REVIEW_AXES, type ReviewAxis } from '@switchback/contracts/rules/reviews';
import type { LatLng } from '@switchback/geo/location';
import type { Call } from '@switchback/platform/rpc/call';
import { finishInTurns } from '@switchback/platform/turns';
import { mapperOf } from '@switchback/platform/wire/same-fields';
import { type Directions, type DriveDetails, DriveSummary } from '@switchback/proto/drives/v1/drive';
import type { DriveActivity, DriveEvent } from '@switchback/proto/drives/v1/events';
import type { Drive, DriveRoute, Point } from './drive.entity.js';
import { audienceOf, isKeeper } from './drive.policy.js';
import { directionsOf } from '@switchback/tracks/waypoints/route-legs';
import { shownTags } from './shown-tags.js';

/** Columns that are stored but never published. */
export const INTERNAL_FIELDS = [
  'importKey',
  'contentHash',
  'countryIds',
  'stateIds',
  'claimedStates',
  'changeRequest',
  'zOrder',
  'titleKey',
  'sharesTitle',
  'sceneryVersion',
  'elevationVersion',
  'maneuversVersion',
] as const satisfies (keyof Drive)[];

/** An empty message names every field. */
const FIELDS = Object.keys(DriveSummary.decode(new Uint8Array())) as (keyof DriveSummary)[];

export type SummarizedDrive = Omit<Drive, (typeof INTERNAL_FIELDS)[number]>;

/** A drive with its route, as its readers get it. */
export type DetailedDrive = Omit<DriveRoute, 'drive'> & { drive: SummarizedDrive & Pick<Drive, 'changeRequest'> };

export function toPoint({ lat, lng }: LatLng): Point {
  return { x: lng, y: lat };
}

export function toLocation({ x, y }: Point): LatLng {
  return { lat: y, lng: x };
}

/** Copies plain values that have the same name in both; maps the rest. */
export const toSummary = mapperOf<SummarizedDrive, DriveSummary>(FIELDS, undefined, {
  bounds: ({ north, east, south, west }) => ({ north, east, south, west }),
  starRating: ({ reviewStars, starRating }) => reviewStars ?? starRating ?? undefined,
  intensityRating: ({ reviewIntensity, intensityRating }) => reviewIntensity ?? intensityRating ?? undefined,
  roadQualityRating: ({ reviewRoadQuality, roadQualityRating }) => reviewRoadQuality ?? roadQualityRating ?? undefined,
  trafficRating: ({ reviewTraffic, trafficRating }) => reviewTraffic ?? trafficRating ?? undefined,
  starReviewCount: starReviewCountOf,
  photos: ({ photos }) => photos,
  tags: shownTags,
  curviness: ({ curviness, curvinessPerKilometer, degreesPerKm }) => ({
    value: curviness ?? undefined,
    perKilometer: curvinessPerKilometer ?? undefined,
    enoughDetail: curviness !== null,
    degreesPerKm: degreesPerKm ?? undefined,
  }),
  startLocation: ({ startLocation }) => toLocation(startLocation),
  endLocation: ({ endLocation }) => toLocation(endLocation),
  countries: ({ countries }) => countries,
  creator: ({ ownerId, ownerUsername }) =>
    ownerId === null ? undefined : { id: ownerId, username: ownerUsername ?? '' },
  createdAt: ({ createdAt }) => createdAt.toISOString(),
  rankings: ({ worldRanked, countryRankings }) => ({ world: worldRanked, countries: countryRankings }),
});

/** A row of an older release lacks the number: then it counts every review as one that rates the stars. */
function starReviewCountOf({ reviewStars, starReviewCount, reviewCount }: SummarizedDrive): number {
  return reviewStars === null ? 0 : (starReviewCount ?? reviewCount);
}

/** Returns the ratings that no review gives, but the author does. */
function authorRatingsOf(drive: SummarizedDrive): ReviewAxis[] {
  const reviewed: Record<ReviewAxis, number | null> = {
    starRating: drive.reviewStars,
    intensityRating: drive.reviewIntensity,
    roadQualityRating: drive.reviewRoadQuality,
    trafficRating: drive.reviewTraffic,
  };
  return REVIEW_AXES.filter((axis) => reviewed[axis] === null && drive[axis] !== null);
}

/** Reads a long line over several turns of the event loop. @param signal ends it between two of them. */
export function toDirections(route: DetailedDrive, signal?: AbortSignal): Promise<Directions> {
  const { path, elevation, waypoints, directionsSource, drive } = route;
  return finishInTurns(
    directionsOf({
      path,
      elevation,
      waypoints,
      distanceMeters: drive.distance,
      durationSeconds: drive.duration,
      source: directionsSource ?? (drive.approximate ? 'approximate' : 'track'),
    }),
    signal,
  );
}

/** Returns the whole drive; leaves the fields reserved for its keepers empty for everyone else. */
export async function toDetails(
  route: DetailedDrive,
  { caller, signal }: Pick<Call, 'caller' | 'signal'>,
): Promise<DriveDetails> {
  const { drive } = route;
  const keeper = isKeeper(drive, caller);
  return {
    summary: toSummary(drive),
    path: route.path,
    waypoints: route.waypoints.map(({ label, location, near }) => ({ label, location, near })),
    pointsOfInterest: route.pointsOfInterest,
    directions: await toDirections(route, signal),
    directionsSummary: route.directionsSummary,
    elevation: route.profile ?? undefined,
    authorRatings: authorRatingsOf(drive),
    privateShares: keeper ? drive.sharedWith : [],
    changeRequest: keeper ? drive.changeRequest : {},
  };
}

/**
 * Returns a version that increases with every change. `rev` counts only changes of the drive's own content, so that an
 * editor gets no conflict because a person saved the drive to a list.
 */
export function versionOf({
  rev,
  popularityRev,
  ratingRev,
  photosRev,
}: Pick<Drive, 'rev' | 'popularityRev' | 'ratingRev' | 'photosRev'>): number {
  return rev + popularityRev + ratingRev + photosRev;
}

/** Returns what other services count about a drive. */
export function toActivity(drive: SummarizedDrive): DriveActivity {
  const summary = toSummary(drive);
  const { reviewCount, starReviewCount, starRating, intensityRating, roadQualityRating, trafficRating, photos } =
    summary;
  return {
    id: drive.id,
    rev: versionOf(drive),
    contentRev: drive.rev,
    isPublic: audienceOf(drive).isPublic,
    popularity: drive.popularity,
    reviewCount,
    starReviewCount,
    starRating,
    intensityRating,
    roadQualityRating,
    trafficRating,
    photos,
  };
}

/** Returns the event with the drive's current state, also used by other services to rebuild their copies. */
export function toState({ drive, path }: { drive: SummarizedDrive; path: string }): DriveEvent {
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
