/** Sort orders of a drive's reviews; the first is the default. Newer reviews win ties. */
export const REVIEW_SORTS = ['mostUseful', 'leastUseful', 'newest', 'oldest', 'highestRating', 'lowestRating'] as const;
export type ReviewSort = (typeof REVIEW_SORTS)[number];

/** Ratings of a review, each independent. */
export const REVIEW_AXES = ['starRating', 'intensityRating', 'roadQualityRating', 'trafficRating'] as const;
export type ReviewAxis = (typeof REVIEW_AXES)[number];

/** Star levels of a distribution; half stars round up. */
export const STAR_LEVELS = [1, 2, 3, 4, 5] as const;
