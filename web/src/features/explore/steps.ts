import { LIMITS } from '@switchback/contracts/rules/limits';
import type { Units } from '@switchback/contracts/rules/units';
import { fromMeters, numberText, toMeters } from '../../lib/units.js';
import { exploreTexts } from '../../texts/explore.js';
import { texts } from '../../texts/en.js';
import type { Range, RangeName } from './explore-state.js';

/**
 * Stops of a slider with two handles: the value of each stop in the URL's unit, and its label. The last stop of an open
 * slider is "any" and means no bound.
 */
export interface Steps {
  stops: readonly number[];
  /** Whether one more stop, "any", follows the last. */
  open: boolean;
  /** Minimum distance between the handles, in stops. */
  apart: number;
  text: (value: number) => string;
}

const HOUR_SECONDS = 3_600;
const DURATION_HOURS = [0, 0.25, 0.5, 1, 1.5, 2, 2.5, 3, 4, 5];
const DISTANCE_UNITS = [0, 5, 10, 20, 50, 100, 200, 300, 500, 1_000];
const CURVINESS_METERS = [0, 300, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000];
const RATINGS = Array.from({ length: LIMITS.ratingMax + 1 }, (_, rating) => rating);

export function stepsOf(name: RangeName, units: Units): Steps {
  switch (name) {
    case 'duration':
      return {
        stops: DURATION_HOURS.map((hours) => hours * HOUR_SECONDS),
        open: true,
        apart: 1,
        text: (seconds) => texts.units.hours(numberText(seconds / HOUR_SECONDS, 2)),
      };
    case 'distance':
      return {
        stops: DISTANCE_UNITS.map((value) => toMeters(value, units)),
        open: true,
        apart: 1,
        text: (meters) => texts.units[units](numberText(fromMeters(meters, units))),
      };
    case 'curviness':
      return { stops: CURVINESS_METERS, open: true, apart: 1, text: (meters) => numberText(meters) };
    default:
      return { stops: RATINGS, open: false, apart: 0, text: (rating) => numberText(rating) };
  }
}

/** Returns the index of the slider's last position. */
export function lastStep({ stops, open }: Steps): number {
  return open ? stops.length : stops.length - 1;
}

/** Returns the handle positions for a range; a bound between two stops shows at the nearer one. */
export function handlesOf(range: Range | null, steps: Steps): [number, number] {
  const last = lastStep(steps);
  const low = range?.min == null ? 0 : nearest(range.min, steps.stops);
  const high = range?.max == null ? last : nearest(range.max, steps.stops);
  return [Math.min(low, last - steps.apart), Math.max(high, low + steps.apart)];
}

/** Returns the range for the handle positions; null for the full range, which is no filter. */
export function rangeOf([low, high]: readonly [number, number], steps: Steps): Range | null {
  const last = lastStep(steps);
  if (low <= 0 && high >= last) return null;
  return { min: steps.stops[low] ?? null, max: steps.stops[high] ?? null };
}

/** Returns the label of a handle position. */
export function stepText(index: number, steps: Steps): string {
  const value = steps.stops[index];
  return value === undefined ? exploreTexts.filters.any : steps.text(value);
}

function nearest(value: number, stops: readonly number[]): number {
  let best = 0;
  stops.forEach((stop, index) => {
    if (Math.abs(stop - value) < Math.abs((stops[best] ?? 0) - value)) best = index;
  });
  return best;
}
