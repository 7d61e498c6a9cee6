import { queryRows, type SqlConnection } from '@switchback/platform/db/sql';
import { z } from 'zod';
import { COLUMNS, TABLES } from './schema.js';
import { runAll } from './sql.js';
import { deleteRows, DOCUMENT_TABLES } from './write.sql.js';

/** A rebuild without a heartbeat for this long is dead. */
const STALE_SECONDS = 120;
const IS_STALE = `alive_at < clock_timestamp() - interval '${STALE_SECONDS} seconds'`;

const NO_COLUMNS = z.strictObject({});
const CLAIMED = z.strictObject({ is_running: z.boolean() });
const DRIVE_ID = z.strictObject({ id: z.string() });
const COUNT = z.strictObject({ count: z.string() });

/** Returns whether a rebuild died without cleaning up. */
export async function hasStaleRebuild(connection: SqlConnection): Promise<boolean> {
  const statement = `select from rebuild where is_running and ${IS_STALE}`;
  return (await queryRows(connection, NO_COLUMNS, statement)).length > 0;
}

/** Marks a rebuild as running. @returns false if another one is. */
export async function claimRebuild(connection: SqlConnection): Promise<boolean> {
  const claimed = await queryRows(
    connection,
    CLAIMED,
    `update rebuild set is_running = true, alive_at = clock_timestamp() where not is_running or ${IS_STALE}
      returning is_running`,
  );
  return claimed.length > 0;
}

/** Stores the rebuild's heartbeat, and locks its row until the transaction ends. */
export async function sendHeartbeat(connection: SqlConnection): Promise<void> {
  await connection.query('update rebuild set alive_at = clock_timestamp()');
}

/** Merges the changes gathered meanwhile into the new tables if they are newer, and empties the delta tables. */
export async function mergeDelta(connection: SqlConnection): Promise<void> {
  // Locked until the transaction ends: no consumer adds changes until the delta tables are empty.
  await sendHeartbeat(connection);
  const rows = await queryRows(
    connection,
    DRIVE_ID,
    `insert into version_next as v (id, version, is_deleted, number)
      select d.id, d.version, d.is_deleted, coalesce(n.number, m.number + row_number() over ())
        from version_delta d left join version_next n on n.id = d.id
        cross join (select coalesce(max(number), 0) as number from version_next) m
      on conflict (id) do update set version = excluded.version, is_deleted = excluded.is_deleted
      where v.version < excluded.version returning id`,
  );
  const ids = rows.map(({ id }) => id);
  for (const table of DOCUMENT_TABLES) await moveDelta(connection, table, ids);
  await runAll(connection, [
    'insert into word_next select word from word_delta on conflict do nothing',
    `truncate ${TABLES.map((table) => `${table}_delta`).join(', ')}`,
  ]);
}

/** Assigns new drive numbers: each generation has its own. */
async function moveDelta(
  connection: SqlConnection,
  table: (typeof DOCUMENT_TABLES)[number],
  ids: string[],
): Promise<void> {
  const names = COLUMNS[table].map(({ name }) => name);
  const values = names.map((name) => (name === 'number' ? 'n.number' : `t.${name}`));
  const key = table === 'part' ? 'number' : 'id';
  await deleteRows(connection, table, '_next', ids);
  await connection.query(
    `insert into ${table}_next (${names.join(', ')}) select ${values.join(', ')} from ${table}_delta t
      join version_delta v on v.${key} = t.${key} join version_next n on n.id = v.id where n.id = any($1)`,
    [ids],
  );
}

/** Counts the drives of the live index. */
export async function countDrives(connection: SqlConnection): Promise<number> {
  const [row] = await queryRows(connection, COUNT, 'select count(*) from drive');
  return Number(row?.count ?? 0);
}

/** Returns whether a vacuum or an analyze locks a live table. */
export async function isUpkeepRunning(connection: SqlConnection): Promise<boolean> {
  const locks = await queryRows(
    connection,
    NO_COLUMNS,
    `select from pg_locks where granted and mode = 'ShareUpdateExclusiveLock'
      and relation in (select to_regclass(name)::oid from unnest($1::text[]) as name)
      and database = (select oid from pg_database where datname = current_database()) limit 1`,
    [TABLES],
  );
  return locks.length > 0;
}
