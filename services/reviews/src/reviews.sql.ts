import { queryRows, type SqlConnection } from '@switchback/platform/db/sql';
import { z } from 'zod';

const AUTHOR = z.strictObject({ userId: z.string().nullable() });
const HELPED = z.strictObject({ authorId: z.string().nullable(), count: z.number() });
const REVIEW_ID = z.strictObject({ reviewId: z.string() });
const DRIVE_ID = z.strictObject({ driveId: z.string() });

/** Locks a review, and returns its author; undefined if the drive has no such review. */
export async function lockReview(
  connection: SqlConnection,
  driveId: string,
  id: string,
): Promise<z.infer<typeof AUTHOR> | undefined> {
  const statement = 'select user_id as "userId" from review where id = $1 and drive_id = $2 for update';
  const [review] = await queryRows(connection, AUTHOR, statement, [id, driveId]);
  return review;
}

/** @returns whether the vote is new. */
export async function insertHelpful(connection: SqlConnection, reviewId: string, userId: string): Promise<boolean> {
  const inserted = await queryRows(
    connection,
    REVIEW_ID,
    `insert into helpful (review_id, user_id) values ($1, $2) on conflict do nothing returning review_id as "reviewId"`,
    [reviewId, userId],
  );
  return inserted.length > 0;
}

/** Returns a review's author and its number of votes. */
export async function helpedAuthor(
  connection: SqlConnection,
  reviewId: string,
): Promise<z.infer<typeof HELPED> | undefined> {
  const [review] = await queryRows(
    connection,
    HELPED,
    `select user_id as "authorId", (select count(*)::int from helpful where review_id = $1) as count
       from review where id = $1`,
    [reviewId],
  );
  return review;
}

/** Deletes a person's votes. @returns the ids of the reviews that they were for. */
export async function deleteHelpfulOf(connection: SqlConnection, userId: string): Promise<string[]> {
  const statement = 'delete from helpful where user_id = $1 returning review_id as "reviewId"';
  const deleted = await queryRows(connection, REVIEW_ID, statement, [userId]);
  return deleted.map(({ reviewId }) => reviewId);
}

/** Recomputes the number of votes of reviews. */
export async function recountHelpful(connection: SqlConnection, reviewIds: readonly string[]): Promise<void> {
  await connection.query(
    `update review set useful_count = (select count(*) from helpful where review_id = review.id) where id = any ($1)`,
    [reviewIds],
  );
}

/** Returns the drives with a review that is hidden although its author is not suspended, or the reverse. */
export async function drivesToHide(connection: SqlConnection, userId: string): Promise<string[]> {
  const drives = await queryRows(
    connection,
    DRIVE_ID,
    `select drive_id as "driveId" from review join author using (user_id)
      where user_id = $1 and review.hidden <> author.hidden order by drive_id`,
    [userId],
  );
  return drives.map(({ driveId }) => driveId);
}

/** Hides or shows a person's review of a drive, by the person's suspension. */
export async function copyHidden(connection: SqlConnection, driveId: string, userId: string): Promise<void> {
  await connection.query(
    `update review set hidden = author.hidden from author
      where author.user_id = review.user_id and review.drive_id = $1 and review.user_id = $2`,
    [driveId, userId],
  );
}
