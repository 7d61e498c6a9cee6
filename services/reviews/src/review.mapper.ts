import type { Review as ReviewMessage } from '@switchback/proto/reviews/v1/service';
import type { Review } from './review.entity.js';

/** The columns of a review that callers see. */
export type ReviewRow = Omit<Review, 'usefulCount' | 'hidden'>;

/** @param usefulTo ids of the people whom the review helped. */
export function toReview(row: ReviewRow, usefulTo: readonly string[]): ReviewMessage {
  return {
    id: row.id,
    driveId: row.driveId,
    userId: row.userId ?? '',
    highlight: row.highlight,
    description: row.description,
    starRating: row.starRating ?? undefined,
    intensityRating: row.intensityRating ?? undefined,
    roadQualityRating: row.roadQualityRating ?? undefined,
    trafficRating: row.trafficRating ?? undefined,
    usefulTo: [...usefulTo],
    created: row.createdAt.toISOString(),
    edited: row.editedAt?.toISOString() ?? '',
  };
}
