import { distanceMeters } from '@switchback/geo/distance';
import type { LatLng } from '@switchback/geo/location';
import type { RoutedLeg, Via } from '../router/router.js';

/** A shorter way into a road and back is no nuisance. */
const SPUR_METERS_MIN = 150;
/** Meters of the turn at the end of a spur, such as a block of houses. */
const TURN_METERS_MAX = 1_000;

/** Detour via a point on a straight: coordinates are rounded. */
const STRAIGHT_METERS = 0.5;

/** A stretch driven out and back: from a point to a turn and back to that point. Meters from the start of the line. */
interface Spur {
  base: LatLng;
  fromMeters: number;
  toMeters: number;
}

/**
 * Moves via points at which a trip leaves its loop and comes back by the same road to the point where it leaves.
 * @returns null if there is nothing to move.
 */
export function withoutSpurs(legs: readonly RoutedLeg[], vias: readonly Via[]): Via[] | null {
  const { points, atMeters, viaMeters } = lineOf(legs);
  const spurs = spursOf(points, atMeters);
  let isMoved = false;
  const moved = vias.flatMap((via, index): Via[] => {
    const meters = viaMeters[index]!;
    const spur = spurs.find(({ fromMeters, toMeters }) => fromMeters <= meters && meters <= toMeters);
    if (!spur) return [via];
    isMoved = true;
    // The turn of a spur that begins at home has nowhere to move.
    return spur.fromMeters === 0 ? [] : [{ location: spur.base, isOnRoad: true }];
  });
  return isMoved && moved.length > 0 ? moved : null;
}

interface Line {
  points: LatLng[];
  /** One for each point. */
  atMeters: number[];
  /** One for each via point. */
  viaMeters: number[];
}

/** Joins legs; leaves out via points on a straight, where the way back may have no point. */
function lineOf(legs: readonly RoutedLeg[]): Line {
  const line: Line = { points: [], atMeters: [], viaMeters: [] };
  let meters = 0;
  let last: LatLng | undefined;
  for (const [index, { path }] of legs.entries()) {
    const next = legs[index + 1]?.path.find((point) => !isSame(point, path.at(-1)!));
    for (const [at, point] of path.entries()) {
      if (last && isSame(last, point)) continue;
      meters += last ? distanceMeters(last, point) : 0;
      const isPassed = at === path.length - 1 && last && next && isStraight(last, point, next);
      last = point;
      if (isPassed) continue;
      line.points.push(point);
      line.atMeters.push(meters);
    }
    line.viaMeters.push(meters);
  }
  return line;
}

function isSame(a: LatLng, b: LatLng): boolean {
  return a.lat === b.lat && a.lng === b.lng;
}

function isStraight(before: LatLng, at: LatLng, after: LatLng): boolean {
  return distanceMeters(before, at) + distanceMeters(at, after) - distanceMeters(before, after) < STRAIGHT_METERS;
}

/** Finds the stretches of a line that mirror themselves, outermost first. */
function spursOf(points: readonly LatLng[], atMeters: readonly number[]): Spur[] {
  const keys = points.map(keyOf);
  const lastOf = new Map(keys.map((key, index) => [key, index]));
  const spurs: Spur[] = [];
  for (let from = 0; from < keys.length; from += 1) {
    const to = lastOf.get(keys[from]!)!;
    let depth = 0;
    while (from + depth + 1 <= to - depth - 1 && keys[from + depth + 1] === keys[to - depth - 1]) depth += 1;
    const spurMeters = atMeters[from + depth]! - atMeters[from]!;
    const turnMeters = atMeters[to - depth]! - atMeters[from + depth]!;
    if (spurMeters < SPUR_METERS_MIN || turnMeters > Math.max(spurMeters, TURN_METERS_MAX)) continue;
    spurs.push({ base: points[from]!, fromMeters: atMeters[from]!, toMeters: atMeters[to]! });
    from = to;
  }
  return spurs;
}

/** Returns the same number for points within a meter, of the same place on a road. */
function keyOf({ lat, lng }: LatLng): number {
  return Math.round(lat * 1e5) * 1e8 + Math.round(lng * 1e5);
}
