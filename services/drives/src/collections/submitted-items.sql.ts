import { queryRows, type SqlConnection } from '@switchback/platform/db/sql';
import { z } from 'zod';
import { PUBLISHED_SQL } from '../drive/visible.js';
import { itemsTable } from './collections.sql.js';

const SUBMITTED = z.strictObject({
  /** Name of a place; null for a drive that not everyone may see. */
  title: z.string().nullable(),
  note: z.string(),
  day: z.number().nullable(),
});
const SHOWN = z.strictObject({ shown: z.boolean() });

/** An item of a collection, as moderation stores it. */
export type SubmittedItem = z.infer<typeof SUBMITTED>;

/** Returns all items of a collection, in order. */
export function submittedItems(connection: SqlConnection, collectionId: string): Promise<SubmittedItem[]> {
  return queryRows(
    connection,
    SUBMITTED,
    `select case when item.drive_id is null then item.label when ${PUBLISHED_SQL} then drive.title end as title,
            item.note, item.day
       from ${itemsTable('$1')} left join drive on drive.id = item.drive_id order by item.position`,
    [collectionId],
  );
}

/** Returns whether a collection has a drive that everyone may see. */
export async function showsDrives(connection: SqlConnection, collectionId: string): Promise<boolean> {
  const [row] = await queryRows(
    connection,
    SHOWN,
    `select exists (select from collection_item item join drive on drive.id = item.drive_id
                     where item.collection_id = $1 and ${PUBLISHED_SQL}) as shown`,
    [collectionId],
  );
  return row!.shown;
}
