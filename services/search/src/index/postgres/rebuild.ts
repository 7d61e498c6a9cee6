import type { Clock } from '@switchback/platform/clock';
import type { IndexChange } from '../search-index.js';
import { createIndexes, createTables, dropTables, TABLES } from './schema.js';
import type { Database, Sql } from './sql.js';
import { writeChanges } from './write.js';

/** A rebuild not heard of for this long has died. */
const STALE_SECONDS = 120;
/** Shorter than the server takes to see a deadlock (1 s): in a jam of locks the rebuild gives way, never a search. */
const SWAP_LOCK_TIMEOUT_MS = 200;
const SWAP_ATTEMPTS = 100;
const SWAP_PAUSE_MS = 50;
const LOCK_NOT_AVAILABLE = '55P03';

/** Builds every table anew beside the present ones and puts them in their place. Returns how many drives they hold. */
export async function rebuild(
  database: Database,
  clock: Clock,
  states: AsyncIterable<readonly IndexChange[]>,
): Promise<number> {
  await begin(database);
  try {
    for await (const changes of states) {
      await database.transaction(async (sql) => {
        await sql.query({ text: 'update rebuild set alive_at = clock_timestamp()' });
        await writeChanges(sql, '_next', changes);
      });
    }
    await database.transaction((sql) => runAll(sql, ['set local statement_timeout = 0', ...createIndexes('_next')]));
    return await swap(database, clock);
  } catch (error) {
    await abandon(database);
    throw error;
  }
}

/** Clears away what a rebuild left that was killed. */
export async function clearStale(database: Database): Promise<void> {
  const { rows } = await database.query({ text: `select from rebuild where is_running and ${IS_STALE}` });
  if (rows.length > 0) await abandon(database);
}

const IS_STALE = `alive_at < clock_timestamp() - interval '${STALE_SECONDS} seconds'`;

/** Whoever applies changes from now on writes them to both; those before are in the states that will be read. */
async function begin(database: Database): Promise<void> {
  await database.transaction(async (sql) => {
    const { rows } = await sql.query({
      text: `update rebuild set is_running = true, alive_at = clock_timestamp() where not is_running or ${IS_STALE} returning 1`,
    });
    if (rows.length === 0) throw new Error('The index is being rebuilt already.');
    await runAll(sql, [...dropTables('_next'), ...createTables('_next')]);
  });
}

async function abandon(database: Database): Promise<void> {
  await database.transaction((sql) => runAll(sql, ['update rebuild set is_running = false', ...dropTables('_next')]));
}

async function swap(database: Database, clock: Clock): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.transaction(trySwap);
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE || attempt === SWAP_ATTEMPTS) throw error;
      await clock.sleep(SWAP_PAUSE_MS);
    }
  }
}

async function trySwap(sql: Sql): Promise<number> {
  await runAll(sql, [
    `set local lock_timeout = ${SWAP_LOCK_TIMEOUT_MS}`,
    'update rebuild set is_running = false',
    `lock table ${TABLES.join(', ')} in access exclusive mode`,
    // What was deleted must stay so, however late an older event comes.
    'insert into version_next select * from version where is_deleted on conflict do nothing',
    ...dropTables(''),
    ...TABLES.map((table) => `alter table ${table}_next rename to ${table}`),
  ]);
  const { rows } = await sql.query<{ count: string }>({ text: 'select count(*) from drive' });
  return Number(rows[0]?.count ?? 0);
}

async function runAll(sql: Sql, statements: readonly string[]): Promise<void> {
  for (const text of statements) await sql.query({ text });
}
