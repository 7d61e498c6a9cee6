import { distanceMeters } from '@switchback/geo/distance';
import type { LatLng } from '@switchback/geo/location';

/** Staying within this distance for this long counts as a stop: a receiver's noise moves a parked car by less. */
const STOP_WITHIN_METERS = 40;
const STOP_MIN_MS = 120_000;
/** A gap of minutes in which the car was slower than a walker counts as a stop with the receiver off. */
const WALKER_METERS_PER_SECOND = 0.5;
/** Maximum number of points compared with the first of a stop, so that no hostile recording takes quadratic time. */
const STOP_POINTS_MAX = 2_000;

/**
 * Returns the seconds in motion between the first and last point, without stops of two minutes or more. Uses the stay
 * points of Li et al., Mining User Similarity Based on Location History, 2008.
 * @param times milliseconds per point; NaN if it has none. A time earlier than the previous one is ignored.
 * @returns null if fewer than two points have a time.
 */
export function secondsInMotion(points: readonly LatLng[], times: readonly number[]): number | null {
  const timed: number[] = [];
  for (const index of points.keys()) {
    const last = timed.at(-1);
    if (last === undefined ? !Number.isNaN(times[index]) : times[index]! >= times[last]!) timed.push(index);
  }
  const [first, last] = [timed[0], timed.at(-1)];
  if (first === undefined || last === undefined || first === last) return null;
  let stoppedMs = 0;
  for (let at = 0; at < timed.length - 1;) {
    const next = firstAway(points, timed, at);
    const stayedMs = times[timed[next - 1]!]! - times[timed[at]!]!;
    if (stayedMs >= STOP_MIN_MS) {
      stoppedMs += stayedMs;
      at = next - 1;
      continue;
    }
    const gapMs = times[timed[at + 1]!]! - times[timed[at]!]!;
    const meters = distanceMeters(points[timed[at]!]!, points[timed[at + 1]!]!);
    if (gapMs >= STOP_MIN_MS && meters / (gapMs / 1_000) < WALKER_METERS_PER_SECOND) stoppedMs += gapMs;
    at += 1;
  }
  return (times[last]! - times[first]! - stoppedMs) / 1_000;
}

/** Returns the first timed point after this one that is not near it; the end of the search if all are near. */
function firstAway(points: readonly LatLng[], timed: readonly number[], at: number): number {
  const end = Math.min(timed.length, at + STOP_POINTS_MAX);
  for (let next = at + 1; next < end; next += 1) {
    if (distanceMeters(points[timed[at]!]!, points[timed[next]!]!) > STOP_WITHIN_METERS) return next;
  }
  return end;
}
