import type { SortKey } from '@switchback/contracts/rules/drives';

/**
 * What each order sorts by, ascending, over the columns of `drive` (with its alias and a dot in front); drives without the
 * value come last. `location` is not among them: its key depends on the point it is measured from.
 */
export const SORTS: Record<Exclude<SortKey, 'location'>, (alias: string) => string> = {
  distance: (alias) => `${alias}distance`,
  duration: (alias) => `${alias}duration`,
  stars: highestFirst('star_rating'),
  intensity: highestFirst('intensity_rating'),
  quality: highestFirst('road_quality_rating'),
  traffic: highestFirst('traffic_rating'),
  curviness: highestFirst('curviness'),
  reviews: highestFirst('review_count'),
  popularity: highestFirst('popularity'),
  tags: highestFirst('tag_count'),
  created: highestFirst('created_at_ms'),
};

function highestFirst(column: string) {
  return (alias: string) => `coalesce(-${alias}${column}, 'Infinity'::float8)`;
}
