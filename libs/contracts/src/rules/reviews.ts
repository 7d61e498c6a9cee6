/** Orders of a drive's reviews; the first is the default. Ties go to the newer review. */
export const REVIEW_SORTS = ['mostUseful', 'leastUseful', 'newest', 'oldest', 'highestRating', 'lowestRating'] as const;
export type ReviewSort = (typeof REVIEW_SORTS)[number];

/** What a review rates, each apart. */
export const REVIEW_AXES = ['starRating', 'intensityRating', 'roadQualityRating', 'trafficRating'] as const;
export type ReviewAxis = (typeof REVIEW_AXES)[number];

/** The whole stars that a distribution counts by; half a star counts for the next. */
export const STAR_LEVELS = [1, 2, 3, 4, 5] as const;
