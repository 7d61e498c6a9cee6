import { queryRows, type SqlConnection } from '@switchback/platform/db/sql';
import type { Caller } from '@switchback/platform/rpc/call';
import type { Driven, DrivenStats, SharedWithMe } from '@switchback/proto/users/v1/user';
import { z } from 'zod';
import { LIST_NAMES } from '../lists/listed-drive.entity.js';
import { PUBLISHED, viewerValues, visible } from './visible.js';

/** Maximum number of drives shown to a person that are their own, or shared with them. */
const DRIVES_MAX = 10_000;
const LAST_MADE_FIRST = 'f.created_at desc, f.drive_id';

/**
 * Drives that a person ($1) saved and completed, most recently listed first, as far as the viewer ($2, $3) may see
 * them.
 */
const LISTED = `select l.list, array_agg(l.drive_id order by l.position desc) as ids
    from listed_drive l join drive_fact f on f.drive_id = l.drive_id
   where l.user_id = $1 and not f.is_deleted and ${visible('$2', '$3')} group by l.list`;

/** Totals of the drives that a person ($1) completed, as far as the viewer ($2, $3) may see them. */
const DRIVEN_TOTALS = `with driven as (
     select f.distance, f.duration, f.state_ids, f.country_ids
       from listed_drive l join drive_fact f on f.drive_id = l.drive_id
      where l.user_id = $1 and l.list = 'completed' and not f.is_deleted and ${visible('$2', '$3')})
   select coalesce(sum(distance), 0) as distance, coalesce(sum(duration), 0) as duration,
          (select count(distinct state)::int from driven, unnest(state_ids) state) as states,
          (select count(distinct country)::int from driven, unnest(country_ids) country) as countries
     from driven`;

/** The same data as lists, one entry per drive, most recently listed first. */
const DRIVEN_LISTS = `with driven as (
     select l.position, f.distance, f.duration, f.state_ids, f.country_ids
       from listed_drive l join drive_fact f on f.drive_id = l.drive_id
      where l.user_id = $1 and l.list = 'completed' and not f.is_deleted and ${visible('$2', '$3')})
   select coalesce(array_agg(distance order by position desc), '{}') as distance,
          coalesce(array_agg(duration order by position desc), '{}') as duration,
          array(select distinct unnest(state_ids) from driven order by 1) as states,
          array(select distinct unnest(country_ids) from driven order by 1) as countries
     from driven`;

/** Drives made by a person ($1), at most $4, newest first. */
const OWN = `select f.drive_id as id, f.privacy, f.is_public as "isPublic", f.shared_with as "sharedWith" from drive_fact f
   where f.owner_id = $1 and f.owner_id <> '' and not f.is_deleted order by ${LAST_MADE_FIRST} limit $4`;

/** Drives, at most $4, that other people share with a person ($1, seeing as $2), grouped by owner. */
const SHARED = `select f.owner_id as "userId", u.username, array_agg(f.drive_id order by ${LAST_MADE_FIRST}) as "driveIds"
    from (select * from drive_fact where viewers && $2::text[] and viewers <> '{}' and owner_id <> $1
           and not is_deleted order by created_at desc limit $4) f
    join username u on u.user_id = f.owner_id group by f.owner_id, u.username, u.key order by u.key`;

const NO_ROWS = 'select 1 where false';

const LISTED_ROW = z.strictObject({ list: z.enum(LIST_NAMES), ids: arrayOf(z.string()) });
const OWN_ROW = z.strictObject({
  id: z.string(),
  privacy: z.string(),
  isPublic: z.boolean(),
  sharedWith: z.array(z.string()),
});
const SHARED_ROW = z.strictObject({
  userId: z.string(),
  username: z.string(),
  driveIds: arrayOf(z.string()),
}) satisfies z.ZodType<SharedWithMe>;
const DRIVEN_LISTS_ROW = z.strictObject({
  distance: arrayOf(z.number()),
  duration: arrayOf(z.number()),
  states: arrayOf(z.number()),
  countries: arrayOf(z.number()),
}) satisfies z.ZodType<Driven>;
const DRIVEN_TOTALS_ROW = z.strictObject({
  distance: z.number(),
  duration: z.number(),
  states: z.number(),
  countries: z.number(),
}) satisfies z.ZodType<DrivenStats>;
const ALL_LISTS_ROW = z.strictObject({
  listed: arrayOf(LISTED_ROW).nullable(),
  own: arrayOf(OWN_ROW).nullable(),
  shared: arrayOf(SHARED_ROW).nullable(),
  driven: arrayOf(DRIVEN_LISTS_ROW).nullable(),
});
const DRIVE_ID = z.strictObject({ id: z.string() });

export type ListedRow = z.infer<typeof LISTED_ROW>;
export type OwnRow = z.infer<typeof OWN_ROW>;

/**
 * Returns every list of the caller in one statement, since every login runs it. A list without drives is null.
 * @param parts which of the optional parts to read.
 */
export async function allListsOf(
  connection: SqlConnection,
  caller: Caller,
  parts: { shared: boolean; driven: boolean },
): Promise<z.infer<typeof ALL_LISTS_ROW>> {
  const [lists] = await queryRows(
    connection,
    ALL_LISTS_ROW,
    `select ${jsonOf(LISTED)} as listed, ${jsonOf(OWN)} as own, ${jsonOf(parts.shared ? SHARED : NO_ROWS)} as shared,
       ${jsonOf(parts.driven ? DRIVEN_LISTS : NO_ROWS)} as driven`,
    [caller.userId, ...viewerValues(caller), DRIVES_MAX],
  );
  return lists!;
}

/** Returns the drives that a person saved and completed, most recently listed first: a row for each list. */
export function listedDrives(connection: SqlConnection, userId: string, viewer: Caller | null): Promise<ListedRow[]> {
  return queryRows(connection, LISTED_ROW, LISTED, [userId, ...viewerValues(viewer)]);
}

/** Returns a person's drives that everyone may see, newest first. */
export async function publishedDrives(connection: SqlConnection, userId: string): Promise<string[]> {
  const drives = await queryRows(
    connection,
    DRIVE_ID,
    `select f.drive_id as id from drive_fact f
      where f.owner_id = $1 and f.owner_id <> '' and not f.is_deleted and ${PUBLISHED}
      order by ${LAST_MADE_FIRST} limit $2`,
    [userId, DRIVES_MAX],
  );
  return drives.map(({ id }) => id);
}

/** Sums up the drives that a person completed. */
export async function drivenTotals(
  connection: SqlConnection,
  userId: string,
  viewer: Caller | null,
): Promise<DrivenStats> {
  const [totals] = await queryRows(connection, DRIVEN_TOTALS_ROW, DRIVEN_TOTALS, [userId, ...viewerValues(viewer)]);
  return totals!;
}

/** Aggregates the rows of a statement into one JSON value, in their order. */
function jsonOf(statement: string): string {
  return `(select json_agg(r) from (${statement}) r)`;
}

/** Validates only the first entry, as `queryRows` validates only the first row: a list has up to 10,000 entries. */
function arrayOf<Entry extends z.ZodType>(entry: Entry) {
  return z.custom<z.infer<Entry>[]>(
    (value) => Array.isArray(value) && (value.length === 0 || entry.safeParse(value[0]).success),
  );
}
