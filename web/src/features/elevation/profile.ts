/** Meters from the start of the profile, and meters above sea level. */
export type ProfilePoint = readonly [meters: number, height: number];

/** Heights along a line. */
export interface Profile {
  totalMeters: number;
  /** Stretches with known heights, in order; distances never decrease. */
  runs: readonly (readonly ProfilePoint[])[];
}

export interface Climb {
  gainMeters: number;
  lossMeters: number;
}

/** A summit must rise this much above the road on both of its sides to count as a pass. */
const PASS_METERS_MIN = 80;
const PASSES_MAX = 5;
/** A grade is that of this many meters, or of this share of a long profile, whose points are further apart. */
const GRADE_METERS = 200;
const GRADE_SHARE = 1 / 150;

/** Returns a profile without gaps, such as that of one drive. */
export function profileOf(points: readonly ProfilePoint[]): Profile {
  return { totalMeters: points.at(-1)?.[0] ?? 0, runs: [points] };
}

/** Returns the height at a distance, interpolated; null where heights are unknown. */
export function heightAt(profile: Profile, meters: number): number | null {
  const run = runAt(profile, meters);
  return run === undefined ? null : interpolated(run, meters);
}

/** Returns the grade in percent around a distance, negative downhill; null where heights are unknown. */
export function gradeAt(profile: Profile, meters: number): number | null {
  const half = Math.max(GRADE_METERS, profile.totalMeters * GRADE_SHARE) / 2;
  const run = runAt(profile, meters);
  if (run === undefined) return null;
  const [from, to] = [Math.max(run[0]![0], meters - half), Math.min(run.at(-1)![0], meters + half)];
  return to > from ? (100 * (interpolated(run, to) - interpolated(run, from))) / (to - from) : null;
}

function runAt({ runs }: Profile, meters: number): readonly ProfilePoint[] | undefined {
  return runs.find((points) => points.length > 0 && points[0]![0] <= meters && meters <= points.at(-1)![0]);
}

/** Sums up the ascent and descent of a stretch; null if none of its heights are known. */
export function climbOver({ runs }: Profile, fromMeters: number, toMeters: number): Climb | null {
  const climb: Climb = { gainMeters: 0, lossMeters: 0 };
  let isKnown = false;
  for (const run of runs) {
    const points = cut(run, fromMeters, toMeters);
    isKnown ||= points.length > 1;
    for (let index = 1; index < points.length; index += 1) {
      const rise = points[index]![1] - points[index - 1]![1];
      if (rise > 0) climb.gainMeters += rise;
      else climb.lossMeters -= rise;
    }
  }
  return isKnown ? climb : null;
}

/**
 * Returns the passes: summits that rise at least 80 m above the lowest point between them and higher ground, or the
 * end, on either side. The five most prominent ones at most, in travel order.
 */
export function passesOf({ runs }: Profile): ProfilePoint[] {
  return runs
    .flatMap((points) =>
      points.flatMap((point, index) => {
        const isSummit =
          index > 0 &&
          index < points.length - 1 &&
          point[1] >= points[index - 1]![1] &&
          point[1] > points[index + 1]![1];
        if (!isSummit) return [];
        const prominence = point[1] - Math.max(lowNext(points, index, -1), lowNext(points, index, 1));
        return prominence >= PASS_METERS_MIN ? [{ point, prominence }] : [];
      }),
    )
    .sort((a, b) => b.prominence - a.prominence)
    .slice(0, PASSES_MAX)
    .map(({ point }) => point)
    .sort((a, b) => a[0] - b[0]);
}

/** Returns the lowest height between a summit and the next higher point in a direction, or the end. */
function lowNext(points: readonly ProfilePoint[], summit: number, step: 1 | -1): number {
  const top = points[summit]![1];
  let low = top;
  for (let index = summit + step; index >= 0 && index < points.length; index += step) {
    const height = points[index]![1];
    if (height > top) break;
    low = Math.min(low, height);
  }
  return low;
}

function cut(run: readonly ProfilePoint[], fromMeters: number, toMeters: number): ProfilePoint[] {
  if (run.length === 0) return [];
  const [from, to] = [Math.max(run[0]![0], fromMeters), Math.min(run.at(-1)![0], toMeters)];
  if (from >= to) return [];
  const within = run.filter(([meters]) => meters > from && meters < to);
  return [[from, interpolated(run, from)], ...within, [to, interpolated(run, to)]];
}

/** @param meters within the run */
function interpolated(run: readonly ProfilePoint[], meters: number): number {
  let [low, high] = [0, run.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (run[middle]![0] <= meters) low = middle;
    else high = middle;
  }
  const [[startMeters, start], [endMeters, end]] = [run[low]!, run[high]!];
  if (endMeters <= startMeters) return end;
  return start + ((end - start) * (meters - startMeters)) / (endMeters - startMeters);
}
