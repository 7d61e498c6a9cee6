import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '@switchback/platform/clock';
import { answerOnce, forgetAnswers, keptAnswer } from '@switchback/platform/db/idempotency';
import { buryPerson, holdPerson, holdPersonAlone } from '@switchback/platform/db/people';
import { isUniqueViolation } from '@switchback/platform/db/unique-violation';
import { ProductError } from '@switchback/platform/errors';
import { EventFactory } from '@switchback/platform/events/event';
import { appendToOutbox } from '@switchback/platform/events/outbox';
import { helpfulTopic } from '@switchback/platform/events/topics';
import type { Ids } from '@switchback/platform/ids';
import { CLOCK, IDS } from '@switchback/platform/nest/tokens';
import type { Caller } from '@switchback/platform/rpc/call';
import type { CreateReviewRequest, Review, ReviewForm } from '@switchback/proto/reviews/v1/service';
import { DataSource, type EntityManager } from 'typeorm';
import { Ratings } from './ratings.js';
import { requireMay, type ReviewAction } from './review.policy.js';
import { ReviewPages } from './review-pages.js';

/** A review and the title of its drive. */
interface LikedReview {
  driveId: string;
  id: string;
  title: string;
}

/** Writes reviews: each change, the drive's ratings computed from it, and their event share one transaction. */
@Injectable()
export class Reviews {
  constructor(
    private readonly source: DataSource,
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
  async create({ driveId, form, idempotency }: CreateReviewRequest, asking: Caller | null): Promise<Review> {
    const caller = requireMay('create', null, asking);
    const request = idempotency ? { ...idempotency, person: caller.userId } : null;
    const kept = request && (await keptAnswer<Review>(this.source.manager, request));
    if (kept) return this.requireHere(kept);
    const values = readForm(form);
    const id = this.ids.uuid();
    try {
      return await this.source.transaction((manager) =>
        answerOnce(manager, request, () =>
          this.change(manager, driveId, id, async () => {
            await holdPerson(manager, caller.userId);
            await manager.query(
              `insert into review (highlight, description, star_rating, intensity_rating, road_quality_rating,
                                   traffic_rating, id, drive_id, user_id, created_at, hidden)
               values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
              [...values, id, driveId, caller.userId, this.clock.now(), await isSuspended(manager, caller)],
            );
          }),
        ),
      );
    } catch (error) {
      if (isUniqueViolation(error)) throw new ProductError('alreadyReviewed', { cause: error });
      throw error;
    }
  }

  /** @throws ProductError `reviewNotFound`, `invalidSession`, `notAllowed`, `upgradeNeeded`, `emptyReview` */
  update(driveId: string, id: string, form: ReviewForm | undefined, asking: Caller | null): Promise<Review> {
    return this.source.transaction((manager) =>
      this.change(manager, driveId, id, async () => {
        await this.require(manager, 'edit', driveId, id, asking);
        return manager.query(
          `update review set highlight = $1, description = $2, star_rating = $3, intensity_rating = $4,
                             road_quality_rating = $5, traffic_rating = $6, edited_at = $8 where id = $7`,
          [...readForm(form), id, this.clock.now()],
        );
      }),
    );
  }

  /** @throws ProductError `reviewNotFound`, `invalidSession`, `notAllowed` */
  async delete(driveId: string, id: string, asking: Caller | null): Promise<void> {
    await this.source.transaction(async (manager) => {
      await this.ratings.lock(manager, driveId);
      await this.require(manager, 'delete', driveId, id, asking);
      await manager.query('delete from review where id = $1', [id]);
      await this.ratings.tell(manager, driveId);
    });
  }

  /** Idempotent. @throws ProductError `reviewNotFound`, `invalidSession`, `notAllowed`, `upgradeNeeded` */
  like({ driveId, id, title }: LikedReview, like: boolean, asking: Caller | null): Promise<Review> {
    return this.source.transaction(async (manager) => {
      const { userId } = await this.require(manager, 'like', driveId, id, asking);
      await holdPerson(manager, userId);
      if (like) {
        const added = await manager.query<unknown[]>(
          'insert into helpful (review_id, user_id) values ($1, $2) on conflict do nothing returning review_id',
          [id, userId],
        );
        if (added.length > 0) await this.tellHelpful(manager, { driveId, id, title });
      } else {
        await manager.query('delete from helpful where review_id = $1 and user_id = $2', [id, userId]);
      }
      await recount(manager, [id]);
      return this.present(manager, driveId, id);
    });
  }

  /** No-op if the author's account was deleted: there is no one to notify. */
  private async tellHelpful(manager: EntityManager, { driveId, id, title }: LikedReview): Promise<void> {
    const [review] = await manager.query<{ authorId: string | null; count: number }[]>(
      `select user_id as "authorId", (select count(*)::int from helpful where review_id = $1) as count
         from review where id = $1`,
      [id],
    );
    if (!review?.authorId) return;
    const { authorId, count } = review;
    const payload = { reviewId: id, driveId, driveTitle: title, authorId, at: this.clock.now().toISOString() };
    const event = this.events.create({ type: 'review.helpful', subject: id, version: count, payload });
    await appendToOutbox(manager, helpfulTopic, [event]);
  }

  /** Hides the reviews of a suspended person, and shows them again afterwards. No-op for an older state or a deleted account. */
  async suspend(userId: string, rev: number, hidden: boolean): Promise<void> {
    await this.source.transaction(async (manager) => {
      if (hidden && !(await holdPersonAlone(manager, userId))) return;
      await manager.query(
        hidden
          ? `insert into author as a (user_id, rev, hidden) values ($1, $2, $3)
             on conflict (user_id) do update set rev = excluded.rev, hidden = excluded.hidden where a.rev < excluded.rev`
          : 'update author set rev = $2, hidden = $3 where user_id = $1 and rev < $2',
        [userId, rev, hidden],
      );
    });
    const driveIds = await this.source.query<{ driveId: string }[]>(
      `select drive_id as "driveId" from review join author using (user_id)
        where user_id = $1 and review.hidden <> author.hidden order by drive_id`,
      [userId],
    );
    for (const { driveId } of driveIds) await this.hide(driveId, userId);
  }

  private async hide(driveId: string, userId: string): Promise<void> {
    await this.source.transaction(async (manager) => {
      await this.ratings.lock(manager, driveId);
      await manager.query(
        `update review set hidden = author.hidden from author
          where author.user_id = review.user_id and review.drive_id = $1 and review.user_id = $2`,
        [driveId, userId],
      );
      await this.ratings.tell(manager, driveId);
    });
  }

  /**
   * Keeps the reviews of a deleted account without their author, and deletes the person's likes. Leaves a tombstone
   * first, so that no review in flight is stored afterwards.
   */
  async forgetPerson(userId: string): Promise<void> {
    await buryPerson(this.source.manager, userId);
    await this.source.transaction(async (manager) => {
      const [liked] = await manager.query<[{ reviewId: string }[], number]>(
        'delete from helpful where user_id = $1 returning review_id as "reviewId"',
        [userId],
      );
      await recount(
        manager,
        liked.map(({ reviewId }) => reviewId),
      );
      await manager.query('update review set user_id = null where user_id = $1', [userId]);
      await manager.query('delete from author where user_id = $1', [userId]);
      await forgetAnswers(manager, userId);
    });
  }

  /**
   * Deletes the reviews of deleted drives and leaves a tombstone for each, so that no review in flight is stored
   * afterwards. Idempotent.
   */
  async forgetDrives(driveIds: readonly string[]): Promise<void> {
    for (const driveId of driveIds) {
      await this.source.transaction(async (manager) => {
        await this.ratings.bury(manager, driveId);
        await manager.query('delete from review where drive_id = $1', [driveId]);
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
    const [found] = await manager.query<{ userId: string | null }[]>(
      'select user_id as "userId" from review where id = $1 and drive_id = $2 for update',
      [id, driveId],
    );
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
  ): Promise<Review> {
    await this.ratings.lock(manager, driveId);
    await write();
    await this.ratings.tell(manager, driveId);
    return this.present(manager, driveId, id);
  }

  private async requireHere(kept: Review): Promise<Review> {
    const [found] = await this.source.query<unknown[]>('select from review where id = $1', [kept.id]);
    if (!found) throw new ProductError('reviewNotFound');
    return kept;
  }

  private async present(manager: EntityManager, driveId: string, id: string): Promise<Review> {
    const review = await this.pages.one(driveId, id, manager);
    if (!review) throw new ProductError('reviewNotFound');
    return review;
  }
}

/** Locks the row, so that a review written while the person is being suspended is hidden, too. */
async function isSuspended(manager: EntityManager, { userId }: Caller): Promise<boolean> {
  const [row] = await manager.query<{ hidden: boolean }[]>('select hidden from author where user_id = $1 for share', [
    userId,
  ]);
  return row?.hidden ?? false;
}

async function recount(manager: EntityManager, reviewIds: readonly string[]): Promise<void> {
  await manager.query(
    `update review set useful_count = (select count(*) from helpful where review_id = review.id) where id = any ($1)`,
    [reviewIds],
  );
}

/**
 * Returns the values in the order of the columns. Blank texts and zero stars count as not given.
 * @throws ProductError `emptyReview`
 */
function readForm(form: ReviewForm | undefined): (string | number | null)[] {
  const [highlight, description] = [form?.highlight.trim() ?? '', form?.description.trim() ?? ''];
  const ratings = [
    ...[form?.starRating === 0 ? null : (form?.starRating ?? null), form?.intensityRating ?? null],
    ...[form?.roadQualityRating ?? null, form?.trafficRating ?? null],
  ];
  if (highlight === '' && description === '' && ratings.every((rating) => rating === null)) {
    throw new ProductError('emptyReview');
  }
  return [highlight, description, ...ratings];
}
