import type { DirectionsSource } from '@switchback/contracts/rules/drives';
import type { ElevatedPoint } from '@switchback/geo/elevation';
import type { LatLng } from '@switchback/geo/location';
import type { Maneuver } from '@switchback/proto/drives/v1/service';
import { WAYPOINT_GAP_METERS } from '../authoring/place-on-line.js';

/** A waypoint without a road so near has none: a drive may miss its waypoints by no more. */
export const ROAD_WITHIN_METERS = WAYPOINT_GAP_METERS;

/** The way from one waypoint to the next. Distances in meters, durations in seconds. */
export interface RoutedLeg {
  path: ElevatedPoint[];
  distanceMeters: number;
  durationSeconds: number;
}

export interface Routed {
  source: DirectionsSource;
  /** One less than the waypoints. */
  legs: RoutedLeg[];
  /** Empty where the router tells of no turns. */
  maneuvers: Maneuver[];
}

/** It has its roads still to prepare, and will answer by itself. */
export class RouterStarting extends Error {
  override readonly name = 'RouterStarting';
}

/** Finds the way by car between waypoints in their order, or the roads under a track. */
export interface Router {
  /**
   * @param waypoints two to nine.
   * @returns null where it has no roads, or no way.
   * @throws RouterStarting; Error when it is away, or answers what cannot be read.
   */
  route(waypoints: readonly LatLng[], signal: AbortSignal): Promise<Routed | null>;
  /** Roads under a recorded line, split at the points with these indexes; absent or null where it cannot tell. */
  match?(track: readonly LatLng[], breaks: readonly number[], signal: AbortSignal): Promise<Routed | null>;
}
