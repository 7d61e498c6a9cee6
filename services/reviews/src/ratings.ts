import { Injectable } from '@nestjs/common';
import { ProductError } from '@switchback/platform/errors';
import { EventFactory } from '@switchback/platform/events/event';
import { appendToOutbox } from '@switchback/platform/events/outbox';
import { ratingsTopic } from '@switchback/platform/events/topics';
import type { RatingEvent } from '@switchback/proto/reviews/v1/events';
import type { EntityManager } from 'typeorm';
import { buryRating, lockRating, meansOf, nextRevision } from './ratings.sql.js';

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
    if (!(await lockRating(manager, driveId))) throw new ProductError('driveNotFound');
  }

  /** Leaves the tombstone of a deleted drive, and blocks writers of its reviews until the transaction ends. */
  addTombstone(manager: EntityManager, driveId: string): Promise<void> {
    return buryRating(manager, driveId);
  }

  /** Publishes the ratings of a drive whose reviews changed; the caller holds its lock. */
  async publish(manager: EntityManager, driveId: string): Promise<void> {
    const means = await meansOf(manager, driveId);
    const rev = await nextRevision(manager, driveId);
    const payload: RatingEvent = {
      driveId,
      rev,
      reviewCount: means.reviewCount,
      starReviewCount: means.starReviewCount,
      starRating: means.starRating ?? undefined,
      intensityRating: means.intensityRating ?? undefined,
      roadQualityRating: means.roadQualityRating ?? undefined,
      trafficRating: means.trafficRating ?? undefined,
    };
    const event = this.events.create({ type: 'drive.rated', subject: driveId, version: rev, payload });
    await appendToOutbox(manager, ratingsTopic, [event]);
  }
}
