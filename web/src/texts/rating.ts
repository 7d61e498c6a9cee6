import type { ReviewAxis } from '@switchback/contracts/rules/reviews';
import { detailsTexts } from './details.js';

/** Texts of the controls that rate a drive. */
export const ratingTexts = {
  axes: {
    starRating: 'Stars',
    intensityRating: 'Intensity',
    roadQualityRating: 'Road quality',
    trafficRating: 'Traffic',
  } satisfies Record<ReviewAxis, string>,
  /** Words for the ends of the scales, 0 and 10. */
  ends: {
    intensityRating: { least: 'relaxed', most: 'thrilling' },
    roadQualityRating: { least: 'rough', most: 'smooth' },
    trafficRating: detailsTexts.ratings.trafficEnds,
  } satisfies Record<Exclude<ReviewAxis, 'starRating'>, { least: string; most: string }>,
  to: 'to',
  unrated: 'Not rated',
  stars: (value: string) => (value === '1' ? '1 star' : `${value} stars`),
};
