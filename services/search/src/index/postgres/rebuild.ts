import type { Clock } from '@switchback/platform/clock';
import { type IndexChange, RebuildRunning } from '../search-index.js';
import { BulkLoad } from './load.js';
import {
  addMissingColumns,
  analyze,
  COLUMNS,
  createIndexLists,
  createKeys,
  createTables,
  dropTables,
  TABLES,
  tablesPresent,
} from './schema.js';
import { type Database, runAll, type Sql } from './sql.js';
import { DOCUMENT_TABLES, forget } from './write.js';

/** A rebuild not heard of for this long has died. */
const STALE_SECONDS = 120;
/** How often a rebuild says that it lives: each time is a commit on disk. */
const ALIVE_PAUSE_MS = 5_000;
/** Shorter than the server takes to see a deadlock (1 s): in a jam of locks the rebuild gives way, never a search. */
const SWAP_LOCK_TIMEOUT_MS = 200;
/** Searches wait while the swap does, so that each further attempt leaves them alone for longer: some 70 s in all. */
const SWAP_ATTEMPTS = 40;
const SWAP_PAUSE_MS = 50;
const SWAP_PAUSE_MAX_MS = 2_000;
/** How long, and how often, to look whether a vacuum of the present tables is over. */
const UPKEEP_MAX_MS = 120_000;
const UPKEEP_PAUSE_MS = 250;
const LOCK_NOT_AVAILABLE = '55P03';
/** Indexes made at the same time: more would leave a small server no core for searches. */
const INDEXES_AT_ONCE = 2;
/**
 * One core an index: a second one on it saves little time and costs half as much work again. Nothing waits for the disk: of
 * a rebuild that a crash interrupts nothing is kept, and the swap, which does wait, comes after all of it.
 */
const FOR_INDEXES = [
  'set local statement_timeout = 0',
  'set local synchronous_commit = off',
  `set local maintenance_work_mem = '128MB'`,
  'set local max_parallel_maintenance_workers = 0',
];

/** Builds every table anew beside the present ones and puts them in their place. Returns how many drives they hold. */
export async function rebuild(
  database: Database,
  clock: Clock,
  states: AsyncIterable<readonly IndexChange[]>,
): Promise<number> {
  await addMissingColumns(database);
  await begin(database);
  try {
    await load(database, clock, states);
    await finish(database, clock);
    // Twice, since the second time there is little left to do while searches wait.
    await database.transaction((sql) => takeDelta(sql));
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

/** Whoever applies changes from now on writes them down for us as well; those before are in the states that will be read. */
async function begin(database: Database): Promise<void> {
  await database.transaction(async (sql) => {
    const { rows } = await sql.query({
      text: `update rebuild set is_running = true, alive_at = clock_timestamp() where not is_running or ${IS_STALE} returning 1`,
    });
    if (rows.length === 0) throw new RebuildRunning();
    await runAll(sql, [...dropTables('_next'), ...dropTables('_delta')]);
    await runAll(sql, [...createTables('_delta'), ...createKeys('_delta')]);
  });
}

/**
 * Fills the new tables in the transaction that makes them: nobody else can see them yet, which lets the server write their
 * rows as if a vacuum had been over them, and past its log where nobody copies that. It takes one batch while the next is
 * being prepared.
 */
async function load(database: Database, clock: Clock, states: AsyncIterable<readonly IndexChange[]>): Promise<void> {
  const alive = new Pulse(database, clock);
  await database.transaction(async (sql) => {
    await runAll(sql, createTables('_next'));
    const bulk = new BulkLoad(sql);
    let loading = Promise.resolve();
    try {
      for await (const changes of states) {
        await loading;
        await alive.beat();
        loading = bulk.add(changes);
        // Its failure is met at the next turn; until then it must not pass for one that nobody looks after.
        loading.catch(() => undefined);
      }
    } finally {
      await loading;
    }
    await bulk.finish();
  });
}

/** After the load, which is several times quicker than keeping indexes up to date during it. */
async function finish(database: Database, clock: Clock): Promise<void> {
  // The keys first: a table cannot get one while an index is made of it.
  await sideBySide(database, clock, createKeys('_next').map(alone));
  await sideBySide(database, clock, createIndexLists('_next'));
  await sideBySide(database, clock, analyze('_next').map(alone));
}

function alone(statement: string): string[] {
  return [statement];
}

/** Several lists at a time, the statements of each in turn. */
async function sideBySide(database: Database, clock: Clock, lists: readonly (readonly string[])[]): Promise<void> {
  const waiting = [...lists];
  const failure = new AbortController();
  const alive = new Pulse(database, clock);
  const finishEach = async () => {
    for (let list = waiting.shift(); list; list = waiting.shift())
      for (const statement of list) {
        failure.signal.throwIfAborted();
        await alive.beat();
        await database.transaction((sql) => runAll(sql, [...FOR_INDEXES, statement]));
      }
  };
  const stopAll = (error: unknown) => failure.abort(error);
  await Promise.all(Array.from({ length: INDEXES_AT_ONCE }, () => finishEach().catch(stopAll)));
  failure.signal.throwIfAborted();
}

/** Says now and then that the rebuild lives. */
class Pulse {
  #heardMs: number;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    this.#heardMs = clock.monotonicMs();
  }

  async beat(): Promise<void> {
    if (this.clock.monotonicMs() - this.#heardMs <= ALIVE_PAUSE_MS) return;
    this.#heardMs = this.clock.monotonicMs();
    await isAlive(this.database);
  }
}

async function isAlive(database: Database): Promise<void> {
  await database.query({ text: 'update rebuild set alive_at = clock_timestamp()' });
}

async function abandon(database: Database): Promise<void> {
  await database.transaction((sql) =>
    runAll(sql, ['update rebuild set is_running = false', ...dropTables('_next'), ...dropTables('_delta')]),
  );
}

/** Brings what was gathered meanwhile into the new tables, as far as it is newer, and empties the gathering. */
async function takeDelta(sql: Sql): Promise<void> {
  // Held to the end: nobody writes down more until it is empty.
  await sql.query({ text: 'update rebuild set alive_at = clock_timestamp()' });
  const { rows } = await sql.query<{ id: string }>({
    text: `insert into version_next as v (id, version, is_deleted, number)
      select d.id, d.version, d.is_deleted, coalesce(n.number, m.number + row_number() over ())
        from version_delta d left join version_next n on n.id = d.id
        cross join (select coalesce(max(number), 0) as number from version_next) m
      on conflict (id) do update set version = excluded.version, is_deleted = excluded.is_deleted
      where v.version < excluded.version returning id`,
  });
  const ids = rows.map(({ id }) => id);
  for (const table of DOCUMENT_TABLES) await moveDelta(sql, table, ids);
  await runAll(sql, [
    'insert into word_next select word from word_delta on conflict do nothing',
    `truncate ${TABLES.map((table) => `${table}_delta`).join(', ')}`,
  ]);
}

/** Each generation gives its drives numbers of its own. */
async function moveDelta(sql: Sql, table: (typeof DOCUMENT_TABLES)[number], ids: string[]): Promise<void> {
  const names = COLUMNS[table].map(({ name }) => name);
  const values = names.map((name) => (name === 'number' ? 'n.number' : `t.${name}`));
  const key = table === 'part' ? 'number' : 'id';
  await forget(sql, table, '_next', ids);
  await sql.query({
    text: `insert into ${table}_next (${names.join(', ')}) select ${values.join(', ')} from ${table}_delta t
      join version_delta v on v.${key} = t.${key} join version_next n on n.id = v.id where n.id = any($1)`,
    values: [ids],
  });
}

/** @returns how many drives the new tables hold; counted after, when no search waits for it. */
async function swap(database: Database, clock: Clock): Promise<number> {
  let pauseMs = SWAP_PAUSE_MS;
  for (let attempt = 1; ; attempt += 1) {
    await upkeepEnds(database, clock);
    try {
      await database.transaction(trySwap);
      const { rows } = await database.query<{ count: string }>({ text: 'select count(*) from drive' });
      return Number(rows[0]?.count ?? 0);
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE || attempt === SWAP_ATTEMPTS) throw error;
      await isAlive(database);
      await clock.sleep(pauseMs);
      pauseMs = Math.min(pauseMs * 2, SWAP_PAUSE_MAX_MS);
    }
  }
}

/**
 * Resolves when neither a vacuum nor an analyze holds the tables in use. Both may take seconds, and every search would wait
 * in line behind a swap that waits for them.
 */
async function upkeepEnds(database: Database, clock: Clock): Promise<void> {
  for (const endMs = clock.monotonicMs() + UPKEEP_MAX_MS; clock.monotonicMs() < endMs;) {
    const { rows } = await database.query({
      text: `select from pg_locks where granted and mode = 'ShareUpdateExclusiveLock'
        and relation in (select to_regclass(name)::oid from unnest($1::text[]) as name)
        and database = (select oid from pg_database where datname = current_database()) limit 1`,
      values: [TABLES],
    });
    if (rows.length === 0) return;
    await isAlive(database);
    await clock.sleep(UPKEEP_PAUSE_MS);
  }
}

async function trySwap(sql: Sql): Promise<void> {
  await sql.query({ text: `set local lock_timeout = ${SWAP_LOCK_TIMEOUT_MS}` });
  await takeDelta(sql);
  // Those that somebody dropped are made good by the swap.
  const present = await tablesPresent(sql);
  await runAll(sql, [
    'update rebuild set is_running = false',
    ...(present.length > 0 ? [`lock table ${present.join(', ')} in access exclusive mode`] : []),
    ...(present.includes('version') ? [KEEP_DELETED] : []),
    `select setval('drive_number', (select coalesce(max(number), 0) + 1 from version_next))`,
    'update head set revision = revision + 1, generation = generation + 1',
    ...dropTables(''),
    ...dropTables('_delta'),
    ...TABLES.map((table) => `alter table ${table}_next rename to ${table}`),
  ]);
}

/** What was deleted must stay so, however late an older event comes. */
const KEEP_DELETED = `insert into version_next (id, version, is_deleted, number)
  select v.id, v.version, v.is_deleted, m.number + row_number() over ()
    from version v cross join (select coalesce(max(number), 0) as number from version_next) m
    where v.is_deleted on conflict do nothing`;
