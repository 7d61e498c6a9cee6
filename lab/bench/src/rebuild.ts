import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changeOf } from '@switchback/search/document';
import type { SearchQuery } from '@switchback/search/index/search-index';
import { reindex } from '@switchback/search/reindex';
import type pg from 'pg';
import { bulkBatches, bulkIn, dropFloor } from './bulk-floor.js';
import { type Catalogue, settle, withClient } from './catalogue.js';
import { HttpClient } from './http-client.js';
import { openLoop } from './load.js';
import type { BenchContext } from './options.js';
import type { RunningServer } from './processes.js';
import { CONTINENTAL_US, firstPage } from './queries.js';
import { atLeast, limited, record } from './result.js';
import { compare, spread } from './statistics.js';
import { requireSame, timeOf } from './timing.js';

const LONG_FROM_SIZE = 100_000;
const WALK_LIMIT = 1_000;
const STATES_LIMIT = 500;
const SEARCHES_PER_SECOND = 5;
const SECONDS_MAX = 60;

interface Table {
  name: string;
  indexes: string[];
}

/** P8: rebuilding the index from the drives service, against loading the finished data straight into its engine. */
export async function measureRebuild(
  context: BenchContext,
  catalogue: Catalogue,
  product: RunningServer,
): Promise<void> {
  const { elasticsearch } = catalogue.engines;
  if (elasticsearch) {
    const batches = await bulkBatches(catalogue.states);
    return compareRebuild(context, catalogue, product, {
      floor: () => bulkIn(elasticsearch, batches),
      after: () => dropFloor(elasticsearch),
      measure: 'reindex from the drives service / _bulk of the same documents',
    });
  }
  const folder = mkdtempSync(join(tmpdir(), 'switchback-bench-copy-'));
  // The server may run under a different account.
  chmodSync(folder, 0o777);
  await withClient(catalogue.url, async (client) => {
    const tables = await copyOut(client, folder);
    await compareRebuild(context, catalogue, product, {
      floor: () => copyIn(client, folder, tables),
      measure: 'reindex from the drives service / COPY of the same tables and making their indexes',
    });
    await client.query('drop schema if exists floor_copy cascade');
  });
  rmSync(folder, { recursive: true, force: true });
  await settle(catalogue);
}

interface Floor {
  measure: string;
  floor: () => Promise<void>;
  /** Cleans up after the floor; not timed. */
  after?: () => Promise<void>;
}

async function compareRebuild(
  { rounds }: BenchContext,
  catalogue: Catalogue,
  product: RunningServer,
  { floor, after, measure }: Floor,
): Promise<void> {
  const seconds: number[] = [];
  const figures = await compare(
    { rounds, isLong: catalogue.size >= LONG_FROM_SIZE },
    {
      floor: async () => {
        const ms = await timeOf(floor);
        await after?.();
        return catalogue.size / (ms / 1_000);
      },
      ours: async () => {
        const took = await rebuildWhileSearched(catalogue, product);
        seconds.push(took);
        return catalogue.size / took;
      },
    },
  );
  await requireSameDocuments(catalogue);
  const common = { goal: 'P8', size: catalogue.label };
  const note = 'ids and hashes compared; searches returned complete results meanwhile';
  record({ ...common, measure, unit: 'drives/s', ...atLeast(0.5, figures), note });
  if (catalogue.size === LONG_FROM_SIZE)
    record({ ...common, measure: 'reindex, whole', ...limited(SECONDS_MAX, 's', { ours: spread(seconds) }) });
}

/** Copies every table of the index, so that the floor need not know them. */
async function copyOut(client: pg.Client, folder: string): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.relname as name, array(select indexdef from pg_indexes i where i.schemaname = 'search' and i.tablename = c.relname) as indexes
     from pg_class c where c.relnamespace = 'search'::regnamespace and c.relkind = 'r' order by 1`,
  );
  for (const { name } of rows) await client.query(`copy search.${name} to '${join(folder, name)}' (format binary)`);
  return rows;
}

async function copyIn(client: pg.Client, folder: string, tables: readonly Table[]): Promise<void> {
  await client.query('drop schema if exists floor_copy cascade');
  await client.query('create schema floor_copy');
  for (const { name, indexes } of tables) {
    await client.query(`create table floor_copy.${name} (like search.${name} including storage)`);
    await client.query(`copy floor_copy.${name} from '${join(folder, name)}' (format binary)`);
    for (const index of indexes) await client.query(index.replace(' ON search.', ' ON floor_copy.'));
    await client.query(`analyze floor_copy.${name}`);
  }
}

/** Returns the duration in seconds. Every search during the rebuild must return a full page. */
async function rebuildWhileSearched({ index, states, size }: Catalogue, product: RunningServer): Promise<number> {
  const http = new HttpClient(product.url, 4);
  const { north, east, south, west } = CONTINENTAL_US;
  const path = `/api/drives/search?bounds=${north},${east},${south},${west}&sort=popularity`;
  const search = async () => {
    const { text } = await http.ask({ method: 'POST', path, body: '{}' });
    const { drives } = JSON.parse(text()) as { drives: unknown[] };
    requireSame(drives.length, 25, 'a search during the rebuild');
  };
  let isRunning = true;
  const searching = (async () => {
    while (isRunning) await openLoop(SEARCHES_PER_SECOND, 1_000, search);
  })();
  try {
    let built = { indexed: 0, skipped: 0 };
    const ms = await timeOf(async () => (built = await reindex(index, states)));
    requireSame(built, { indexed: size, skipped: 0 }, 'the drives of the new index');
    return ms / 1_000;
  } finally {
    isRunning = false;
    await searching;
    http.close();
  }
}

async function requireSameDocuments({ index, states, size }: Catalogue): Promise<void> {
  const expected = new Map<string, string>();
  let pageToken = '';
  do {
    const page = await states.listStates({ pageToken, limit: STATES_LIMIT, ids: [] });
    for (const state of page.states) expected.set(state.id, changeOf(state).document!.hash);
    pageToken = page.nextPageToken;
  } while (pageToken !== '');
  const query = { ...firstPage({}, 'created'), limit: WALK_LIMIT };
  let found = 0;
  for (let after: SearchQuery['after'] = null; ;) {
    const { hits } = await index.search({ ...query, after });
    for (const { id, hash } of hits) requireSame(hash, expected.get(id), `the hash of drive ${id}`);
    found += hits.length;
    after = hits.at(-1) ?? null;
    if (hits.length < WALK_LIMIT) break;
  }
  requireSame([found, expected.size], [size, size], 'the drives of both services');
}
