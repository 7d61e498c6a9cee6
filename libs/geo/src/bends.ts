import { distanceMeters, pathLengthMeters } from './distance.js';
import { type Turns, turnsOf } from './heading-change.js';
import type { LatLng } from './location.js';
import { lineLengthMeters, partsOf } from './parts.js';

/** A stretch of a line, by the meters driven from the line's start. */
export interface Stretch {
  fromMeters: number;
  lengthMeters: number;
  degreesPerKm: number;
}

/** Headings compared within the shortest stretch, about 5 km, and within the steps by which it grows, about 1 km. */
const STRETCH_TURNS = 33;
const GROWTH_TURNS = 7;
/** A stretch grows as long as the next kilometer turns this much, compared with the most winding 5 km. */
const GROWTH_SHARE = 0.75;

/**
 * Finds the stretch of a line that turns most: its most winding 5 km, and the kilometers around them that turn nearly as
 * much. Returns null if no part of the line has 5 km.
 */
export function bestStretch(line: readonly LatLng[]): Stretch | null {
  let best: Stretch | null = null;
  let passedMeters = 0;
  for (const part of partsOf(line)) {
    const found = bestOfPart(turnsOf(part));
    if (found && found.degreesPerKm > (best?.degreesPerKm ?? 0)) {
      best = { ...found, fromMeters: passedMeters + found.fromMeters };
    }
    passedMeters += pathLengthMeters(part);
  }
  return best;
}

function bestOfPart({ degrees, spacingMeters }: Turns): Stretch | null {
  const sums = [0];
  for (const turn of degrees) sums.push(sums.at(-1)! + Math.abs(turn));
  const meanOf = (from: number, to: number) => (sums[to]! - sums[from]!) / (to - from);
  let from = 0;
  for (let start = 1; start + STRETCH_TURNS <= degrees.length; start += 1) {
    if (meanOf(start, start + STRETCH_TURNS) > meanOf(from, from + STRETCH_TURNS)) from = start;
  }
  let to = from + STRETCH_TURNS;
  if (to > degrees.length) return null;
  const enough = GROWTH_SHARE * meanOf(from, to);
  while (from >= GROWTH_TURNS && meanOf(from - GROWTH_TURNS, from) >= enough) from -= GROWTH_TURNS;
  while (to + GROWTH_TURNS <= degrees.length && meanOf(to, to + GROWTH_TURNS) >= enough) to += GROWTH_TURNS;
  const lengthMeters = (to - from) * spacingMeters;
  return { fromMeters: from * spacingMeters, lengthMeters, degreesPerKm: meanOf(from, to) / (spacingMeters / 1_000) };
}

const HAIRPIN_SPACING_METERS = 10;
/** Steps in which a hairpin turns, 90 m, and the steps before and after it, in which the road leads there and away. */
const HAIRPIN_STEPS = 9;
const APPROACH_STEPS = 4;
const HAIRPIN_DEGREES = 150;
/** The roads to and from a hairpin are nearly straight, unlike the jitter of a recording while the car stands still. */
const STRAIGHT_SHARE = 0.75;
/** Width of the tightest hairpin: a road driven there and back is narrower. */
const WIDTH_MIN_METERS = 6;
/** Longer lines would take seconds. */
const HAIRPINS_MAX_METERS = 1_000_000;

/**
 * Counts the hairpins of a line: places where the road turns by at least 150 degrees within 90 m. Only meaningful for a
 * line detailed enough to show its bends; 0 for one of more than 1,000 km.
 */
export function countHairpins(line: readonly LatLng[]): number {
  return hairpinsOf(line).length;
}

/** Returns the meters driven from the line's start to each hairpin that {@link countHairpins} counts. */
export function hairpinsOf(line: readonly LatLng[]): number[] {
  if (lineLengthMeters(line) > HAIRPINS_MAX_METERS) return [];
  let passedMeters = 0;
  return partsOf(line).flatMap((part) => {
    const from = passedMeters;
    passedMeters += pathLengthMeters(part);
    return hairpinsOfPart(turnsOf(part, HAIRPIN_SPACING_METERS)).map((meters) => from + meters);
  });
}

function hairpinsOfPart({ points, degrees, spacingMeters }: Turns): number[] {
  const found: number[] = [];
  for (let index = APPROACH_STEPS; index + HAIRPIN_STEPS + APPROACH_STEPS < points.length; index += 1) {
    const turned = degrees.slice(index, index + HAIRPIN_STEPS - 1).reduce((sum, turn) => sum + turn, 0);
    if (Math.abs(turned) < HAIRPIN_DEGREES || !leadsThroughHairpin(points, index)) continue;
    found.push(index * spacingMeters);
    index += HAIRPIN_STEPS;
  }
  return found;
}

function leadsThroughHairpin(points: readonly LatLng[], start: number): boolean {
  const end = start + HAIRPIN_STEPS;
  const [before, into, out, after] = [start - APPROACH_STEPS, start, end, end + APPROACH_STEPS].map(
    (at) => points[at]!,
  );
  const straightMeters = STRAIGHT_SHARE * APPROACH_STEPS * HAIRPIN_SPACING_METERS;
  return (
    distanceMeters(before!, into!) >= straightMeters &&
    distanceMeters(out!, after!) >= straightMeters &&
    distanceMeters(into!, out!) >= WIDTH_MIN_METERS
  );
}
