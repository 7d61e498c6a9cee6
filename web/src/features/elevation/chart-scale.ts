import type { Units } from '@switchback/contracts/rules/units';
import { extremesOf } from '@switchback/geo/extremes';
import { fromHeightMeters, fromMeters, toHeightMeters } from '../../lib/text/units.js';
import type { Profile, ProfilePoint } from './profile.js';

/** Points that a chart draws at most. */
const POINTS_MAX = 400;
/** Fewer meters would make a flat road look like a mountain pass. */
const SPAN_METERS_MIN = 100;
/** Free share above and below the line. */
const PADDING_SHARE = 0.08;
const [HEIGHT_TICKS, DISTANCE_TICKS] = [3, 5];
/** The chart's own coordinates, stretched to its size. */
export const [CHART_WIDTH, CHART_HEIGHT] = [1_000, 100];

/** A label of an axis, at a share of its length from the start: the left or the bottom. */
export interface Tick {
  share: number;
  /** In the person's units. */
  value: number;
}

export interface ChartScale {
  /** Returns the share of the width. */
  x: (meters: number) => number;
  /** Returns the share of the height, from the bottom. */
  y: (height: number) => number;
  distances: Tick[];
  heights: Tick[];
}

/** Scales a profile to a chart, with labels at round values of the person's units. */
export function scaleOf({ totalMeters, runs }: Profile, units: Units): ChartScale {
  const all = runs.flat().map(([, height]) => height);
  const [low, high] = [all.reduce((a, b) => Math.min(a, b)), all.reduce((a, b) => Math.max(a, b))];
  const span = Math.max(SPAN_METERS_MIN, (high - low) * (1 + 2 * PADDING_SHARE));
  const bottom = (low + high - span) / 2;
  const x = (meters: number) => meters / totalMeters;
  const y = (height: number) => (height - bottom) / span;
  const ticksOf = (from: number, to: number, count: number, share: (value: number) => number): Tick[] =>
    roundValues(from, to, count).map((value) => ({ value, share: share(value) }));
  return {
    x,
    y,
    distances: ticksOf(0, fromMeters(totalMeters, units), DISTANCE_TICKS, (value) => x(value / fromMeters(1, units))),
    heights: ticksOf(fromHeightMeters(bottom, units), fromHeightMeters(bottom + span, units), HEIGHT_TICKS, (value) =>
      y(toHeightMeters(value, units)),
    ),
  };
}

/** Returns about `count` multiples of 1, 2 or 5 times a power of ten between two values. */
export function roundValues(from: number, to: number, count: number): number[] {
  const least = (to - from) / (count + 1);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= least) ?? 10 * power;
  const first = Math.ceil(from / step);
  return Array.from({ length: Math.floor(to / step) - first + 1 }, (_, index) => (first + index) * step);
}

/** Returns the outlines of the stretches with known heights, and of the areas below them, as SVG paths. */
export function outlinesOf({ runs }: Profile, { x, y }: ChartScale): { line: string; area: string } {
  const max = Math.max(4, Math.floor(POINTS_MAX / runs.length));
  const at = ([meters, height]: ProfilePoint) =>
    `${(x(meters) * CHART_WIDTH).toFixed(1)} ${((1 - y(height)) * CHART_HEIGHT).toFixed(2)}`;
  const drawn = (run: readonly ProfilePoint[]) => {
    const heights = run.map(([, height]) => height);
    return extremesOf(heights, max).map((index) => at(run[index]!));
  };
  const lines = runs.map((run) => ({ run, path: `M${drawn(run).join('L')}` }));
  return {
    line: lines.map(({ path }) => path).join(''),
    area: lines
      .map(({ run, path }) => {
        const [start, end] = [run[0]![0], run.at(-1)![0]].map((meters) => (x(meters) * CHART_WIDTH).toFixed(1));
        return `${path}L${end} ${CHART_HEIGHT}L${start} ${CHART_HEIGHT}Z`;
      })
      .join(''),
  };
}
