import { distanceMeters, pathLengthMeters } from '@switchback/geo/distance';
import type { LatLng } from '@switchback/geo/location';
import { ROAD_WITHIN_METERS, type Routed } from './router.js';

/** How far a leg may begin from where the one before ends. */
const GAP_METERS_MAX = 50;
/** How far the roads under a track may be from where it is split. */
const OFF_TRACK_METERS_MAX = 100;
/** By how much the roads under a track may be shorter or longer than it: a recorded line wobbles, and cuts corners. */
const STRETCH_MAX = 1.25;

/** Whether there is a leg from each waypoint to the next; routers go to the nearest road they know, however far that is. */
export function joinsWaypoints(routed: Routed, waypoints: readonly LatLng[]): boolean {
  return legsMeet(routed, waypoints, ROAD_WITHIN_METERS);
}

/** Whether roads that were found under a track are those it follows; it may leave the road, or follow one that is not known. */
export function followsTrack(routed: Routed, track: readonly LatLng[], breaks: readonly number[]): boolean {
  const stops = breaks.map((index) => track[index]!);
  const roadMeters = routed.legs.reduce((sum, leg) => sum + leg.distanceMeters, 0);
  const ratio = roadMeters / pathLengthMeters(track);
  return legsMeet(routed, stops, OFF_TRACK_METERS_MAX) && ratio > 1 / STRETCH_MAX && ratio < STRETCH_MAX;
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
