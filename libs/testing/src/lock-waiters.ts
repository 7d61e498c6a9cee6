import type { SqlConnection } from '@switchback/platform/db/sql';

/**
 * Returns how many connections to this database wait for a lock. Within a transaction, PostgreSQL repeats the
 * connections of the first call: to count more than the first, pass one without a transaction.
 */
export async function lockWaiters(connection: SqlConnection): Promise<number> {
  const [row] = (await connection.query(
    `select count(distinct l.pid)::int as count from pg_locks l join pg_stat_activity a using (pid)
      where not l.granted and a.datname = current_database()`,
  )) as [{ count: number }];
  return row.count;
}
