import { bandOf, CURVINESS_BANDS } from '@switchback/contracts/rules/curviness';
import { LIMITS } from '@switchback/contracts/rules/limits';
import type { NumberFilterName } from '@switchback/contracts/rules/filters';
import type { Units } from '@switchback/contracts/rules/units';
import { fromMeters, heightText, numberText, toHeightMeters, toMeters } from '../../lib/text/units.js';
import { exploreTexts } from '../../texts/explore.js';
import { texts } from '../../texts/en.js';

/**
 * Stops of a slider with two handles: the value of each stop in the URL's unit, and its label. The last stop of an open
 * slider is "any" and means no bound.
 */
export interface Steps {
  stops: readonly number[];
  /** Values of the upper handle, if a stop is an interval; null is no bound. */
  ends?: readonly (number | null)[];
  /** Whether one more stop, "any", follows the last. */
  open: boolean;
  /** Minimum distance between the handles, in stops. */
  apart: number;
  text: (value: number) => string;
}

interface RangeFilter {
  /** Its name in the API. */
  param: NumberFilterName;
  steps: (units: Units) => Steps;
  help?: string;
}

const HOUR_SECONDS = 3_600;
const DURATION_HOURS = [0, 0.25, 0.5, 1, 1.5, 2, 2.5, 3, 4, 5];
const DISTANCE_UNITS = [0, 5, 10, 20, 50, 100, 200, 300, 500, 1_000];
/** Feet with miles, meters with kilometers. */
const GAIN_STOPS: Record<Units, readonly number[]> = {
  miles: [0, 500, 1_000, 2_000, 3_000, 5_000, 8_000],
  kilometers: [0, 150, 300, 600, 1_000, 1_500, 2_500],
};
const BAND_STARTS = CURVINESS_BANDS.map(({ fromDegreesPerKm }) => fromDegreesPerKm);
/** A band ends below the next one; drives are measured to a tenth of a degree. */
const BAND_ENDS = [...BAND_STARTS.slice(1).map((next) => next - 0.1), null];
const RATINGS = Array.from({ length: LIMITS.ratingMax + 1 }, (_, rating) => rating);

const openSteps = (stops: readonly number[], text: Steps['text']): Steps => ({ stops, open: true, apart: 1, text });
const ratingSteps = (): Steps => ({ stops: RATINGS, open: false, apart: 0, text: (rating) => numberText(rating) });

/**
 * Filters by a range, under their name in the page's URL; their labels are in `exploreTexts.filterNames`. The state, the
 * URL, the query and the sliders, in this order, derive from this table.
 */
export const RANGE_FILTERS = {
  duration: {
    param: 'duration',
    steps: () =>
      openSteps(
        DURATION_HOURS.map((hours) => hours * HOUR_SECONDS),
        (seconds) => texts.units.hours(numberText(seconds / HOUR_SECONDS, 2)),
      ),
  },
  distance: {
    param: 'distance',
    steps: (units) =>
      openSteps(
        DISTANCE_UNITS.map((value) => toMeters(value, units)),
        (meters) => texts.units[units](numberText(fromMeters(meters, units))),
      ),
  },
  intensity: { param: 'intensityRating', steps: ratingSteps },
  quality: { param: 'roadQualityRating', steps: ratingSteps },
  traffic: { param: 'trafficRating', steps: ratingSteps },
  curviness: {
    param: 'curviness',
    steps: () => ({
      stops: BAND_STARTS,
      ends: BAND_ENDS,
      open: false,
      apart: 0,
      text: (degrees) => texts.curviness.bands[bandOf(degrees)],
    }),
    help: exploreTexts.filters.curvinessHelp,
  },
  gain: {
    param: 'gain',
    steps: (units) =>
      openSteps(
        // To decimeters: with whole meters, a thousand feet would read 1,001.
        GAIN_STOPS[units].map((height) => Math.round(toHeightMeters(height, units) * 10) / 10),
        (meters) => heightText(meters, units),
      ),
    help: exploreTexts.filters.gainHelp,
  },
} as const satisfies Record<string, RangeFilter>;

export type RangeName = keyof typeof RANGE_FILTERS;
export const RANGE_NAMES = Object.keys(RANGE_FILTERS) as RangeName[];

/** Returns an object with a value for each filter. */
export function eachRange<T>(valueOf: (name: RangeName) => T): Record<RangeName, T> {
  return Object.fromEntries(RANGE_NAMES.map((name) => [name, valueOf(name)])) as Record<RangeName, T>;
}

/** Returns the entry of a filter, without the narrower type of its literal. */
export function rangeFilter(name: RangeName): RangeFilter {
  return RANGE_FILTERS[name];
}
