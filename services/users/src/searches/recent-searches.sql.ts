import { LIMITS } from '@switchback/contracts/rules/limits';
import type { SqlConnection } from '@switchback/platform/db/sql';
import type { RecentSearch } from '@switchback/proto/users/v1/user';

/** Makes a search the person's newest. A repeated search gets the new label. */
export async function upsertSearch(
  connection: SqlConnection,
  userId: string,
  { type, value, label }: RecentSearch,
): Promise<void> {
  await connection.query(
    `insert into recent_search (user_id, type, value, label) values ($1, $2, $3, $4)
     on conflict (user_id, type, value) do update set label = excluded.label, position = default`,
    [userId, type, value, label],
  );
}

/** Deletes a person's oldest searches beyond the limit. */
export async function deleteOldSearches(connection: SqlConnection, userId: string): Promise<void> {
  await connection.query(
    `delete from recent_search where user_id = $1 and position <= (
       select position from recent_search where user_id = $1 order by position desc offset $2 limit 1)`,
    [userId, LIMITS.recentSearchesMax],
  );
}
