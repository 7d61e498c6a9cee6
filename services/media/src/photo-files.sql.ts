import type { SqlConnection } from '@switchback/platform/db/sql';

/** Schedules the files of photos for removal at a time. */
export async function scheduleRemoval(
  connection: SqlConnection,
  photoIds: readonly string[],
  removeAfter: Date,
): Promise<void> {
  await connection.query(
    `insert into stray_files (photo_id, remove_after) select unnest($1::text[]), $2
     on conflict (photo_id) do update set remove_after = excluded.remove_after`,
    [photoIds, removeAfter],
  );
}

/** Postpones the removal of a photo's files after a failed one, and counts it. */
export async function postponeRemoval(connection: SqlConnection, photoId: string, removeAfter: Date): Promise<void> {
  await connection.query(
    'update stray_files set failures = least(failures + 1, 30), remove_after = $2 where photo_id = $1',
    [photoId, removeAfter],
  );
}
