import { queryRows, type SqlConnection } from '@switchback/platform/db/sql';
import { z } from 'zod';

/** Drives per page of locks. */
const PAGE = 100;

const DRIVE_ID = z.strictObject({ id: z.string() });

/** Locks a page of drives, and returns their ids. */
export type LockPage = (connection: SqlConnection) => Promise<string[]>;

/** Stores a person's name; null for a deleted account. No-op for an older revision. */
export async function upsertOwner(
  connection: SqlConnection,
  id: string,
  rev: number,
  username: string | null,
): Promise<void> {
  await connection.query(
    `insert into owner as o (id, rev, username) values ($1, $2, $3)
     on conflict (id) do update set rev = excluded.rev, username = excluded.username where o.rev < excluded.rev`,
    [id, rev, username],
  );
}

/** Deletes a person's suspension if the account was deleted. */
export async function deleteSuspensionOfErased(connection: SqlConnection, userId: string): Promise<void> {
  await connection.query(
    'delete from suspension where user_id = $1 and exists (select from owner where id = $1 and username is null)',
    [userId],
  );
}

/** Locks a page of a person's drives. */
export function lockOwned(connection: SqlConnection, ownerId: string): Promise<string[]> {
  return lockPage(connection, 'owner_id = $1', [ownerId]);
}

/** Locks a page of a person's drives with another name of theirs, or none. */
export function lockMisnamed(connection: SqlConnection, ownerId: string, username: string): Promise<string[]> {
  return lockPage(connection, 'owner_id = $1 and owner_username is distinct from $2', [ownerId, username]);
}

/** Locks a page of a person's drives that are hidden, or of those that are not. */
export function lockHidden(connection: SqlConnection, ownerId: string, hidden: boolean): Promise<string[]> {
  return lockPage(connection, 'owner_id = $1 and hidden = $2', [ownerId, hidden]);
}

/** Locks a page of the drives that are shared with a person. */
export function lockSharedWith(connection: SqlConnection, userId: string): Promise<string[]> {
  return lockPage(connection, 'shared_with @> array[$1]', [userId]);
}

/** Locks in id order, so that two writers of the same drives wait for each other instead of deadlocking. */
async function lockPage(connection: SqlConnection, condition: string, values: unknown[]): Promise<string[]> {
  const statement = `select id from drive where ${condition} order by id limit ${PAGE} for update`;
  const locked = await queryRows(connection, DRIVE_ID, statement, values);
  return locked.map(({ id }) => id);
}
