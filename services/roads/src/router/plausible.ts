import { distanceMeters, pathLengthMeters } from '@switchback/geo/distance';
import type { LatLng } from '@switchback/geo/location';
import { type Ends, ROAD_WITHIN_METERS, type Routed } from './router.js';

/** Maximum gap between the end of one leg and the start of the next. */
const GAP_METERS_MAX = 50;
/** Maximum distance between the matched roads and the points where the track is split. */
const OFF_TRACK_METERS_MAX = 100;
/** Maximum ratio between the lengths of matched roads and track: a recorded line wobbles and cuts corners. */
const STRETCH_MAX = 1.25;

/**
 * Returns whether there is a leg from each waypoint to the next. Routers snap to the nearest road they know, however
 * far it is.
 */
export function joinsWaypoints(routed: Routed, waypoints: readonly LatLng[]): boolean {
  return legsMeet(routed, waypoints, ROAD_WITHIN_METERS);
}

/** Returns whether legs begin at the start, join, and lead to the end. */
export function leads(routed: Routed, { start, end }: Ends): boolean {
  const between = routed.legs.slice(1).map(({ path }) => path[0] ?? start);
  return legsMeet(routed, [start, ...between, end], ROAD_WITHIN_METERS);
}

/**
 * Returns whether a track follows the roads matched to it; it may leave the road, or follow one that the router does
 * not know.
 */
export function followsTrack(
  routed: Routed,
  track: readonly LatLng[],
  breaks: readonly number[],
  stretchMax = STRETCH_MAX,
): boolean {
  const stops = breaks.map((index) => track[index]!);
  const roadMeters = routed.legs.reduce((sum, leg) => sum + leg.distanceMeters, 0);
  const ratio = roadMeters / pathLengthMeters(track);
  return legsMeet(routed, stops, OFF_TRACK_METERS_MAX) && ratio > 1 / stretchMax && ratio < stretchMax;
}

function legsMeet({ legs }: Routed, stops: readonly LatLng[], offMetersMax: number): boolean {
  if (legs.length !== stops.length - 1) return false;
  return legs.every(({ path }, index) => {
    const [first, last] = [path[0], path.at(-1)];
    if (!first || !last) return false;
    const before = legs[index - 1]?.path.at(-1) ?? first;
    const isNear = (point: LatLng, stop: LatLng) => distanceMeters(point, stop) <= offMetersMax;
    return (
      isNear(first, stops[index]!) && isNear(last, stops[index + 1]!) && distanceMeters(before, first) <= GAP_METERS_MAX
    );
  });
}
