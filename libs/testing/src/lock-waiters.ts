import type { QueryRunner } from 'typeorm';

/** Whether somebody waits for a row that the transaction of this runner has locked. */
export async function hasWaiter(holder: Pick<QueryRunner, 'query'>): Promise<boolean> {
  const rows = (await holder.query(
    `select from pg_locks held join pg_locks wanted on wanted.transactionid = held.transactionid and not wanted.granted
      where held.pid = pg_backend_pid() and held.granted`,
  )) as unknown[];
  return rows.length > 0;
}
