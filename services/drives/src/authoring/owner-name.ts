import type { SqlConnection } from '@switchback/platform/db/sql';
import { ProductError } from '@switchback/platform/errors';
import { lockOwner } from './authoring.sql.js';

/**
 * Locks the owner's row. The deletion of the account waits for this lock, so it also deletes rows being created right
 * now.
 * @returns the owner's name; null if the account's event has not arrived yet.
 * @throws ProductError `invalidSession` for a deleted account.
 */
export async function lockOwnerName(connection: SqlConnection, id: string): Promise<string | null> {
  const owner = await lockOwner(connection, id);
  if (owner?.username === null) throw new ProductError('invalidSession');
  return owner?.username ?? null;
}
