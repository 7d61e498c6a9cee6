import { Injectable } from '@nestjs/common';
import { ProductError } from '@switchback/platform/errors';
import { EventFactory } from '@switchback/platform/events/event';
import { appendToOutbox } from '@switchback/platform/events/outbox';
import { ratingsTopic } from '@switchback/platform/events/topics';
import type { RatingEvent } from '@switchback/proto/reviews/v1/events';
import type { EntityManager } from 'typeorm';

type Means = Pick<RatingEvent, 'reviewCount'> & {
  starRating: number | null;
  intensityRating: number | null;
  roadQualityRating: number | null;
  trafficRating: number | null;
};

/**
 * Aggregates the reviews of a drive. Recomputes everything at each change, so that an earlier error does not persist.
 */
@Injectable()
export class Ratings {
  constructor(private readonly events: EventFactory) {}

  /**
   * Blocks other writers of the drive's reviews, including its deletion, until the transaction ends.
   * @throws ProductError `driveNotFound` if the drive was deleted since the caller asked for it.
   */
  async lock(manager: EntityManager, driveId: string): Promise<void> {
    await manager.query('insert into rating (drive_id, rev, gone) values ($1, 0, false) on conflict do nothing', [
      driveId,
    ]);
    const [row] = await manager.query<{ gone: boolean | null }[]>(
      'select gone from rating where drive_id = $1 for update',
      [driveId],
    );
    if (!row || row.gone) throw new ProductError('driveNotFound');
  }

  /** Leaves the tombstone of a deleted drive, and blocks writers of its reviews until the transaction ends. */
  async bury(manager: EntityManager, driveId: string): Promise<void> {
    await manager.query(
      'insert into rating (drive_id, rev, gone) values ($1, 0, true) on conflict (drive_id) do update set gone = true',
      [driveId],
    );
  }

  /** Publishes the ratings of a drive whose reviews changed; the caller holds its lock. */
  async tell(manager: EntityManager, driveId: string): Promise<void> {
    const [means] = await manager.query<[Means]>(
      `select count(*)::int as "reviewCount", ${mean('star_rating')} as "starRating",
              ${mean('intensity_rating')} as "intensityRating", ${mean('road_quality_rating')} as "roadQualityRating",
              ${mean('traffic_rating')} as "trafficRating"
         from review where drive_id = $1 and not hidden`,
      [driveId],
    );
    const [rows] = await manager.query<[{ rev: number }[], number]>(
      'update rating set rev = rev + 1 where drive_id = $1 returning rev',
      [driveId],
    );
    const rev = rows[0]!.rev;
    const payload: RatingEvent = {
      ...{ driveId, rev, reviewCount: means.reviewCount },
      ...{ starRating: means.starRating ?? undefined, intensityRating: means.intensityRating ?? undefined },
      ...{ roadQualityRating: means.roadQualityRating ?? undefined, trafficRating: means.trafficRating ?? undefined },
    };
    const event = this.events.create({ type: 'drive.rated', subject: driveId, version: rev, payload });
    await appendToOutbox(manager, ratingsTopic, [event]);
  }
}

/** Rounds to two decimals; null if there are no ratings. */
function mean(column: string): string {
  return `round(avg(${column})::numeric, 2)::double precision`;
}
