import { queryRows, type SqlConnection } from '@switchback/platform/db/sql';
import { z } from 'zod';
import type { ListedDrive, ListName } from './listed-drive.entity.js';
import type { Popularity } from './popularity.entity.js';

const DRIVE_ID = z.strictObject({ driveId: z.string() });
const COUNT = z.strictObject({ count: z.number() });
const POPULARITY = z.strictObject({
  driveId: z.string(),
  rev: z.number(),
  saves: z.number(),
  completions: z.number(),
}) satisfies z.ZodType<Popularity>;

/** A drive's place on a list of a person. */
export type Entry = Omit<ListedDrive, 'position'>;

/** Locks a drive against its deletion until the transaction ends. @returns whether the drive exists. */
export async function lockDrive(connection: SqlConnection, driveId: string): Promise<boolean> {
  const drives = await queryRows(
    connection,
    DRIVE_ID,
    'select drive_id as "driveId" from drive_fact where drive_id = $1 and not is_deleted for share',
    [driveId],
  );
  return drives.length > 0;
}

/** @returns whether the drive was not on the list before. */
export async function insertEntry(connection: SqlConnection, { userId, driveId, list }: Entry): Promise<boolean> {
  const inserted = await queryRows(
    connection,
    DRIVE_ID,
    `insert into listed_drive (user_id, list, drive_id) values ($1, $2, $3) on conflict do nothing
     returning drive_id as "driveId"`,
    [userId, list, driveId],
  );
  return inserted.length > 0;
}

/** @returns whether the drive was on the list. */
export async function deleteEntry(connection: SqlConnection, { userId, driveId, list }: Entry): Promise<boolean> {
  const deleted = await queryRows(
    connection,
    DRIVE_ID,
    `delete from listed_drive where user_id = $1 and list = $2 and drive_id = $3 returning drive_id as "driveId"`,
    [userId, list, driveId],
  );
  return deleted.length > 0;
}

/** Counts the drives on a list, whoever may see them. */
export async function countEntries(connection: SqlConnection, userId: string, list: ListName): Promise<number> {
  const statement = 'select count(*)::int as count from listed_drive where user_id = $1 and list = $2';
  const [row] = await queryRows(connection, COUNT, statement, [userId, list]);
  return row!.count;
}

/** Adds to the counts of a drive, and returns its popularity now. */
export async function addPopularity(
  connection: SqlConnection,
  { driveId, saves, completions }: Omit<Popularity, 'rev'>,
): Promise<Popularity> {
  const [popularity] = await queryRows(
    connection,
    POPULARITY,
    `insert into popularity as p (drive_id, rev, saves, completions) values ($1, 1, $2, $3)
     on conflict (drive_id) do update set rev = p.rev + 1, saves = p.saves + excluded.saves,
       completions = p.completions + excluded.completions
     returning drive_id as "driveId", rev, saves, completions`,
    [driveId, saves, completions],
  );
  return popularity!;
}

/** Deletes all entries of a person, and subtracts them from the counts. @returns the popularity of their drives now. */
export function deleteEntriesOf(connection: SqlConnection, userId: string): Promise<Popularity[]> {
  return queryRows(
    connection,
    POPULARITY,
    `with gone as (delete from listed_drive where user_id = $1 returning drive_id, list),
       lost as (select drive_id, count(*) filter (where list = 'saved')::int as saves,
                       count(*) filter (where list = 'completed')::int as completions from gone group by drive_id)
     update popularity p set rev = p.rev + 1, saves = p.saves - lost.saves, completions = p.completions - lost.completions
       from lost where p.drive_id = lost.drive_id
     returning p.drive_id as "driveId", p.rev, p.saves, p.completions`,
    [userId],
  );
}
