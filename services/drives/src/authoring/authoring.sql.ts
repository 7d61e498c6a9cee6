import { queryRows, type SqlConnection } from '@switchback/platform/db/sql';
import { z } from 'zod';

const OWNER = z.strictObject({ username: z.string().nullable() });

/** Locks an owner's row against changes, and returns it; its name is null for a deleted account. */
export async function lockOwner(connection: SqlConnection, id: string): Promise<z.infer<typeof OWNER> | undefined> {
  const [owner] = await queryRows(connection, OWNER, 'select username from owner where id = $1 for share', [id]);
  return owner;
}
