import type { SortKey } from '@switchback/contracts/rules/drives';

/** An index column to sort by, ascending or descending. */
export interface Order {
  column: string;
  highestFirst: boolean;
}

/**
 * Drives without the value come last. Omits the orders whose key depends on the query: `location` on the point that
 * distances are measured from, `match` on the text.
 */
export const ORDERS: Record<Exclude<SortKey, 'location' | 'match'>, Order> = {
  distance: { column: 'distance', highestFirst: false },
  duration: { column: 'duration', highestFirst: false },
  stars: { column: 'star_rating', highestFirst: true },
  intensity: { column: 'intensity_rating', highestFirst: true },
  quality: { column: 'road_quality_rating', highestFirst: true },
  traffic: { column: 'traffic_rating', highestFirst: true },
  curviness: { column: 'curviness', highestFirst: true },
  gain: { column: 'gain', highestFirst: true },
  reviews: { column: 'review_count', highestFirst: true },
  popularity: { column: 'popularity', highestFirst: true },
  tags: { column: 'tag_count', highestFirst: true },
  created: { column: 'created_at_ms', highestFirst: true },
};
