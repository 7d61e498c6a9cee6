import { LIMITS } from '@switchback/contracts/rules/limits';
import { queryRows, type SqlConnection } from '@switchback/platform/db/sql';
import { z } from 'zod';

const SOURCE = z.strictObject({ id: z.string(), hash: z.string() });
const DRIVE_ID = z.strictObject({ driveId: z.string() });

/** No-op if the person likes the photo already, or it was deleted. */
export async function insertLike(connection: SqlConnection, photoId: string, userId: string): Promise<void> {
  await connection.query(
    `insert into photo_like (photo_id, user_id) select id, $2 from photo where id = $1 on conflict do nothing`,
    [photoId, userId],
  );
}

/** Returns those uploads that a person already sent to a drive: the photo of each, by the hash in hexadecimal. */
export async function photosBySource(
  connection: SqlConnection,
  driveId: string,
  userId: string,
  hashes: readonly Buffer[],
): Promise<Map<string, string>> {
  const sent = await queryRows(
    connection,
    SOURCE,
    `select id, encode(source_hash, 'hex') as hash from photo
      where drive_id = $1 and added_by = $2 and source_hash = any ($3::bytea[])`,
    [driveId, userId, hashes],
  );
  return new Map(sent.map(({ id, hash }) => [hash, id]));
}

/** Puts the named photos of a drive first, in their order, and the rest after them. */
export async function orderPhotos(connection: SqlConnection, driveId: string, ids: readonly string[]): Promise<void> {
  await connection.query(
    `update photo set position = case when array_position($2::text[], id) is null
                                      then position + $3 else array_position($2::text[], id) end
      where drive_id = $1`,
    [driveId, ids, LIMITS.photosPerDrive],
  );
}

/** Returns the drives with photos that a person added. */
export async function drivesWithPhotosOf(connection: SqlConnection, userId: string): Promise<string[]> {
  const statement = 'select distinct drive_id as "driveId" from photo where added_by = $1 order by 1';
  const drives = await queryRows(connection, DRIVE_ID, statement, [userId]);
  return drives.map(({ driveId }) => driveId);
}

/** Returns the drives with a photo that is hidden although its sender is not suspended, or the reverse. */
export async function drivesToHide(connection: SqlConnection, userId: string): Promise<string[]> {
  const drives = await queryRows(
    connection,
    DRIVE_ID,
    `select distinct drive_id as "driveId" from photo join suspension on user_id = added_by
      where added_by = $1 and photo.hidden <> suspension.hidden order by 1`,
    [userId],
  );
  return drives.map(({ driveId }) => driveId);
}

/** Hides or shows a person's photos of a drive, by the person's suspension. */
export async function copyHidden(connection: SqlConnection, driveId: string, userId: string): Promise<void> {
  await connection.query(
    `update photo set hidden = suspension.hidden from suspension
      where user_id = added_by and drive_id = $1 and added_by = $2`,
    [driveId, userId],
  );
}
