import type { QueryRunner } from 'typeorm';

/** Returns how many connections to this database wait for a lock. */
export async function lockWaiters(connection: Pick<QueryRunner, 'query'>): Promise<number> {
  const [row] = (await connection.query(
    `select count(distinct l.pid)::int as count from pg_locks l join pg_stat_activity a using (pid)
      where not l.granted and a.datname = current_database()`,
  )) as [{ count: number }];
  return row.count;
}
