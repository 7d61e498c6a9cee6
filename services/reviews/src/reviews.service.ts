import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Clock } from '@switchback/platform/clock';
import { answerOnce, deleteAnswers, storedAnswer } from '@switchback/platform/db/idempotency';
import { addPersonTombstone, holdPerson, holdPersonAlone } from '@switchback/platform/db/people';
import { isSuspended, storeSuspension } from '@switchback/platform/db/suspensions';
import { isUniqueViolation } from '@switchback/platform/db/unique-violation';
import { ProductError } from '@switchback/platform/errors';
import { EventFactory } from '@switchback/platform/events/event';
import { appendToOutbox } from '@switchback/platform/events/outbox';
import { helpfulTopic } from '@switchback/platform/events/topics';
import type { Ids } from '@switchback/platform/ids';
import { CLOCK, IDS } from '@switchback/platform/nest/tokens';
import type { Caller } from '@switchback/platform/rpc/call';
import type { CreateReviewRequest, Review as ReviewMessage, ReviewForm } from '@switchback/proto/reviews/v1/service';
import { type EntityManager, Repository } from 'typeorm';
import { Author } from './author.entity.js';
import { Ratings } from './ratings.js';
import { Helpful, Review } from './review.entity.js';
import { requireMay, type ReviewAction } from './review.policy.js';
import { ReviewPages } from './review-pages.js';
import {
  copyHidden,
  deleteHelpfulOf,
  drivesToHide,
  helpedAuthor,
  insertHelpful,
  lockReview,
  recountHelpful,
} from './reviews.sql.js';

/** A review and the title of its drive. */
interface LikedReview {
  driveId: string;
  id: string;
  title: string;
}

/** The part of a review that its author writes. */
type Content = Pick<
  Review,
  'highlight' | 'description' | 'starRating' | 'intensityRating' | 'roadQualityRating' | 'trafficRating'
>;

/** Writes reviews: each change, the drive's ratings computed from it, and their event share one transaction. */
@Injectable()
export class Reviews {
  constructor(
    @InjectRepository(Review) private readonly reviews: Repository<Review>,
    private readonly pages: ReviewPages,
    private readonly ratings: Ratings,
    @Inject(CLOCK) private readonly clock: Pick<Clock, 'now'>,
    @Inject(IDS) private readonly ids: Ids,
    private readonly events: EventFactory,
  ) {}

  /**
   * @throws ProductError `invalidSession`, `upgradeNeeded`, `emptyReview`, `alreadyReviewed`, `keyReused`;
   * `reviewNotFound` for a repeated request whose review was deleted
   */
  async create({ driveId, form, idempotency }: CreateReviewRequest, asking: Caller | null): Promise<ReviewMessage> {
    const caller = requireMay('create', null, asking);
    const request = idempotency ? { ...idempotency, person: caller.userId } : null;
    const kept = request && (await storedAnswer<ReviewMessage>(this.reviews.manager, request));
    if (kept) return this.requireHere(kept);
    const content = readForm(form);
    const id = this.ids.uuid();
    try {
      return await this.reviews.manager.transaction((manager) =>
        answerOnce(manager, request, () =>
          this.change(manager, driveId, id, async () => {
            await holdPerson(manager, caller.userId);
            const createdAt = this.clock.now();
            const hidden = await isSuspended(manager, caller.userId, 'author');
            await manager.insert(Review, { ...content, id, driveId, userId: caller.userId, createdAt, hidden });
          }),
        ),
      );
    } catch (error) {
      if (isUniqueViolation(error)) throw new ProductError('alreadyReviewed', { cause: error });
      throw error;
    }
  }

  /** @throws ProductError `reviewNotFound`, `invalidSession`, `notAllowed`, `upgradeNeeded`, `emptyReview` */
  update(driveId: string, id: string, form: ReviewForm | undefined, asking: Caller | null): Promise<ReviewMessage> {
    return this.reviews.manager.transaction((manager) =>
      this.change(manager, driveId, id, async () => {
        await this.require(manager, 'edit', driveId, id, asking);
        await manager.update(Review, { id }, { ...readForm(form), editedAt: this.clock.now() });
      }),
    );
  }

  /** @throws ProductError `reviewNotFound`, `invalidSession`, `notAllowed` */
  async delete(driveId: string, id: string, asking: Caller | null): Promise<void> {
    await this.reviews.manager.transaction(async (manager) => {
      await this.ratings.lock(manager, driveId);
      await this.require(manager, 'delete', driveId, id, asking);
      await manager.delete(Review, { id });
      await this.ratings.publish(manager, driveId);
    });
  }

  /** Idempotent. @throws ProductError `reviewNotFound`, `invalidSession`, `notAllowed`, `upgradeNeeded` */
  like({ driveId, id, title }: LikedReview, like: boolean, asking: Caller | null): Promise<ReviewMessage> {
    return this.reviews.manager.transaction(async (manager) => {
      const { userId } = await this.require(manager, 'like', driveId, id, asking);
      await holdPerson(manager, userId);
      if (like) {
        const isNew = await insertHelpful(manager, id, userId);
        if (isNew) await this.publishHelpful(manager, { driveId, id, title });
      } else {
        await manager.delete(Helpful, { reviewId: id, userId });
      }
      await recountHelpful(manager, [id]);
      return this.present(manager, driveId, id);
    });
  }

  /** No-op if the author's account was deleted: there is no one to notify. */
  private async publishHelpful(manager: EntityManager, { driveId, id, title }: LikedReview): Promise<void> {
    const review = await helpedAuthor(manager, id);
    if (!review?.authorId) return;
    const { authorId, count } = review;
    const payload = { reviewId: id, driveId, driveTitle: title, authorId, at: this.clock.now().toISOString() };
    const event = this.events.create({ type: 'review.helpful', subject: id, version: count, payload });
    await appendToOutbox(manager, helpfulTopic, [event]);
  }

  /** Hides the reviews of a suspended person, and shows them again afterwards. No-op for an older state or a deleted account. */
  async suspend(userId: string, rev: number, hidden: boolean): Promise<void> {
    await this.reviews.manager.transaction(async (manager) => {
      if (hidden && !(await holdPersonAlone(manager, userId))) return;
      await storeSuspension(manager, { userId, rev, hidden }, 'author');
    });
    for (const driveId of await drivesToHide(this.reviews.manager, userId)) await this.hide(driveId, userId);
  }

  private async hide(driveId: string, userId: string): Promise<void> {
    await this.reviews.manager.transaction(async (manager) => {
      await this.ratings.lock(manager, driveId);
      await copyHidden(manager, driveId, userId);
      await this.ratings.publish(manager, driveId);
    });
  }

  /**
   * Keeps the reviews of a deleted account without their author, and deletes the person's likes. Leaves a tombstone
   * first, so that no review in flight is stored afterwards.
   */
  async erasePerson(userId: string): Promise<void> {
    await addPersonTombstone(this.reviews.manager, userId);
    await this.reviews.manager.transaction(async (manager) => {
      await recountHelpful(manager, await deleteHelpfulOf(manager, userId));
      await manager.update(Review, { userId }, { userId: null });
      await manager.delete(Author, { userId });
      await deleteAnswers(manager, userId);
    });
  }

  /**
   * Deletes the reviews of deleted drives and leaves a tombstone for each, so that no review in flight is stored
   * afterwards. Idempotent.
   */
  async deleteOfDrives(driveIds: readonly string[]): Promise<void> {
    for (const driveId of driveIds) {
      await this.reviews.manager.transaction(async (manager) => {
        await this.ratings.addTombstone(manager, driveId);
        await manager.delete(Review, { driveId });
      });
    }
  }

  /**
   * Locks the review until the transaction ends. A writer that changes the drive's ratings must already hold their
   * lock: two writers that take the locks in different orders would deadlock.
   */
  private async require(
    manager: EntityManager,
    action: ReviewAction,
    driveId: string,
    id: string,
    asking: Caller | null,
  ): Promise<Caller> {
    const found = await lockReview(manager, driveId, id);
    if (!found) {
      requireMay('like', null, asking);
      throw new ProductError('reviewNotFound');
    }
    return requireMay(action, found.userId, asking);
  }

  private async change(
    manager: EntityManager,
    driveId: string,
    id: string,
    write: () => Promise<unknown>,
  ): Promise<ReviewMessage> {
    await this.ratings.lock(manager, driveId);
    await write();
    await this.ratings.publish(manager, driveId);
    return this.present(manager, driveId, id);
  }

  private async requireHere(kept: ReviewMessage): Promise<ReviewMessage> {
    if (!(await this.reviews.existsBy({ id: kept.id }))) throw new ProductError('reviewNotFound');
    return kept;
  }

  private async present(manager: EntityManager, driveId: string, id: string): Promise<ReviewMessage> {
    const review = await this.pages.one(driveId, id, manager);
    if (!review) throw new ProductError('reviewNotFound');
    return review;
  }
}

/**
 * Trims the texts. Zero stars count as not given.
 * @throws ProductError `emptyReview` for a form without text and without ratings.
 */
function readForm(form: ReviewForm | undefined): Content {
  const texts = { highlight: form?.highlight.trim() ?? '', description: form?.description.trim() ?? '' };
  const ratings = {
    starRating: form?.starRating === 0 ? null : (form?.starRating ?? null),
    intensityRating: form?.intensityRating ?? null,
    roadQualityRating: form?.roadQualityRating ?? null,
    trafficRating: form?.trafficRating ?? null,
  };
  const isEmpty =
    Object.values(texts).every((text) => text === '') && Object.values(ratings).every((rating) => rating === null);
  if (isEmpty) throw new ProductError('emptyReview');
  return { ...texts, ...ratings };
}
