import type { Clock } from '@switchback/platform/clock';
import type { IndexChange } from '../search-index.js';
import type { Connection } from './connection.js';
import { type IndexSize, MAPPINGS, settingsToFill, settingsToServe } from './mapping.js';
import { indexName, isIndexName, type Names } from './names.js';
import { RebuildLock } from './rebuild-lock.js';
import { writeTo } from './write.js';

const TOMBSTONES_BATCH = 1_000;
/** Upper bound for searches that started before the swap, whatever the engine reports. */
const SEARCH_MAX_MS = 2_000;
const CALM_LOOKS = 2;
const LOOK_MS = 100;

export interface RebuildDependencies {
  connection: Connection;
  names: Names;
  size: IndexSize;
  clock: Pick<Clock, 'now' | 'sleep'>;
}

/**
 * Fills a new index, then moves searches and writes to it in one step. Returns the number of its drives.
 *
 * No change is lost: once `names.next` exists, consumers write changes to both indexes, and the states, which are read
 * later, contain every change applied before. A consumer may have looked for `names.next` just before that moment and
 * write to the old index just after it: the states contain its change too, and its deletions are copied from the old
 * index once no consumer writes to it.
 */
export async function rebuild(
  deps: RebuildDependencies,
  states: AsyncIterable<readonly IndexChange[]>,
): Promise<number> {
  const lock = await RebuildLock.acquire(deps);
  const name = indexName(deps.names, deps.clock.now());
  try {
    await clearLeftovers(deps);
    await create(deps, name);
    await load(deps, lock, states);
    await lock.touch();
    return await swap(deps, name);
  } catch (error) {
    // The next rebuild deletes anything left here.
    await dropUnused(deps, [name]).catch(() => undefined);
    throw error;
  } finally {
    await lock.release().catch(() => undefined);
  }
}

/** Deletes the leftovers of a rebuild that was killed. */
export async function clearStale(deps: RebuildDependencies): Promise<void> {
  if (!(await RebuildLock.isStale(deps))) return;
  const lock = await RebuildLock.acquire(deps);
  await clearLeftovers(deps);
  await lock.release();
}

/** Requires the lock. Deletes all indexes of drives except the one that is searched. */
async function clearLeftovers(deps: RebuildDependencies): Promise<void> {
  await dropUnused(deps, [deps.names.pattern]);
}

/** Deletes the indexes of drives with these names or patterns that are not searched. */
async function dropUnused({ connection, names }: RebuildDependencies, indexes: string[]): Promise<void> {
  await connection.write(async (client, options) => {
    const found = await client.indices.getAlias({ index: indexes }, { ...options, ignore: [404] });
    const unused = Object.entries(found).flatMap(([name, index]) =>
      isIndexName(names, name) && !(names.live in index.aliases) ? [name] : [],
    );
    if (unused.length > 0) await client.indices.delete({ index: unused, ignore_unavailable: true }, options);
  });
}

async function create({ connection, names, size }: RebuildDependencies, name: string): Promise<void> {
  const aliases = { [names.next]: {} };
  const index = { index: name, aliases, mappings: MAPPINGS, settings: settingsToFill(size) };
  await connection.write((client, options) => client.indices.create(index, options));
}

/** Loads the states. The engine stores one batch while the next is being prepared. */
async function load(
  { connection, names }: RebuildDependencies,
  lock: RebuildLock,
  states: AsyncIterable<readonly IndexChange[]>,
): Promise<void> {
  const target = [{ alias: names.next, isOptional: false }];
  let loading = Promise.resolve();
  try {
    for await (const changes of states) {
      await loading;
      await lock.touch();
      loading = writeTo(connection, target, changes);
      // The next iteration handles its failure; until then it must not count as an unhandled rejection.
      loading.catch(() => undefined);
    }
  } finally {
    await loading;
  }
}

async function swap(deps: RebuildDependencies, name: string): Promise<number> {
  const { connection, names, size } = deps;
  const old = await indexesOf(deps, names.live);
  for (const each of old) await copyTombstones(connection, each, names.next);
  const count = await connection.write(async (client, options) => {
    await client.indices.putSettings({ index: name, settings: settingsToServe(size) }, options);
    await client.indices.refresh({ index: name }, options);
    const actions = [
      ...old.map((index) => ({ remove: { index, alias: names.live, must_exist: true } })),
      { add: { index: name, alias: names.live, is_write_index: true } },
      { remove: { index: name, alias: names.next, must_exist: true } },
    ];
    await client.indices.updateAliases({ actions }, options);
    const drives = await client.count({ index: name, query: { exists: { field: 'hash' } } }, options);
    return drives.count;
  });
  for (const each of old) {
    // Resolves once no write to it is in progress.
    await connection.write((client, options) => client.indices.addBlock({ index: each, block: 'write' }, options));
    await copyTombstones(connection, each, names.live);
  }
  for (const each of old) await searchesEnd(deps, each);
  await dropUnused(deps, old);
  return count;
}

/**
 * Resolves once no search is running in an index that no new search uses. Checks twice, since a search may still be on
 * its way.
 */
async function searchesEnd({ connection, clock }: RebuildDependencies, index: string): Promise<void> {
  let calmLooks = 0;
  for (let look = 0; look < SEARCH_MAX_MS / LOOK_MS && calmLooks < CALM_LOOKS; look += 1) {
    await clock.sleep(LOOK_MS);
    const stats = await connection.write((client, options) =>
      client.indices.stats({ index, metric: 'search' }, options),
    );
    const { query_current, fetch_current, open_contexts = 0 } = stats._all.total!.search!;
    calmLooks = query_current + fetch_current + open_contexts === 0 ? calmLooks + 1 : 0;
  }
}

async function indexesOf({ connection }: RebuildDependencies, alias: string): Promise<string[]> {
  const indexes = await connection.write((client, options) =>
    client.indices.getAlias({ name: alias }, { ...options, ignore: [404] }),
  );
  return Object.entries(indexes).flatMap(([name, index]) => (index?.aliases ? [name] : []));
}

/** Copies tombstones: a deleted drive must stay deleted, however late an older event arrives. */
async function copyTombstones(connection: Connection, from: string, to: string): Promise<void> {
  await connection.write((client, options) => client.indices.refresh({ index: from }, options));
  for (let afterId = ''; ;) {
    const hits = await connection.write(async (client, options) => {
      const query = { term: { is_deleted: true } };
      const search = { query, sort: ['id'], search_after: [afterId], size: TOMBSTONES_BATCH, version: true };
      return (await client.search({ index: from, ...search, allow_partial_search_results: false }, options)).hits.hits;
    });
    const changes = hits.map(({ _id, _version }) => ({ id: _id!, version: _version!, document: null }));
    await writeTo(connection, [{ alias: to, isOptional: false }], changes);
    const last = changes.at(-1);
    if (!last || changes.length < TOMBSTONES_BATCH) return;
    afterId = last.id;
  }
}
