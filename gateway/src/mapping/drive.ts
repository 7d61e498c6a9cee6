import type { DriveDetails, Directions, Elevation, Maneuver } from '@switchback/contracts/resources/drive';
import { WAY_TASTES } from '@switchback/contracts/rules/directions';
import { DIRECTIONS_SOURCES, ELEVATION_SOURCES } from '@switchback/contracts/rules/drives';
import { REVIEW_AXES } from '@switchback/contracts/rules/reviews';
import type { Caller } from '@switchback/platform/rpc/call';
import { curvinessFineOf, toSummary } from '@switchback/platform/wire/drive-summary';
import { present, word } from '@switchback/platform/wire/values';
import type * as proto from '@switchback/proto/drives/v1/drive';

/**
 * Maps a whole drive for the browser, without its reviews, which another service has. Its owner and staff get
 * `privateShares` even if empty.
 */
export function toDetails(drive: proto.DriveDetails, caller: Caller | null = null): DriveDetails {
  const summary = present(drive.summary, 'summary');
  const isKeeper = caller !== null && (caller.accountType === 'admin' || caller.userId === summary.creator?.id);
  return {
    ...toSummary(summary),
    path: drive.path,
    waypoints: drive.waypoints.map(toDriveWaypoint),
    pointsOfInterest: drive.pointsOfInterest.map(toDriveWaypoint),
    directions: toDirections(present(drive.directions, 'directions')),
    directionsSummary: drive.directionsSummary,
    curvinessFine: curvinessFineOf(summary),
    elevation: drive.elevation ? toElevation(drive.elevation) : null,
    authorRatings: drive.authorRatings.map((axis) => word(REVIEW_AXES, axis)),
    isPrivate: summary.privacy === 'private',
    reviews: [],
    ...(isKeeper && { privateShares: drive.privateShares }),
    ...(Object.keys(drive.changeRequest).length > 0 && { changeRequest: drive.changeRequest }),
  };
}

function toElevation({ source, steepest, profileMeters, profileHeights, ...heights }: proto.Elevation): Elevation {
  return {
    ...heights,
    source: word(ELEVATION_SOURCES, source),
    steepest: steepest ?? null,
    profile: profileMeters.map((meters, index) => [meters, profileHeights[index]!]),
  };
}

export function toDirections({ source, legs }: proto.Directions): Directions {
  return {
    source: word(DIRECTIONS_SOURCES, source),
    legs: legs.map(({ taste, maneuvers, ...leg }) => ({
      ...leg,
      start: toWaypoint(leg.start),
      end: toWaypoint(leg.end),
      taste: taste === undefined ? undefined : word(WAY_TASTES, taste),
      maneuvers: toManeuvers(maneuvers),
    })),
  };
}

/** Returns null where no router knows the roads. */
export function toManeuvers(maneuvers: proto.Maneuvers | undefined): Maneuver[] | null {
  return maneuvers ? maneuvers.items.map(toManeuver) : null;
}

function toManeuver({ type, along, road, exit, text }: proto.Maneuver): Maneuver {
  return { type, along, road, exit: exit ?? null, text };
}

function toDriveWaypoint(input: proto.Waypoint) {
  const waypoint = toWaypoint(input);
  return { ...waypoint, value: { location: waypoint.location }, ...(input.near && { near: true as const }) };
}

export function toWaypoint(waypoint: proto.Waypoint | undefined) {
  const { label, location } = present(waypoint, 'waypoint');
  return { label, location: present(location, 'location') };
}
