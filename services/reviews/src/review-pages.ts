import { Injectable } from '@nestjs/common';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { REVIEW_SORTS, type ReviewSort, STAR_LEVELS } from '@switchback/contracts/rules/reviews';
import { ProductError } from '@switchback/platform/errors';
import type { Caller } from '@switchback/platform/rpc/call';
import { openBookmark, sealBookmark } from '@switchback/platform/wire/bookmark';
import type { ListReviewsRequest, ListReviewsResponse, Review } from '@switchback/proto/reviews/v1/service';
import { DataSource, type EntityManager } from 'typeorm';
import { REVIEW_COLUMNS, type ReviewRow, toReview } from './review.mapper.js';

interface Order {
  /** SQL sort key, in ascending order. Reviews without stars get a key beyond every other one. */
  key: string;
  /** Whether older reviews come first among equals. */
  isOldestFirst?: true;
}

const ORDERS: Record<ReviewSort, Order> = {
  mostUseful: { key: '-useful_count' },
  leastUseful: { key: 'useful_count' },
  newest: { key: '0' },
  oldest: { key: '0', isOldestFirst: true },
  highestRating: { key: 'coalesce(-star_rating, 1)' },
  lowestRating: { key: 'coalesce(star_rating, 100)' },
};

/** Maximum number of people listed per review. */
const USEFUL_TO_MAX = 1_000;

/** Reads reviews in any of their orders. */
@Injectable()
export class ReviewPages {
  constructor(private readonly source: DataSource) {}

  /** @throws ProductError `invalidBookmark` */
  async list(request: ListReviewsRequest, caller: Caller | null): Promise<ListReviewsResponse> {
    const { driveId } = request;
    const sort = REVIEW_SORTS.find((known) => known === request.sort) ?? REVIEW_SORTS[0];
    const { key, isOldestFirst } = ORDERS[sort];
    const query = `reviews ${driveId} ${sort}`;
    const after = placeOf(request.bookmark, query);
    const limit = Math.min(Math.max(request.limit, 1), LIMITS.reviewsBatch);
    // The column stores milliseconds. Negating them lets one row comparison select all following rows.
    const time = `${isOldestFirst ? '' : '-'}(extract(epoch from created_at) * 1000)::bigint`;
    const rows = await this.source.query<(ReviewRow & { place: string })[]>(
      `select ${REVIEW_COLUMNS}, (${key})::text || ' ' || (${time})::text as place from review
        where drive_id = $1 and not hidden and ($2::double precision is null or ((${key})::double precision, ${time}, id) > ($2, $3::bigint, $4))
        order by (${key})::double precision, ${time}, id limit $5`,
      [driveId, after?.key ?? null, after?.time ?? 0, after?.id ?? '', limit + 1],
    );
    const page = rows.slice(0, limit);
    const last = rows.length > limit ? page.at(-1) : undefined;
    const [reviews, stars, mine] = await Promise.all([
      this.whole(this.source.manager, page),
      this.stars(driveId),
      this.mine(driveId, caller),
    ]);
    return { reviews, stars, mine, bookmark: last ? sealBookmark(`${last.place} ${last.id}`, query) : '' };
  }

  /** Returns null if there is no such review, or it is hidden. */
  async find(id: string): Promise<Review | null> {
    const rows = await this.source.query<ReviewRow[]>(
      `select ${REVIEW_COLUMNS} from review where id = $1 and not hidden`,
      [id],
    );
    const [review] = await this.whole(this.source.manager, rows);
    return review ?? null;
  }

  /** Returns null if the drive has no such review. */
  async one(driveId: string, id: string, manager: EntityManager = this.source.manager): Promise<Review | null> {
    const rows = await manager.query<ReviewRow[]>(
      `select ${REVIEW_COLUMNS} from review where id = $1 and drive_id = $2 and not hidden`,
      [id, driveId],
    );
    const [review] = await this.whole(manager, rows);
    return review ?? null;
  }

  private async whole(manager: EntityManager, rows: readonly ReviewRow[]): Promise<Review[]> {
    if (rows.length === 0) return [];
    const likes = await manager.query<{ reviewId: string; userIds: string[] }[]>(
      `select review_id as "reviewId", (array_agg(user_id order by position))[:${USEFUL_TO_MAX}] as "userIds"
         from helpful where review_id = any ($1) group by review_id`,
      [rows.map(({ id }) => id)],
    );
    const usefulTo = new Map(likes.map(({ reviewId, userIds }) => [reviewId, userIds]));
    return rows.map((row) => toReview(row, usefulTo.get(row.id) ?? []));
  }

  private async stars(driveId: string): Promise<number[]> {
    const counts = await this.source.query<{ level: number; count: number }[]>(
      `select ceil(star_rating)::int as level, count(*)::int as count from review
        where drive_id = $1 and not hidden and star_rating is not null group by level`,
      [driveId],
    );
    const countOf = new Map(counts.map(({ level, count }) => [level, count]));
    return STAR_LEVELS.map((level) => countOf.get(level) ?? 0);
  }

  private async mine(driveId: string, caller: Caller | null): Promise<string> {
    if (caller === null) return '';
    const [own] = await this.source.query<{ id: string }[]>(
      'select id from review where drive_id = $1 and user_id = $2',
      [driveId, caller.userId],
    );
    return own?.id ?? '';
  }
}

/** Cursor at the end of a page: the sort key, the time, and an id. */
const PLACE = /^(-?\d{1,10}(?:\.\d{1,4})?) (-?\d{1,15}) ([\w-]{1,80})$/;

function placeOf(bookmark: string, query: string): { key: number; time: string; id: string } | null {
  if (bookmark === '') return null;
  const [, key, time, id] = PLACE.exec(openBookmark(bookmark, query)) ?? [];
  if (!key || !time || !id) throw new ProductError('invalidBookmark');
  return { key: Number(key), time, id };
}
