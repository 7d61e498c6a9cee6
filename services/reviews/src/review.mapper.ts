import type { Review } from '@switchback/proto/reviews/v1/service';

/** A row of `review`. */
export interface ReviewRow {
  id: string;
  driveId: string;
  userId: string | null;
  highlight: string;
  description: string;
  starRating: number | null;
  intensityRating: number | null;
  roadQualityRating: number | null;
  trafficRating: number | null;
  createdAt: Date;
  editedAt: Date | null;
}

export const REVIEW_COLUMNS = `id, drive_id as "driveId", user_id as "userId", highlight, description,
  star_rating as "starRating", intensity_rating as "intensityRating", road_quality_rating as "roadQualityRating",
  traffic_rating as "trafficRating", created_at as "createdAt", edited_at as "editedAt"`;

export function toReview(row: ReviewRow, usefulTo: readonly string[]): Review {
  const { id, driveId, userId, highlight, description, createdAt, editedAt } = row;
  return {
    ...{ id, driveId, userId: userId ?? '', highlight, description, usefulTo: [...usefulTo] },
    ...{ starRating: row.starRating ?? undefined, intensityRating: row.intensityRating ?? undefined },
    ...{ roadQualityRating: row.roadQualityRating ?? undefined, trafficRating: row.trafficRating ?? undefined },
    ...{ created: createdAt.toISOString(), edited: editedAt?.toISOString() ?? '' },
  };
}
