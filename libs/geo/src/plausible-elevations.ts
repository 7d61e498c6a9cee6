import { distanceMeters } from './distance.js';
import type { ElevatedPoint } from './elevation.js';

/** Steeper than any road, and the jumps of a receiver that still has a fix. */
const GRADE_MAX = 0.4;
const JUMP_METERS_MAX = 30;
/** A receiver that corrects itself jumps once, by no more than this; what follows is as good as what came before. */
const CORRECTION_METERS_MAX = 150;
/** Share of the heights that may be left out to avoid a correction. */
const CORRECTION_SHARE = 0.2;
/** Earlier runs that a run may continue, which bounds the time that a hostile line takes. */
const LOOKBACK = 100;

/** Consecutive known heights without a step that no road has. */
interface Run {
  /** Indexes of its first and last height. */
  from: number;
  to: number;
  count: number;
  isZero: boolean;
  /** Heights of the best sequence of runs that ends with this one, and the run before it. */
  score: number;
  before: Run | null;
}

/**
 * Leaves out heights that a road cannot have: a step steeper than any road, and back again or at an end, however many
 * in a row. Keeps the longest sequence of heights without such steps; zeros beyond a step are unknown heights.
 * @returns the points, and the number of heights left out.
 */
export function plausibleElevations(line: readonly ElevatedPoint[]): { points: ElevatedPoint[]; leftOut: number } {
  const along = new Float64Array(line.length);
  for (let index = 1; index < line.length; index += 1) {
    along[index] = along[index - 1]! + distanceMeters(line[index - 1]!, line[index]!);
  }
  /** Returns by how much a step exceeds what a road may have. */
  const excessOf = (from: number, to: number): number => {
    const rise = line[to]!.elevation! - line[from]!.elevation!;
    return (rise < 0 ? -rise : rise) - JUMP_METERS_MAX - GRADE_MAX * (along[to]! - along[from]!);
  };
  const runs = runsOf(line, excessOf);
  if (runs.length < 2) return { points: [...line], leftOut: 0 };
  const retained = new Set<number>();
  for (let run: Run | null = bestOf(runs, excessOf); run; run = run.before) {
    for (let index = run.from; index <= run.to; index += 1) retained.add(index);
  }
  let leftOut = 0;
  const points = line.map((point, index) => {
    if (point.elevation === undefined || retained.has(index)) return point;
    leftOut += 1;
    return { lat: point.lat, lng: point.lng };
  });
  return { points, leftOut };
}

function runsOf(line: readonly ElevatedPoint[], excessOf: (from: number, to: number) => number): Run[] {
  const runs: Run[] = [];
  for (const [index, { elevation }] of line.entries()) {
    if (elevation === undefined) continue;
    const run = runs.at(-1);
    if (run && excessOf(run.to, index) <= 0) {
      run.to = index;
      run.count += 1;
      run.isZero &&= elevation === 0;
    } else {
      runs.push({ from: index, to: index, count: 1, isZero: elevation === 0, score: 0, before: null });
    }
  }
  return runs;
}

/** Returns the last run of the best sequence. */
function bestOf(runs: readonly Run[], excessOf: (from: number, to: number) => number): Run {
  const known = runs.reduce((sum, { count }) => sum + count, 0);
  let best = runs[0]!;
  for (const [index, run] of runs.entries()) {
    const own = run.isZero ? 0 : run.count;
    run.score = own;
    for (let at = index - 1; at >= 0 && at >= index - LOOKBACK; at -= 1) {
      const before = runs[at]!;
      const excess = excessOf(before.to, run.from);
      if (excess > 0 && (at < index - 1 || excess > CORRECTION_METERS_MAX)) continue;
      const score = before.score + own - (excess > 0 ? CORRECTION_SHARE * known : 0);
      if (score > run.score) [run.score, run.before] = [score, before];
    }
    if (run.score > best.score) best = run;
  }
  return best;
}
