import type { SqlConnection } from '@switchback/platform/db/sql';
import type { Export } from './export.entity.js';

/**
 * Starts an export of a person, unless one is in progress or fresh. No-op for a person without a profile.
 * @param stale times before which an export is replaced by a new one.
 */
export async function startExport(
  connection: SqlConnection,
  { userId, id, requestedAt }: Omit<Export, 'finishedAt'>,
  stale: { requestedBefore: Date; finishedBefore: Date },
): Promise<void> {
  await connection.query(
    `insert into export as e (user_id, id, requested_at) select id, $2, $3 from profile where id = $1
     on conflict (user_id) do update set id = excluded.id, requested_at = excluded.requested_at, finished_at = null
     where e.finished_at < $4 or e.requested_at < $5`,
    [userId, id, requestedAt, stale.finishedBefore, stale.requestedBefore],
  );
}
