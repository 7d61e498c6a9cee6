import type { LatLng } from '@switchback/geo/location';
import { metersAlong } from '@switchback/geo/measured-line';
import { pointSignificanceMeters } from '@switchback/geo/simplify';
import { LIMITS } from '@switchback/contracts/rules/limits';

/** A shorter leg does not help a maps service to follow the line. */
const LEG_MIN_METERS = 5_000;

/** Reduces stops to as many as a drive may have: the first ones and the last. */
export function limitStops<T>(stops: readonly T[]): T[] {
  const { waypointsMax } = LIMITS;
  return stops.length <= waypointsMax ? [...stops] : [...stops.slice(0, waypointsMax - 1), stops.at(-1)!];
}

/** Returns a sentence about the stops that {@link limitStops} drops from a file or an address; '' if it keeps all. */
export function leftOutStops(source: string, count: number): string {
  const { waypointsMax } = LIMITS;
  const kept = `the first ${waypointsMax - 1} and the last were taken`;
  return count > waypointsMax ? `The ${source} has ${count} stops, and a drive ${waypointsMax} at most: ${kept}.` : '';
}

/**
 * Returns the points of a path (ascending indexes, including both ends, at most 9) that make a maps service follow it.
 * Repeatedly splits the longest leg at the sharpest bend in its middle half, so that legs have similar lengths and no
 * shortcut past a bend is possible. A path needs at least two points.
 */
export function chooseWaypoints(path: readonly LatLng[]): number[] {
  const along = metersAlong(path);
  const bends = pointSignificanceMeters(path);
  const chosen = [0, path.length - 1];
  const whole = new Set<number>();
  while (chosen.length < LIMITS.waypointsMax) {
    const leg = longestLeg(chosen, along, whole);
    if (leg === null) break;
    const split = sharpestBend(bends, along, chosen[leg]!, chosen[leg + 1]!);
    if (split === null) whole.add(chosen[leg]!);
    else chosen.splice(leg + 1, 0, split);
  }
  return chosen;
}

/** Returns the longest leg worth splitting; legs that start at one of `whole` cannot be split. */
function longestLeg(chosen: number[], along: Float64Array, whole: Set<number>): number | null {
  let longest: number | null = null;
  let longestMeters = 2 * LEG_MIN_METERS;
  for (let leg = 0; leg < chosen.length - 1; leg += 1) {
    const lengthMeters = along[chosen[leg + 1]!]! - along[chosen[leg]!]!;
    if (lengthMeters > longestMeters && !whole.has(chosen[leg]!)) {
      longest = leg;
      longestMeters = lengthMeters;
    }
  }
  return longest;
}

function sharpestBend(bends: Float64Array, along: Float64Array, first: number, last: number): number | null {
  const quarterMeters = (along[last]! - along[first]!) / 4;
  let sharpest: number | null = null;
  for (let index = first + 1; index < last; index += 1) {
    const isInMiddle = along[index]! >= along[first]! + quarterMeters && along[index]! <= along[last]! - quarterMeters;
    if (isInMiddle && (sharpest === null || bends[index]! > bends[sharpest]!)) sharpest = index;
  }
  return sharpest;
}
