import { PRIVACIES, PUBLICATION_STATUSES } from '@switchback/contracts/rules/drives';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { queryRows, type SqlConnection } from '@switchback/platform/db/sql';
import type { Caller } from '@switchback/platform/rpc/call';
import { z } from 'zod';
import type { Point } from '../drive/drive.entity.js';
import { viewerOf, VISIBLE } from '../drive/visible.js';
import type { Item } from './items-after.js';

/** Columns of {@link STATE_COLUMNS}. */
export const STATE = {
  id: z.string(),
  rev: z.number(),
  name: z.string(),
  description: z.string(),
  privacy: z.enum(PRIVACIES),
  status: z.enum(PUBLICATION_STATUSES),
  changeRequest: z.string(),
  ownerId: z.string().nullable(),
  sharedWith: z.array(z.string()),
  start: z.string().nullable(),
  days: z.number().nullable(),
  changedAt: z.date(),
  publishedAt: z.date().nullable(),
  /** Whether the owner is suspended. */
  hidden: z.boolean(),
};
/** Whether the sums over a collection's drives contain estimates. */
export const ESTIMATES = { approximate: z.boolean(), estimated: z.boolean() };
const PART = z
  .strictObject({ reversed: z.boolean(), stretch: z.strictObject({ from: z.number(), to: z.number() }).nullable() })
  .nullable();
const PLACE = z
  .strictObject({ label: z.string(), location: z.strictObject({ lat: z.number(), lng: z.number() }) })
  .nullable();
const ITEM = z.strictObject({
  /** Null for a place. */
  driveId: z.string().nullable(),
  note: z.string(),
  day: z.number().nullable(),
  part: PART,
  place: PLACE,
});
const LOCKED = z.strictObject(STATE);
const SHOWN = z.strictObject({
  ...STATE,
  /** Null before the account's event arrived, and for a collection without an owner. */
  ownerUsername: z.string().nullable(),
  /** Without drives that the caller may not see. */
  items: z.array(ITEM),
  /** Meters. */
  distance: z.number(),
  /** Seconds. */
  duration: z.number(),
  ...ESTIMATES,
});
const OWNER = z.strictObject({ username: z.string().nullable() });
const COUNT = z.strictObject({ count: z.number() });
const DRIVE = z.strictObject({ id: z.string(), visible: z.boolean() });
const POINT = z.object({ x: z.number(), y: z.number() }) satisfies z.ZodType<Point>;
const LISTED_DRIVE = z.strictObject({
  start: POINT,
  end: POINT,
  /** 0 for a place. */
  distance: z.number(),
  part: PART,
  /** Simplified line of a drive with a stretch; null for a whole drive, whose ends suffice. */
  overviewPath: z.string().nullable(),
});

/** A collection without its items. */
export type CollectionState = z.infer<typeof LOCKED>;
/** A collection as shown to a caller. */
export type ShownCollection = z.infer<typeof SHOWN>;
/** A drive of a collection with the ends of its line, or a place, where both ends meet. */
export type ListedDrive = z.infer<typeof LISTED_DRIVE>;

/** Whether the owner of a collection is suspended. */
export const HIDDEN = `exists (select from suspension where suspension.user_id = collection.owner_id and suspension.hidden)`;
/** A published collection may have a stale review, of which the previous release knows nothing. */
export const STATE_COLUMNS = `collection.id, collection.rev, collection.name, collection.description,
  case when collection.review is null then collection.privacy else 'public' end as privacy,
  case when collection.privacy = 'public' then 'approved' else coalesce(collection.review, 'none') end as status,
  collection.change_request as "changeRequest",
  collection.owner_id as "ownerId", collection.shared_with as "sharedWith", collection.start, collection.days,
  collection.changed_at as "changedAt", collection.published_at as "publishedAt", ${HIDDEN} as hidden`;

/** Columns of {@link ESTIMATES} over a table `drive`. */
export const ESTIMATE_COLUMNS = `coalesce(bool_or(drive.approximate), false) as approximate,
  coalesce(bool_or(drive.duration_source = 'estimated'), false) as estimated`;

/** A {@link PART} over the table of {@link itemsTable}. */
const PART_SQL = `case when item.reversed or item.from_meters is not null
  then json_build_object('reversed', item.reversed, 'stretch', case when item.from_meters is not null
    then json_build_object('from', item.from_meters, 'to', item.to_meters) end) end`;
const PLACE_SQL = `case when item.label is not null then json_build_object('label', item.label, 'location',
    json_build_object('lat', item.location[1], 'lng', item.location[0])) end`;
/** The share of its drive that an item is: a stretch beyond the end of a drive that became shorter is the whole drive. */
const SHARE_SQL = `case when item.from_meters < least(item.to_meters, drive.distance)
  then (least(item.to_meters, drive.distance) - item.from_meters) / drive.distance else 1 end`;
/** Length and time of the items, over tables `item` and `drive`. */
export const TOTAL_COLUMNS = `coalesce(sum(drive.distance * ${SHARE_SQL}), 0) as distance,
  coalesce(sum(drive.duration * ${SHARE_SQL}), 0) as duration`;

/** Joins its drive to each item, to those that the caller may see. */
const SHOWN_SQL = `left join drive on drive.id = item.drive_id where (item.drive_id is null or ${VISIBLE})`;

/**
 * The items of a collection as a table `item`, each drive once a day. Earlier releases stored a drive any number of times
 * a day: the first place counts, with all notes.
 * @param collection SQL of its id.
 */
export function itemsTable(collection: string): string {
  return `(select stored.drive_id, stored.day, min(stored.position) as position,
      left(coalesce(string_agg(nullif(stored.note, ''), E'\\n' order by stored.position), ''),
        ${LIMITS.collectionNoteMax}) as note,
      (array_agg(stored.reversed order by stored.position))[1] as reversed,
      (array_agg(stored.from_meters order by stored.position))[1] as from_meters,
      (array_agg(stored.to_meters order by stored.position))[1] as to_meters,
      min(stored.label) as label, (array_agg(stored.location))[1] as location
    from collection_item stored where stored.collection_id = ${collection}
    group by stored.drive_id, stored.day, case when stored.drive_id is null then stored.position end) item`;
}

/**
 * Returns a collection with the items that the caller may see, whether or not they may see the collection. One statement,
 * so that totals and items agree.
 */
export async function findShown(
  connection: SqlConnection,
  id: string,
  caller: Caller | null,
): Promise<ShownCollection | undefined> {
  const [found] = await queryRows(
    connection,
    SHOWN,
    `select ${STATE_COLUMNS}, owner.username as "ownerUsername", shown.items, shown.distance, shown.duration,
            shown.approximate, shown.estimated
       from collection
       left join owner on owner.id = collection.owner_id
       cross join lateral (
         select coalesce(json_agg(json_build_object('driveId', item.drive_id, 'note', item.note, 'day', item.day,
                                                    'part', ${PART_SQL}, 'place', ${PLACE_SQL})
                                  order by item.position), '[]') as items,
                ${TOTAL_COLUMNS},
                ${ESTIMATE_COLUMNS}
           from ${itemsTable('collection.id')} ${SHOWN_SQL}) shown
      where collection.id = $4`,
    [...viewerOf(caller), id],
  );
  return found;
}

/** Returns a collection without its items. */
export function findState(connection: SqlConnection, id: string): Promise<CollectionState | undefined> {
  return selectState(connection, id, '');
}

/** Locks a collection until the transaction ends, and returns it without its items. */
export function lockState(connection: SqlConnection, id: string): Promise<CollectionState | undefined> {
  return selectState(connection, id, 'for update');
}

async function selectState(
  connection: SqlConnection,
  id: string,
  lock: '' | 'for update',
): Promise<CollectionState | undefined> {
  const statement = `select ${STATE_COLUMNS} from collection where collection.id = $1 ${lock}`;
  const [state] = await queryRows(connection, LOCKED, statement, [id]);
  return state;
}

/**
 * Locks a person's row against all writes on their behalf; adds it if the account's event has not arrived yet.
 * @returns whether the account exists.
 */
export async function lockOwnerAlone(connection: SqlConnection, id: string): Promise<boolean> {
  await connection.query(`insert into owner (id, rev, username) values ($1, 0, '') on conflict (id) do nothing`, [id]);
  const [owner] = await queryRows(connection, OWNER, 'select username from owner where id = $1 for update', [id]);
  return owner !== undefined && owner.username !== null;
}

/** Returns the number of a person's own collections. */
export async function countOwned(connection: SqlConnection, ownerId: string): Promise<number> {
  const statement = 'select count(*)::int as count from collection where owner_id = $1';
  const [row] = await queryRows(connection, COUNT, statement, [ownerId]);
  return row!.count;
}

/** Returns all items of a collection, in order. */
export function storedItems(connection: SqlConnection, collectionId: string): Promise<Item[]> {
  const statement = `select item.drive_id as "driveId", item.note, item.day, ${PART_SQL} as part,
      ${PLACE_SQL} as place from ${itemsTable('$1')}
    order by item.position`;
  return queryRows(connection, ITEM, statement, [collectionId]);
}

/**
 * Locks drives against deletion, in id order: a writer that locked items first would deadlock with a deletion.
 * @returns for each existing drive whether the caller may see it.
 */
export async function lockDrives(
  connection: SqlConnection,
  ids: readonly string[],
  caller: Caller,
): Promise<Map<string, boolean>> {
  const statement = `select drive.id, (${VISIBLE}) is true as visible from drive
    where drive.id = any ($4) order by drive.id for key share`;
  const drives = await queryRows(connection, DRIVE, statement, [...viewerOf(caller), ids]);
  return new Map(drives.map(({ id, visible }) => [id, visible]));
}

/** Replaces all items of a collection. */
export async function replaceItems(
  connection: SqlConnection,
  collectionId: string,
  items: readonly Item[],
): Promise<void> {
  await connection.query('delete from collection_item where collection_id = $1', [collectionId]);
  await connection.query(
    `insert into collection_item
       (collection_id, position, drive_id, note, day, reversed, from_meters, to_meters, label, location)
     select $1, item.position, item.drive_id, item.note, item.day, item.reversed, item.from_meters, item.to_meters,
            item.label, case when item.label is not null then point(item.lng, item.lat) end
       from unnest($2::text[], $3::text[], $4::integer[], $5::boolean[], $6::float8[], $7::float8[], $8::text[],
                   $9::float8[], $10::float8[]) with ordinality
         as item (drive_id, note, day, reversed, from_meters, to_meters, label, lat, lng, position)`,
    [
      collectionId,
      items.map(({ driveId }) => driveId),
      items.map(({ note }) => note),
      items.map(({ day }) => day),
      items.map(({ part }) => part?.reversed ?? false),
      items.map(({ part }) => part?.stretch?.from ?? null),
      items.map(({ part }) => part?.stretch?.to ?? null),
      items.map(({ place }) => place?.label ?? null),
      items.map(({ place }) => place?.location.lat ?? null),
      items.map(({ place }) => place?.location.lng ?? null),
    ],
  );
}

/** Returns the places of a collection, and the drives that the caller may see, in order. */
export function listedDrives(
  connection: SqlConnection,
  collectionId: string,
  caller: Caller | null,
): Promise<ListedDrive[]> {
  return queryRows(
    connection,
    LISTED_DRIVE,
    `select coalesce(drive.start_location, item.location) as start, coalesce(drive.end_location, item.location) as "end",
            coalesce(drive.distance, 0) as distance, ${PART_SQL} as part,
            case when item.from_meters is not null then drive.overview_path end as "overviewPath"
       from ${itemsTable('$4')} ${SHOWN_SQL} order by item.position`,
    [...viewerOf(caller), collectionId],
  );
}
