import type { DirectionsSource } from '@switchback/contracts/rules/drives';
import type { ElevatedPoint } from '@switchback/geo/elevation';
import type { LatLng } from '@switchback/geo/location';
import type { Maneuver } from '@switchback/proto/drives/v1/drive';
import { WAYPOINT_GAP_METERS } from '@switchback/tracks/waypoints/place-on-line';

/** Search radius for a road at a waypoint: a drive may miss its waypoints by no more. */
export const ROAD_WITHIN_METERS = WAYPOINT_GAP_METERS;

/** The route from one waypoint to the next. Distances in meters, durations in seconds. */
export interface RoutedLeg {
  path: ElevatedPoint[];
  distanceMeters: number;
  durationSeconds: number;
  /** Absent if the router reports none. */
  maneuvers?: Maneuver[] | undefined;
  /** Length of it on motorways; 0 if the router does not report them. */
  motorwayMeters?: number;
}

export interface Routed {
  source: DirectionsSource;
  /** One fewer than the waypoints. */
  legs: RoutedLeg[];
}

/** A point that a route passes on its way. */
export interface Via {
  location: LatLng;
  /** Whether it is a point of a road; otherwise any through road within the search radius will do. */
  isOnRoad: boolean;
}

/** The places at which a route begins and ends; the same one for a round trip. */
export interface Ends {
  start: LatLng;
  end: LatLng;
}

export interface ThroughOptions {
  /** Whether to avoid highways. */
  curvy: boolean;
  /** Whether it may take unpaved roads. */
  unpaved: boolean;
  /** Whether turns and heights are needed: most routes of a search are only compared. Then it has one leg. */
  isShown: boolean;
  /** Whether it may turn around at a via point. */
  turnsAround: boolean;
  /** Search radius for a road at a via point that is not on one. */
  withinMeters: number;
}

/** The router is still preparing its roads and will become ready by itself. */
export class RouterStarting extends Error {
  override readonly name = 'RouterStarting';
}

/** No router answered, whatever was asked: the connection failed, or the process is down. */
export class RouterUnreachable extends Error {
  override readonly name = 'RouterUnreachable';
}

/**
 * Why there is no route: no roads, or none that meet; roads still in preparation; a failed router; no answer to this
 * request in time; too many other requests.
 */
export type Missing = 'noRoads' | 'starting' | 'away' | 'late' | 'busy';

/** A router's result, or the reason why there is none. */
export type Found = { routed: Routed; why: null } | { routed: null; why: Missing };

/** Time limit of a request, from its start. A router may interrupt the work on one that takes longer. */
export const PATIENCE_MS = 2_000;

/** A line is recorded on the road, or coarse: points far apart, drawn or simplified up to 100 m off the road. */
export type TrackKind = 'recorded' | 'coarse';

/** Finds the route by car through waypoints in order, or the roads under a track. */
export interface Router {
  /** Requests that it works on concurrently; one if absent. */
  readonly slots?: number;
  /**
   * @param waypoints two to nine.
   * @returns null if it has no roads there, or no route.
   * @throws RouterStarting, RouterUnreachable; Error if its response cannot be read; the signal's reason.
   */
  route(waypoints: readonly LatLng[], signal: AbortSignal): Promise<Routed | null>;
  /**
   * Finds the route through points for the sake of the drive: without ferries, a leg to each point and one to the end.
   * Absent if each request costs money, as Google's do: a plan takes a hundred.
   * @returns null if it has no roads there, or no route.
   * @throws RouterStarting, RouterUnreachable; Error if its response cannot be read; the signal's reason.
   */
  through?(ends: Ends, vias: readonly Via[], options: ThroughOptions, signal: AbortSignal): Promise<Routed | null>;
  /** Matches a line to roads, split at the points with these indexes; absent or null if it cannot. */
  match?(
    track: readonly LatLng[],
    breaks: readonly number[],
    signal: AbortSignal,
    kind: TrackKind,
  ): Promise<Routed | null>;
}
