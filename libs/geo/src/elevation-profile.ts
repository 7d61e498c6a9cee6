import { distanceMeters } from './distance.js';
import type { ElevatedPoint } from './elevation.js';
import { extremesOf } from './extremes.js';
import { partsOf } from './parts.js';

/** Heights along a line, in meters. Distances along the line leave out the gaps between its parts. */
export interface ElevationProfile {
  gainMeters: number;
  lossMeters: number;
  highestMeters: number;
  /** The kilometer with the steepest mean grade, negative downhill; null if no part is a kilometer long. */
  steepest: { fromMeters: number; percent: number } | null;
  /** Distance along the line and height, at most 400; the distance never decreases. */
  profile: [meters: number, height: number][];
}

/** Spacing of the samples; wider on lines of over {@link SAMPLES_MAX} of them. */
const SPACING_METERS = 30;
const SAMPLES_MAX = 50_000;
/** Part of a line whose heights suffice for a profile with gaps. */
const KNOWN_SHARE_MIN = 0.1;
/** Longest stretch without heights that is interpolated. */
const GAP_METERS_MAX = 1_000;
/** Width of the moving average: that of gpx.studio. */
const WINDOW_METERS = 100;
/** Lowest climb or descent that counts: what remains of noise within 3 m after smoothing is lower. */
const CLIMB_METERS_MIN = 5;
const STEEPEST_METERS = 1_000;
/** Rises that differ by less are equal. */
const EQUAL_METERS = 1e-6;
const PROFILE_POINTS_MAX = 400;

/** A stretch of the line with heights, in order: distances from its own start, and the height at each. */
interface Stretch {
  fromMeters: number;
  meters: Float64Array;
  heights: Float64Array;
}

/** Smoothed heights at equal steps along a stretch. */
interface Samples {
  fromMeters: number;
  stepMeters: number;
  heights: Float64Array;
}

/**
 * Measures the heights along a line, which may have several parts (see parts.ts). Smooths them by a moving average over
 * 100 m of distance, as gpx.studio does, then counts climbs from a low to a high point, each of at least 5 m, as Strava
 * does (https://support.strava.com/hc/en-us/articles/216917087): noise of a few meters adds up to nothing, and a climb
 * that counts is counted whole.
 * @param mayHaveGaps interpolates the heights of a line that are unknown over more than a kilometer, so that their gain
 * is the least that the road between may have; leaves out ends.
 * @returns null if heights are unknown over more than a kilometer, with gaps over most of the line, or if the line has
 * no length.
 */
export function elevationProfile(
  line: readonly ElevatedPoint[],
  { mayHaveGaps = false }: { mayHaveGaps?: boolean } = {},
): ElevationProfile | null {
  const { stretches, totalMeters, bridgedMeters } = stretchesOf(line, mayHaveGaps);
  const known = stretches.filter((stretch) => lengthOf(stretch) > 0);
  const knownMeters = known.reduce((sum, stretch) => sum + lengthOf(stretch), 0);
  // Adding up lengths in another order rounds differently.
  const isKnown = knownMeters - bridgedMeters > (mayHaveGaps ? KNOWN_SHARE_MIN : 1 - EQUAL_METERS) * totalMeters;
  if (!isKnown) return null;
  const spacingMeters = Math.max(SPACING_METERS, knownMeters / SAMPLES_MAX);
  const samples = known.map((stretch) => sample(stretch, spacingMeters));
  const climbs = samples.map(({ heights }) => climbOf(heights));
  return {
    gainMeters: toTenths(climbs.reduce((sum, { gain }) => sum + gain, 0)),
    lossMeters: toTenths(climbs.reduce((sum, { loss }) => sum + loss, 0)),
    highestMeters: toTenths(samples.reduce((top, { heights }) => heights.reduce(larger, top), -Infinity)),
    steepest: steepestOf(samples),
    profile: profileOf(samples),
  };
}

/** Returns the stretches with heights, the length of all parts, and that of the long gaps that were interpolated. */
function stretchesOf(
  line: readonly ElevatedPoint[],
  mayHaveGaps: boolean,
): { stretches: Stretch[]; totalMeters: number; bridgedMeters: number } {
  const stretches: Stretch[] = [];
  let [totalMeters, bridgedMeters] = [0, 0];
  for (const part of partsOf(line)) {
    const meters = new Float64Array(part.length);
    for (let index = 1; index < part.length; index += 1) {
      meters[index] = meters[index - 1]! + distanceMeters(part[index - 1]!, part[index]!);
    }
    const heights = Float64Array.from(part, ({ elevation }) => elevation ?? NaN);
    const { ranges, bridgedMeters: bridged } = knownRanges(meters, heights, mayHaveGaps);
    bridgedMeters += bridged;
    for (const [from, to] of ranges) {
      const start = meters[from]!;
      stretches.push({
        fromMeters: totalMeters + start,
        meters: meters.slice(from, to).map((along) => along - start),
        heights: heights.slice(from, to),
      });
    }
    totalMeters += meters.at(-1) ?? 0;
  }
  return { stretches, totalMeters, bridgedMeters };
}

/** Fills the gaps that may be filled. @returns the ranges between the others. */
function knownRanges(
  meters: Float64Array,
  heights: Float64Array,
  mayHaveGaps: boolean,
): { ranges: [from: number, to: number][]; bridgedMeters: number } {
  const ranges: [number, number][] = [];
  let bridgedMeters = 0;
  let from = 0;
  let known = -1;
  for (let index = 0; index <= heights.length; index += 1) {
    if (index < heights.length && Number.isNaN(heights[index]!)) continue;
    if (index - known > 1 && !fillGap(meters, heights, known, index, GAP_METERS_MAX)) {
      if (mayHaveGaps && fillGap(meters, heights, known, index, known < 0 || index === heights.length ? 0 : Infinity)) {
        bridgedMeters += meters[index]! - meters[known]!;
      } else {
        ranges.push([from, known + 1]);
        from = index;
      }
    }
    known = index;
  }
  ranges.push([from, heights.length]);
  return { ranges: ranges.filter(([start, end]) => end > start), bridgedMeters };
}

/**
 * Interpolates the heights between two points that have one; extends the known ones to the ends of the part.
 * @param before -1 at the start. @param after the number of points at the end.
 * @returns whether the gap is short enough.
 */
function fillGap(
  meters: Float64Array,
  heights: Float64Array,
  before: number,
  after: number,
  metersMax: number,
): boolean {
  const isOpen = before < 0 || after === heights.length;
  if (before < 0 && after === heights.length) return false;
  const from = Math.max(before, 0);
  const to = Math.min(after, heights.length - 1);
  const span = meters[to]! - meters[from]!;
  if (span > metersMax) return false;
  const start = heights[before < 0 ? after : before]!;
  const rise = isOpen ? 0 : heights[after]! - start;
  for (let index = before + 1; index < after; index += 1) {
    heights[index] = start + (span > 0 ? ((meters[index]! - meters[from]!) / span) * rise : 0);
  }
  return true;
}

function lengthOf({ meters }: Stretch): number {
  return meters[meters.length - 1] ?? 0;
}

/**
 * Averages the heights over the window around each sample, which is narrower towards the ends, so that they keep their
 * height.
 */
function sample(stretch: Stretch, spacingMeters: number): Samples {
  const lengthMeters = lengthOf(stretch);
  const steps = Math.ceil(lengthMeters / spacingMeters);
  const stepMeters = lengthMeters / steps;
  // The ends of the window move only forward, each on its own.
  const areaTo = [areaUnder(stretch), areaUnder(stretch)] as const;
  const heights = new Float64Array(steps + 1);
  for (let step = 1; step < steps; step += 1) {
    const at = step * stepMeters;
    const half = Math.min(WINDOW_METERS / 2, at, lengthMeters - at);
    heights[step] = (areaTo[1](at + half) - areaTo[0](at - half)) / (2 * half);
  }
  heights[0] = stretch.heights[0]!;
  heights[steps] = stretch.heights[stretch.heights.length - 1]!;
  return { fromMeters: stretch.fromMeters, stepMeters, heights };
}

/** Returns the integral of the heights from the start to a distance; distances must not decrease between calls. */
function areaUnder({ meters, heights }: Stretch): (toMeters: number) => number {
  let index = 0;
  let area = 0;
  return (toMeters) => {
    while (index < meters.length - 2 && meters[index + 1]! < toMeters) {
      area += ((heights[index]! + heights[index + 1]!) / 2) * (meters[index + 1]! - meters[index]!);
      index += 1;
    }
    const run = toMeters - meters[index]!;
    const span = meters[index + 1]! - meters[index]!;
    const rise = span > 0 ? ((heights[index + 1]! - heights[index]!) * run) / span : 0;
    return area + (heights[index]! + rise / 2) * run;
  };
}

/** Adds up the climbs and descents between turning points, each of which is at least the minimum away from the next. */
function climbOf(heights: Float64Array): { gain: number; loss: number } {
  let [gain, loss] = [0, 0];
  let [low, high] = [heights[0]!, heights[0]!];
  /** 1 while it climbs, -1 while it descends, 0 until either is certain. */
  let direction = 0;
  for (const height of heights) {
    if (direction <= 0 && height - low >= CLIMB_METERS_MIN) {
      if (direction < 0) loss += high - low;
      [direction, high] = [1, height];
    } else if (direction >= 0 && high - height >= CLIMB_METERS_MIN) {
      if (direction > 0) gain += high - low;
      [direction, low] = [-1, height];
    }
    if (direction >= 0 && height > high) high = height;
    if (direction <= 0 && height < low) low = height;
  }
  if (direction > 0) gain += high - low;
  if (direction < 0) loss += high - low;
  return { gain, loss };
}

function steepestOf(samples: readonly Samples[]): ElevationProfile['steepest'] {
  let steepest: { fromMeters: number; rise: number } | null = null;
  for (const { fromMeters, stepMeters, heights } of samples) {
    const steps = STEEPEST_METERS / stepMeters;
    for (let index = 0; index + steps <= heights.length - 1; index += 1) {
      const rise = heightAt(heights, index + steps) - heights[index]!;
      // Rounding must not decide between equal grades: the first one wins.
      if (steepest && Math.abs(rise) <= Math.abs(steepest.rise) + EQUAL_METERS) continue;
      steepest = { fromMeters: fromMeters + index * stepMeters, rise };
    }
  }
  if (!steepest) return null;
  const percent = toTenths((steepest.rise / STEEPEST_METERS) * 100);
  return { fromMeters: Math.round(steepest.fromMeters), percent };
}

/** Interpolates between two samples. */
function heightAt(heights: Float64Array, position: number): number {
  const index = Math.floor(position);
  const low = heights[index]!;
  return low + (position - index) * ((heights[index + 1] ?? low) - low);
}

function profileOf(samples: readonly Samples[]): ElevationProfile['profile'] {
  const heights = samples.flatMap((part) => Array.from(part.heights));
  const meters = samples.flatMap(({ fromMeters, stepMeters, heights: { length } }) =>
    Array.from({ length }, (_, index) => fromMeters + index * stepMeters),
  );
  return extremesOf(heights, PROFILE_POINTS_MAX).map((index) => [
    Math.round(meters[index]!),
    toTenths(heights[index]!),
  ]);
}

function larger(a: number, b: number): number {
  return a > b ? a : b;
}

function toTenths(meters: number): number {
  return Math.round(meters * 10) / 10;
}
