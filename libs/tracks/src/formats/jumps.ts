import { distanceMeters } from '@switchback/geo/distance';
import type { LatLng } from '@switchback/geo/location';

/** 120 miles per hour: a receiver that reports more has jumped. */
const METERS_PER_SECOND_MAX = (120 * 1_609.344) / 3_600;
/** Receivers that write whole seconds may write several fixes of one second. */
const SAME_SECOND_MS = 1_000;

/** Fixes that follow each other at a plausible speed: indexes from the first to before the end. */
interface Run {
  first: number;
  end: number;
}

/**
 * Returns the indexes of fixes that a car can reach from the rest of the track only faster than 120 mph. The longest run
 * of fixes at a plausible speed counts as right, so that a bad first fix drops only itself. Empty if that would be half
 * of the fixes or more: then the times are wrong.
 * @param times milliseconds per point; NaN if it has none. A point without a time, or with an earlier one than the point
 * before it, is no jump.
 */
export function jumpsOf(points: readonly LatLng[], times: readonly number[]): Set<number> {
  const runs = runsOf(points, times);
  const jumps = new Set<number>();
  if (runs.length < 2) return jumps;
  const isJump = (from: number, to: number) => isTooFast(points, times, from, to);
  const longest = runs.reduce((best, run, index) => (sizeOf(run) > sizeOf(runs[best]!) ? index : best), 0);
  let edge = runs[longest]!.end - 1;
  for (const run of runs.slice(longest + 1)) {
    if (isJump(edge, run.first)) dropRun(run, jumps);
    else edge = run.end - 1;
  }
  edge = runs[longest]!.first;
  for (const run of runs.slice(0, longest).toReversed()) {
    if (isJump(run.end - 1, edge)) dropRun(run, jumps);
    else edge = run.first;
  }
  return 2 * jumps.size < points.length ? jumps : new Set();
}

function runsOf(points: readonly LatLng[], times: readonly number[]): Run[] {
  const runs: Run[] = [];
  let first = 0;
  for (let index = 1; index <= points.length; index += 1) {
    if (index < points.length && !isTooFast(points, times, index - 1, index)) continue;
    runs.push({ first, end: index });
    first = index;
  }
  return runs;
}

function isTooFast(points: readonly LatLng[], times: readonly number[], from: number, to: number): boolean {
  const tookMs = times[to]! - times[from]!;
  if (Number.isNaN(tookMs) || tookMs < 0) return false;
  const seconds = (tookMs === 0 ? SAME_SECOND_MS : tookMs) / 1_000;
  return distanceMeters(points[from]!, points[to]!) > METERS_PER_SECOND_MAX * seconds;
}

function sizeOf({ first, end }: Run): number {
  return end - first;
}

function dropRun({ first, end }: Run, jumps: Set<number>): void {
  for (let index = first; index < end; index += 1) jumps.add(index);
}
