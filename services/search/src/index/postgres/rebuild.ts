import type { Clock } from '@switchback/platform/clock';
import { type IndexChange, RebuildRunning } from '../search-index.js';
import { BulkLoad } from './load.js';
import {
  claimRebuild,
  countDrives,
  hasStaleRebuild,
  isUpkeepRunning,
  mergeDelta,
  sendHeartbeat,
} from './rebuild.sql.js';
import { analyze, createIndexLists, createKeys, createTables, dropTables, TABLES } from './schema.js';
import { addMissingColumns, tablesPresent } from './schema.sql.js';
import { type Database, runAll, type Sql } from './sql.js';

/** Heartbeat interval of a rebuild: each one is a commit on disk. */
const ALIVE_PAUSE_MS = 5_000;
/** Shorter than the server's deadlock timeout (1 s): in a deadlock the rebuild gives way, never a search. */
const SWAP_LOCK_TIMEOUT_MS = 200;
/** Searches queue behind a waiting swap, so each retry pauses longer: some 70 s in all. */
const SWAP_ATTEMPTS = 40;
const SWAP_PAUSE_MS = 50;
const SWAP_PAUSE_MAX_MS = 2_000;
/** Timeout and polling interval for a vacuum of the current tables to end. */
const UPKEEP_MAX_MS = 120_000;
const UPKEEP_PAUSE_MS = 250;
const LOCK_NOT_AVAILABLE = '55P03';
/** Indexes built concurrently: more would leave no core for searches on a small server. */
const INDEXES_AT_ONCE = 2;
/**
 * One core per index: a second one saves little time and costs half as much work again. Commits do not wait for the
 * disk: nothing of an interrupted rebuild is kept after a crash, and the swap, which does wait, comes last.
 */
const FOR_INDEXES = [
  'set local statement_timeout = 0',
  'set local synchronous_commit = off',
  `set local maintenance_work_mem = '128MB'`,
  'set local max_parallel_maintenance_workers = 0',
];

/** Builds every table again next to the current ones and swaps them in. Returns the number of their drives. */
export async function rebuild(
  database: Database,
  clock: Clock,
  states: AsyncIterable<readonly IndexChange[]>,
): Promise<number> {
  await addMissingColumns(database);
  await startRebuild(database);
  try {
    await load(database, clock, states);
    await finish(database, clock);
    // Applied twice: the second time, little is left to do while searches wait.
    await database.transaction((sql) => mergeDelta(sql));
    return await swap(database, clock);
  } catch (error) {
    await abandon(database);
    throw error;
  }
}

/** Deletes the leftovers of a rebuild that was killed. */
export async function clearStale(database: Database): Promise<void> {
  if (await hasStaleRebuild(database)) await abandon(database);
}

/**
 * Starts a rebuild. From now on, consumers also write changes to the delta tables; earlier changes are in the states
 * that will be read.
 */
async function startRebuild(database: Database): Promise<void> {
  await database.transaction(async (sql) => {
    if (!(await claimRebuild(sql))) throw new RebuildRunning();
    await runAll(sql, [...dropTables('_next'), ...dropTables('_delta')]);
    await runAll(sql, [...createTables('_delta'), ...createKeys('_delta')]);
  });
}

/**
 * Fills the new tables in the transaction that creates them: no other transaction sees them yet, so the server can
 * write their rows frozen, and without its write-ahead log if that is not replicated. The server stores one batch while
 * the next is being prepared.
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
        // The next iteration handles its failure; until then it must not count as an unhandled rejection.
        loading.catch(() => undefined);
      }
    } finally {
      await loading;
    }
    await bulk.finish();
  });
}

/** Runs after the load, which is several times faster than maintaining indexes during it. */
async function finish(database: Database, clock: Clock): Promise<void> {
  // Keys first: a table cannot get one while an index on it is being built.
  await sideBySide(database, clock, createKeys('_next').map(alone));
  await sideBySide(database, clock, createIndexLists('_next'));
  await sideBySide(database, clock, analyze('_next').map(alone));
}

function alone(statement: string): string[] {
  return [statement];
}

/** Runs several lists concurrently, the statements of each in order. */
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

/** Sends the rebuild's heartbeat at intervals. */
class Pulse {
  #renewedMs: number;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    this.#renewedMs = clock.monotonicMs();
  }

  async beat(): Promise<void> {
    if (this.clock.monotonicMs() - this.#renewedMs <= ALIVE_PAUSE_MS) return;
    this.#renewedMs = this.clock.monotonicMs();
    await sendHeartbeat(this.database);
  }
}

async function abandon(database: Database): Promise<void> {
  await database.transaction((sql) =>
    runAll(sql, ['update rebuild set is_running = false', ...dropTables('_next'), ...dropTables('_delta')]),
  );
}

/** @returns the number of drives in the new tables; counted afterwards, when no search waits for it. */
async function swap(database: Database, clock: Clock): Promise<number> {
  let pauseMs = SWAP_PAUSE_MS;
  for (let attempt = 1; ; attempt += 1) {
    await upkeepEnds(database, clock);
    try {
      await database.transaction(trySwap);
      return await countDrives(database);
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE || attempt === SWAP_ATTEMPTS) throw error;
      await sendHeartbeat(database);
      await clock.sleep(pauseMs);
      pauseMs = Math.min(pauseMs * 2, SWAP_PAUSE_MAX_MS);
    }
  }
}

/**
 * Resolves once neither a vacuum nor an analyze locks the live tables. Both may take seconds, and every search would
 * queue behind a swap that waits for them.
 */
async function upkeepEnds(database: Database, clock: Clock): Promise<void> {
  for (const endMs = clock.monotonicMs() + UPKEEP_MAX_MS; clock.monotonicMs() < endMs;) {
    if (!(await isUpkeepRunning(database))) return;
    await sendHeartbeat(database);
    await clock.sleep(UPKEEP_PAUSE_MS);
  }
}

async function trySwap(sql: Sql): Promise<void> {
  await runAll(sql, [`set local lock_timeout = ${SWAP_LOCK_TIMEOUT_MS}`]);
  await mergeDelta(sql);
  // The swap also replaces tables that were dropped.
  const existing = await tablesPresent(sql);
  await runAll(sql, [
    'update rebuild set is_running = false',
    ...(existing.length > 0 ? [`lock table ${existing.join(', ')} in access exclusive mode`] : []),
    ...(existing.includes('version') ? [KEEP_DELETED] : []),
    `select setval('drive_number', (select coalesce(max(number), 0) + 1 from version_next))`,
    'update head set revision = revision + 1, generation = generation + 1',
    ...dropTables(''),
    ...dropTables('_delta'),
    ...TABLES.map((table) => `alter table ${table}_next rename to ${table}`),
  ]);
}

/** Copies tombstones: a deleted drive must stay deleted, however late an older event arrives. */
const KEEP_DELETED = `insert into version_next (id, version, is_deleted, number)
  select v.id, v.version, v.is_deleted, m.number + row_number() over ()
    from version v cross join (select coalesce(max(number), 0) as number from version_next) m
    where v.is_deleted on conflict do nothing`;
