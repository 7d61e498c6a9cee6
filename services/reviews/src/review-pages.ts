import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { REVIEW_SORTS, STAR_LEVELS } from '@switchback/contracts/rules/reviews';
import { ProductError } from '@switchback/platform/errors';
import type { Caller } from '@switchback/platform/rpc/call';
import { openBookmark, sealBookmark } from '@switchback/platform/wire/bookmark';
import type {
  ListReviewsRequest,
  ListReviewsResponse,
  Review as ReviewMessage,
} from '@switchback/proto/reviews/v1/service';
import { type EntityManager, Repository } from 'typeorm';
import { Review } from './review.entity.js';
import { type ReviewRow, toReview } from './review.mapper.js';
import { type Cursor, helpedBy, ownReviewId, pageOf, starCounts } from './review-pages.sql.js';

/** Reads reviews in any of their orders. */
@Injectable()
export class ReviewPages {
  constructor(@InjectRepository(Review) private readonly reviews: Repository<Review>) {}

  /** @throws ProductError `invalidBookmark` */
  async list(request: ListReviewsRequest, caller: Caller | null): Promise<ListReviewsResponse> {
    const { driveId } = request;
    const { manager } = this.reviews;
    const sort = REVIEW_SORTS.find((known) => known === request.sort) ?? REVIEW_SORTS[0];
    const query = `reviews ${driveId} ${sort}`;
    const after = cursorOf(request.bookmark, query);
    const limit = Math.min(Math.max(request.limit, 1), LIMITS.reviewsBatch);
    const rows = await pageOf(manager, { driveId, sort, after, limit: limit + 1 });
    const page = rows.slice(0, limit);
    const last = rows.length > limit ? page.at(-1) : undefined;
    const [reviews, counts, own] = await Promise.all([
      withVotes(manager, page),
      starCounts(manager, driveId),
      caller && ownReviewId(manager, driveId, caller.userId),
    ]);
    const stars = STAR_LEVELS.map((level) => counts.get(level) ?? 0);
    const bookmark = last ? sealBookmark(`${last.place} ${last.id}`, query) : '';
    return { reviews, stars, mine: own ?? '', bookmark };
  }

  /** Returns null if there is no such review, or it is hidden. */
  async find(id: string): Promise<ReviewMessage | null> {
    return whole(this.reviews.manager, await this.reviews.findOneBy({ id, hidden: false }));
  }

  /** Returns null if the drive has no such review, or it is hidden. */
  async one(driveId: string, id: string, manager = this.reviews.manager): Promise<ReviewMessage | null> {
    return whole(manager, await manager.findOneBy(Review, { id, driveId, hidden: false }));
  }
}

async function whole(manager: EntityManager, review: Review | null): Promise<ReviewMessage | null> {
  if (!review) return null;
  const [message] = await withVotes(manager, [review]);
  return message ?? null;
}

async function withVotes(manager: EntityManager, rows: readonly ReviewRow[]): Promise<ReviewMessage[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const votes = await helpedBy(manager, ids);
  return rows.map((row) => toReview(row, votes.get(row.id) ?? []));
}

/** A cursor as text: see {@link Cursor}. */
const CURSOR = /^(-?\d{1,10}(?:\.\d{1,4})?) (-?\d{1,15}) ([\w-]{1,80})$/;

function cursorOf(bookmark: string, query: string): Cursor | null {
  if (bookmark === '') return null;
  const [, key, time, id] = CURSOR.exec(openBookmark(bookmark, query)) ?? [];
  if (!key || !time || !id) throw new ProductError('invalidBookmark');
  return { key: Number(key), time, id };
}
