import { LIMITS } from './limits.js';

interface NumberFilter {
  /** `range` has two inclusive ends; `atLeast` only the lower one. */
  kind: 'range' | 'atLeast';
  description: string;
  /**
   * Upper end of the scale, which starts at 0. The whole scale is no filter and also matches drives without a value.
   */
  max: number;
  example: string | number;
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
  curviness: { kind: 'range', description: 'Weighted meters.', max: LIMITS.curvinessMax, example: '1000,undefined' },
} as const satisfies Record<string, NumberFilter>;

export type NumberFilterName = keyof typeof NUMBER_FILTERS;
export const NUMBER_FILTER_NAMES = Object.keys(NUMBER_FILTERS) as NumberFilterName[];
