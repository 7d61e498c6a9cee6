import type { ReviewSort } from '@switchback/contracts/rules/reviews';
import { bothColumns, type ColumnList, entityColumns, entityRows } from '@switchback/platform/db/entity-columns';
import { queryRows, type SqlConnection } from '@switchback/platform/db/sql';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Review } from './review.entity.js';
import type { ReviewRow } from './review.mapper.js';

/** Maximum number of people listed per review. */
const USEFUL_TO_MAX = 1_000;

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

const VOTES = z.strictObject({ reviewId: z.string(), userIds: z.array(z.string()) });
const OWN = z.strictObject({ id: z.string() });
const LEVEL = z.strictObject({ level: z.number(), count: z.number() });

/** A review, and the sort key and time of its place in the order. */
type PageRow = ReviewRow & { place: string };

/** Cursor at the end of a page: the sort key, the time, and an id. */
export interface Cursor {
  key: number;
  time: string;
  id: string;
}

interface Page {
  driveId: string;
  sort: ReviewSort;
  /** The cursor that the page follows; null for the first page. */
  after: Cursor | null;
  limit: number;
}

/** Reads a page of a drive's visible reviews by keyset pagination. */
export function pageOf(manager: EntityManager, { driveId, sort, after, limit }: Page): Promise<PageRow[]> {
  const { key, isOldestFirst } = ORDERS[sort];
  // The column stores milliseconds. Negating them lets one row comparison select all following rows.
  const time = `${isOldestFirst ? '' : '-'}(extract(epoch from created_at) * 1000)::bigint`;
  const place: ColumnList<{ place: string }> = `(${key})::text || ' ' || (${time})::text as place`;
  const columns = bothColumns(entityColumns(manager.dataSource, Review, 'review', ['usefulCount', 'hidden']), place);
  return entityRows(
    manager,
    columns,
    `select ${columns} from review
      where drive_id = $1 and not hidden and ($2::double precision is null or ((${key})::double precision, ${time}, id) > ($2, $3::bigint, $4))
      order by (${key})::double precision, ${time}, id limit $5`,
    [driveId, after?.key ?? null, after?.time ?? 0, after?.id ?? '', limit],
  );
}

/** Returns the people whom each review helped, in the order of their votes, by the review's id. */
export async function helpedBy(
  connection: SqlConnection,
  reviewIds: readonly string[],
): Promise<Map<string, string[]>> {
  const votes = await queryRows(
    connection,
    VOTES,
    `select review_id as "reviewId", (array_agg(user_id order by position))[:${USEFUL_TO_MAX}] as "userIds"
       from helpful where review_id = any ($1) group by review_id`,
    [reviewIds],
  );
  return new Map(votes.map(({ reviewId, userIds }) => [reviewId, userIds]));
}

/** Counts a drive's visible reviews by their stars, rounded up. */
export async function starCounts(connection: SqlConnection, driveId: string): Promise<Map<number, number>> {
  const levels = await queryRows(
    connection,
    LEVEL,
    `select ceil(star_rating)::int as level, count(*)::int as count from review
      where drive_id = $1 and not hidden and star_rating is not null group by level`,
    [driveId],
  );
  return new Map(levels.map(({ level, count }) => [level, count]));
}

/** Returns the id of a person's review of a drive, also while it is hidden. */
export async function ownReviewId(
  connection: SqlConnection,
  driveId: string,
  userId: string,
): Promise<string | undefined> {
  const statement = 'select id from review where drive_id = $1 and user_id = $2';
  const [own] = await queryRows(connection, OWN, statement, [driveId, userId]);
  return own?.id;
}
