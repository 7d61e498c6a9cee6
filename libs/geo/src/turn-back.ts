import { distanceMeters } from './distance.js';
import type { LatLng } from './location.js';
import { measuredLine, metersAlong } from './measured-line.js';

/** Points of one road in two answers of a router differ by less: they are rounded to the fifth decimal. */
const SAME_POINT_METERS = 2;
/** Distance between two places that are compared, at most. */
const STEP_METERS = 20;
/** A shorter way back is none: two lines that go straight on are that near to each other where they meet. */
const TURN_BACK_MIN_METERS = 10;

/**
 * Returns how far a line leads back along the one that ends where it starts, in meters: the way to a place off the road
 * and back. 0 if it does not turn back there.
 * @param maxMeters beyond this, the way back is not followed.
 */
export function turnBackMeters(before: readonly LatLng[], after: readonly LatLng[], maxMeters: number): number {
  const [there, back] = [measuredLine(before.toReversed()), measuredLine(after)];
  let same = 0;
  for (const meters of placesOf(before.toReversed(), after, maxMeters)) {
    const [a, b] = [there.locationAt(meters), back.locationAt(meters)];
    if (a === null || b === null || distanceMeters(a, b) > SAME_POINT_METERS) break;
    same = meters;
  }
  return same < TURN_BACK_MIN_METERS ? 0 : same;
}

/** The distances of all points of both lines, as roads part at points, and steps between them; ascending. */
function placesOf(before: readonly LatLng[], after: readonly LatLng[], maxMeters: number): number[] {
  const [there, back] = [metersAlong(before), metersAlong(after)];
  const end = Math.min(maxMeters, there.at(-1) ?? 0, back.at(-1) ?? 0);
  const steps = Array.from({ length: Math.ceil(end / STEP_METERS) }, (_, step) => step * STEP_METERS);
  return [...there, ...back, ...steps, end].filter((meters) => meters <= end).toSorted((a, b) => a - b);
}
