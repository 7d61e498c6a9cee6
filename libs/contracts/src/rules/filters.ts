import { CURVY } from './curviness.js';
import { LIMITS } from './limits.js';

/** A range of numbers, inclusive; a null end is open. */
export interface NumberRange {
  min: number | null;
  max: number | null;
}

export interface NumberFilter {
  /** `range` has two inclusive ends; `atLeast` only the lower one. */
  kind: 'range' | 'atLeast';
  description: string;
  /**
   * Upper end of the scale, which starts at 0. The whole scale is no filter and also matches drives without a value.
   */
  max: number;
  /** Maximum bound in a query, if ranges of older releases exceed the scale; `read` converts them. */
  acceptedMax?: number;
  read?: (range: NumberRange) => NumberRange;
  example: string | number;
}

/**
 * Reads a range of curviness. Older links give it in weighted meters of curves, mostly above the scale of degrees: they
 * mean curvy drives.
 */
function readCurviness(range: NumberRange): NumberRange {
  const isWeightedMeters = Math.max(range.min ?? 0, range.max ?? 0) > LIMITS.curvinessMax;
  return isWeightedMeters ? { ...CURVY } : range;
}

/**
 * Filters by a numeric property of a drive, under the name used in the query string, `search.v1.Filters` and the search
 * document. The schema, mapping and every index derive from this table.
 */
export const NUMBER_FILTERS = {
  starRating: { kind: 'atLeast', description: 'Minimum star rating.', max: LIMITS.starsMax, example: 4 },
  duration: { kind: 'range', description: 'Seconds.', max: 1e9, example: '3600,7200' },
  distance: { kind: 'range', description: 'Meters.', max: 1e9, example: '10000,100000' },
  intensityRating: { kind: 'range', description: '0 to 10.', max: LIMITS.ratingMax, example: '3,10' },
  roadQualityRating: { kind: 'range', description: '0 to 10.', max: LIMITS.ratingMax, example: '5,10' },
  trafficRating: { kind: 'range', description: '0 to 10.', max: LIMITS.ratingMax, example: '0,4' },
  curviness: {
    kind: 'range',
    description:
      'Degrees of heading change per kilometer. A bound above 1000, as in older links, is read as winding and more.',
    max: LIMITS.curvinessMax,
    acceptedMax: LIMITS.weightedCurvinessMax,
    read: readCurviness,
    example: '50,undefined',
  },
  gain: { kind: 'range', description: 'Meters of ascent.', max: LIMITS.gainMax, example: '500,undefined' },
} as const satisfies Record<string, NumberFilter>;

export type NumberFilterName = keyof typeof NUMBER_FILTERS;
export const NUMBER_FILTER_NAMES = Object.keys(NUMBER_FILTERS) as NumberFilterName[];
