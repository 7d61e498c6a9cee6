import { LIMITS } from '@switchback/contracts/rules/limits';
import type { Filters } from '@switchback/proto/search/v1/service';

/** A column of the index with the ends of what it may be, both in; an absent end is open. */
export interface ColumnRange {
  column:
    | 'distance'
    | 'duration'
    | 'star_rating'
    | 'intensity_rating'
    | 'road_quality_rating'
    | 'traffic_rating'
    | 'curviness';
  min?: number | undefined;
  max?: number | undefined;
}

/** The ranges that leave something out: one over the whole of a scale is none, and takes in drives without a value. */
export function rangesOf(filters: Filters): ColumnRange[] {
  const scales: [ColumnRange, number][] = [
    [{ column: 'star_rating', min: filters.starRating }, LIMITS.starsMax],
    [{ column: 'distance', ...filters.distance }, Infinity],
    [{ column: 'duration', ...filters.duration }, Infinity],
    [{ column: 'intensity_rating', ...filters.intensityRating }, LIMITS.ratingMax],
    [{ column: 'road_quality_rating', ...filters.roadQualityRating }, LIMITS.ratingMax],
    [{ column: 'traffic_rating', ...filters.trafficRating }, LIMITS.ratingMax],
    [{ column: 'curviness', ...filters.curviness }, LIMITS.curvinessMax],
  ];
  return scales.flatMap(([range, top]) => ((range.min ?? 0) <= 0 && (range.max ?? top) >= top ? [] : [range]));
}
