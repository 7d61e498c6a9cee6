import type { SortKey } from '@switchback/contracts/rules/drives';

/** What an order sorts by: a column of the index, from its lowest value or its highest. */
export interface Order {
  column: string;
  highestFirst: boolean;
}

/** Drives without the value come last. `location` is not among them: its key depends on the point it is measured from. */
export const ORDERS: Record<Exclude<SortKey, 'location'>, Order> = {
  distance: { column: 'distance', highestFirst: false },
  duration: { column: 'duration', highestFirst: false },
  stars: { column: 'star_rating', highestFirst: true },
  intensity: { column: 'intensity_rating', highestFirst: true },
  quality: { column: 'road_quality_rating', highestFirst: true },
  traffic: { column: 'traffic_rating', highestFirst: true },
  curviness: { column: 'curviness', highestFirst: true },
  reviews: { column: 'review_count', highestFirst: true },
  popularity: { column: 'popularity', highestFirst: true },
  tags: { column: 'tag_count', highestFirst: true },
  created: { column: 'created_at_ms', highestFirst: true },
};
