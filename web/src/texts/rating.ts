import type { ReviewAxis } from '@switchback/contracts/rules/reviews';

/** Texts of the controls that rate a drive. */
export const ratingTexts = {
  axes: {
    starRating: 'Stars',
    intensityRating: 'Intensity',
    roadQualityRating: 'Road quality',
    trafficRating: 'Traffic',
  } satisfies Record<ReviewAxis, string>,
  unrated: 'Not rated',
  stars: (value: string) => (value === '1' ? '1 star' : `${value} stars`),
};
