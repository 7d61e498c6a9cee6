import { queryRows, type SqlConnection } from '@switchback/platform/db/sql';
import { z } from 'zod';

const IMPORT_KEY = z.strictObject({ importKey: z.string() });

/**
 * Locks imported drives, and returns the keys of those that exist. Locks in key order, so that two imports of the same
 * drives wait for each other instead of deadlocking.
 */
export async function lockImported(connection: SqlConnection, keys: readonly string[]): Promise<string[]> {
  const statement = `select import_key as "importKey" from drive where import_key = any ($1) order by import_key for update`;
  const locked = await queryRows(connection, IMPORT_KEY, statement, [keys]);
  return locked.map(({ importKey }) => importKey);
}
