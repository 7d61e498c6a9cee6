import { LIMITS } from '@switchback/contracts/rules/limits';
import { queryRows, type SqlConnection } from '@switchback/platform/db/sql';
import type { Caller } from '@switchback/platform/rpc/call';
import { z } from 'zod';
import { viewerOf, VISIBLE } from '../drive/visible.js';
import {
  ESTIMATE_COLUMNS,
  ESTIMATES,
  HIDDEN,
  itemsTable,
  STATE,
  STATE_COLUMNS,
  TOTAL_COLUMNS,
} from './collections.sql.js';

const LISTED = z.strictObject({
  ...STATE,
  /** Null before the account's event arrived, and for a collection without an owner. */
  ownerUsername: z.string().nullable(),
  /** Drives of the items that the caller may see, in order. */
  driveIds: z.array(z.string()),
  /** Day of each of them. */
  itemDays: z.array(z.number().nullable()),
  /** Meters. */
  distance: z.number(),
  /** Seconds. */
  duration: z.number(),
  ...ESTIMATES,
});

/** A collection as listed for a caller. */
export type ListedRow = z.infer<typeof LISTED>;

/** Place after the last collection of a page: its time in the order of the list, and its id. */
export interface Cursor {
  time: Date;
  id: string;
}

/** Which collections to list: a condition without the alias `item`, and the column that sorts them, newest first. */
interface Listing {
  sql: string;
  /** The values of the condition, from $4. */
  values: readonly string[];
  time: 'changed_at' | 'published_at';
  after: Cursor | null;
  limit: number;
}

/** Reads collections in one statement, so that totals and items agree. */
function listed(connection: SqlConnection, listing: Listing, caller: Caller | null): Promise<ListedRow[]> {
  const { sql, values, time, after, limit } = listing;
  const next = 4 + values.length;
  const later = `(collection.${time} < $${next} or collection.${time} = $${next} and collection.id > $${next + 1})`;
  return queryRows(
    connection,
    LISTED,
    `select ${STATE_COLUMNS}, owner.username as "ownerUsername", shown.*
       from (select * from collection where ${sql} ${after ? `and ${later}` : ''}
              order by collection.${time} desc, collection.id limit ${limit}) collection
       left join owner on owner.id = collection.owner_id
       cross join lateral (
         select coalesce(array_agg(item.drive_id order by item.position), '{}') as "driveIds",
                coalesce(array_agg(item.day order by item.position), '{}') as "itemDays",
                ${TOTAL_COLUMNS},
                ${ESTIMATE_COLUMNS}
           from ${itemsTable('collection.id')} join drive on drive.id = item.drive_id
          where ${VISIBLE}) shown
      order by collection.${time} desc, collection.id`,
    [...viewerOf(caller), ...values, ...(after ? [after.time, after.id] : [])],
  );
}

/** Returns a person's own collections, the newest change first. */
export function ownCollections(
  connection: SqlConnection,
  ownerId: string,
  caller: Caller | null,
): Promise<ListedRow[]> {
  const sql = 'collection.owner_id = $4';
  const limit = LIMITS.collectionsMax;
  return listed(connection, { sql, values: [ownerId], time: 'changed_at', after: null, limit }, caller);
}

/** Returns unpublished collections shared with a person, the newest change first. */
export function sharedCollections(
  connection: SqlConnection,
  userId: string,
  { after, limit }: Pick<Listing, 'after' | 'limit'>,
  caller: Caller | null,
): Promise<ListedRow[]> {
  const sql = `collection.shared_with @> array[$4] and collection.privacy = 'private' and not ${HIDDEN}`;
  return listed(connection, { sql, values: [userId], time: 'changed_at', after, limit }, caller);
}

/** Returns published collections of owners who are not suspended, the newest first. */
export function publishedCollections(
  connection: SqlConnection,
  { after, limit }: Pick<Listing, 'after' | 'limit'>,
  caller: Caller | null,
): Promise<ListedRow[]> {
  const sql = `collection.privacy = 'public' and not ${HIDDEN}`;
  return listed(connection, { sql, values: [], time: 'published_at', after, limit }, caller);
}
