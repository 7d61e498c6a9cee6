import { queryRows, type SqlConnection } from '@switchback/platform/db/sql';
import { z } from 'zod';

const COUNT = z.strictObject({ count: z.number() });

/**
 * Counts the stored deals. Locks the creation of deals until the transaction ends, so that concurrent requests do not
 * exceed the limit together.
 */
export async function countDealsAlone(connection: SqlConnection): Promise<number> {
  await connection.query(`select pg_advisory_xact_lock(hashtext('deal'), 0)`);
  const [row] = await queryRows(connection, COUNT, 'select count(*)::integer as count from deal');
  return row?.count ?? 0;
}
