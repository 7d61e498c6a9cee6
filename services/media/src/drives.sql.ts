import { queryRows, type SqlConnection } from '@switchback/platform/db/sql';
import { z } from 'zod';
import type { KnownDrive } from './drive.entity.js';

const TOMBSTONE = z.strictObject({ gone: z.boolean().nullable() });
const REVISION = z.strictObject({ rev: z.number(), isPublished: z.boolean() });
const KNOWN_DRIVE = z.strictObject({
  id: z.string(),
  title: z.string(),
  isPrivate: z.boolean(),
  isPublished: z.boolean(),
}) satisfies z.ZodType<KnownDrive>;
const SELECT_KNOWN = 'select id, title, is_private as "isPrivate", is_published as "isPublished" from drive';

/** Locks a drive's row, which it inserts if there is none. Returns whether the drive still exists. */
export async function lockDrive(connection: SqlConnection, drive: KnownDrive): Promise<boolean> {
  await insertDrive(connection, drive, false);
  const statement = 'select gone from drive where id = $1 for update';
  const [row] = await queryRows(connection, TOMBSTONE, statement, [drive.id]);
  return row !== undefined && !row.gone;
}

/** Stores a drive, or the tombstone of one. No-op if the drive has a row. */
export async function insertDrive(
  connection: SqlConnection,
  { id, title, isPrivate, isPublished }: KnownDrive,
  gone: boolean,
): Promise<void> {
  await connection.query(
    `insert into drive (id, title, is_private, is_published, gone) values ($1, $2, $3, $4, $5) on conflict do nothing`,
    [id, title, isPrivate, isPublished, gone],
  );
}

/** Locks a drive's row; undefined if it has none. */
export async function lockKnownDrive(connection: SqlConnection, id: string): Promise<KnownDrive | undefined> {
  const [drive] = await queryRows(connection, KNOWN_DRIVE, `${SELECT_KNOWN} where id = $1 for update`, [id]);
  return drive;
}

/** Locks a drive's row; undefined if it has none, is a tombstone, or stores this revision or a newer one. */
export async function lockOlderDrive(
  connection: SqlConnection,
  id: string,
  rev: number,
): Promise<KnownDrive | undefined> {
  const statement = `${SELECT_KNOWN} where id = $1 and rev < $2 and gone is not true for update`;
  const [drive] = await queryRows(connection, KNOWN_DRIVE, statement, [id, rev]);
  return drive;
}

/** Stores a drive's state. The row exists. SQL, because it runs for each event of a drive with photos. */
export async function updateDrive(
  connection: SqlConnection,
  { id, title, isPrivate, isPublished }: KnownDrive,
  rev: number,
): Promise<void> {
  await connection.query('update drive set rev = $2, title = $3, is_private = $4, is_published = $5 where id = $1', [
    id,
    rev,
    title,
    isPrivate,
    isPublished,
  ]);
}

/** Turns a drive's row into a tombstone. */
export async function buryDrive(connection: SqlConnection, id: string, rev: number): Promise<void> {
  await connection.query(`update drive set gone = true, rev = greatest(rev, $2), title = '' where id = $1`, [id, rev]);
}

/** Increments the revision of a drive's photos, and returns it. The row exists. */
export async function nextRevision(connection: SqlConnection, id: string): Promise<z.infer<typeof REVISION>> {
  const [updated] = await queryRows(
    connection,
    REVISION,
    `update drive set photos_rev = photos_rev + 1 where id = $1
     returning photos_rev as rev, is_published as "isPublished"`,
    [id],
  );
  return updated!;
}
