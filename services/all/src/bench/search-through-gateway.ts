import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bounds } from '@switchback/geo/location';
import type { SortKey } from '@switchback/contracts/rules/drives';
import type { SearchRequest } from '@switchback/proto/search/v1/service';
import { serviceSession } from '@switchback/platform/db/database';
import pg from 'pg';
import type { Catalogue } from './catalogue.js';
import type { BenchContext } from './context.js';
import { HttpClient, type Question } from './http-client.js';
import { closedLoop, openLoop } from './load.js';
import { cpuMsOf, knowsCpuTime, postgresCpuMs, type RunningServer, startApart, startRawServer } from './processes.js';
import { boxesOf, filtersWith, sideFor } from './queries.js';
import { atMost } from './result.js';
import { idsIn, recordStatements, type RecordedQuestion } from './statements.js';
import { compare, quantile, type Side } from './statistics.js';
import { requireSame, timesOf } from './timing.js';

const QUERIES = 200;
const MATCHES = 50;
const SORTS: readonly SortKey[] = ['location', 'popularity', 'created', 'stars'];
const CPU_REQUESTS = 600;
const CPU_CLIENTS = 4;
const LATENCY_REQUESTS = 200;
const SATURATION_REQUESTS = 1_500;
const SATURATION_CLIENTS = 16;
const LOAD_MS = 2_500;
const ADDED_MAX_MS = 3;
const TAIL_MAX_MS = 25;

interface Servers {
  ask: Record<Side, (index: number) => Promise<unknown>>;
  pids: Record<Side, readonly number[]>;
  questions: RecordedQuestion[];
  close: () => Promise<void>;
}

/** P1 and P2: a search through the whole product against plain `http` and `pg` with the same statements. */
export async function measureSearch(
  context: BenchContext,
  catalogue: Catalogue,
  product: RunningServer,
): Promise<void> {
  const servers = await openServers(context, catalogue, product);
  try {
    if (context.wants('P1')) await measureCpu(context, catalogue, servers, ONE_PROCESS);
    if (context.wants('P2')) {
      await measureAlone(context, catalogue, servers);
      await measureUnderLoad(context, catalogue, servers);
    }
  } finally {
    await servers.close();
  }
}

/** P1 of the product in separate processes: what a hop costs. */
export async function measureSearchApart(context: BenchContext, catalogue: Catalogue): Promise<void> {
  const product = await startApart(catalogue.url);
  try {
    const servers = await openServers(context, catalogue, product);
    await measureCpu(context, catalogue, servers, APART).finally(servers.close);
  } finally {
    await product.stop();
  }
}

async function openServers({ seed }: BenchContext, catalogue: Catalogue, product: RunningServer): Promise<Servers> {
  const side = await sideFor(catalogue.index, MATCHES, seed);
  const queries = boxesOf(QUERIES, side, seed).map((bounds, index) => ({ bounds, sort: SORTS[index % SORTS.length]! }));
  if (!catalogue.search) throw new Error('The floor of a search is the SQL of an index in PostgreSQL.');
  const recorded = await recordStatements(catalogue.search, queries.map(requestOf));
  const questions = recorded.map(({ question }) => question);
  const folder = mkdtempSync(join(tmpdir(), 'switchback-bench-'));
  const file = join(folder, 'statements.json');
  writeFileSync(file, JSON.stringify(questions));
  const raw = await startRawServer(catalogue.url, file);
  const clients = {
    floor: new HttpClient(raw.url, SATURATION_CLIENTS),
    ours: new HttpClient(product.url, SATURATION_CLIENTS),
  };
  const paths = queries.map(pathOf);
  const question: Record<Side, (index: number) => Question> = {
    floor: (index) => ({ method: 'POST', path: `/${index % QUERIES}`, body: '{}' }),
    ours: (index) => ({ method: 'POST', path: paths[index % QUERIES]!, body: '{}' }),
  };
  const ask = (name: Side) => (index: number) => clients[name].ask(question[name](index));
  const close = async () => {
    clients.floor.close();
    clients.ours.close();
    await raw.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  const servers = { ask: { floor: ask('floor'), ours: ask('ours') }, pids: { floor: raw.pids, ours: product.pids } };
  try {
    for (const [index, { ids }] of recorded.entries()) {
      for (const name of ['floor', 'ours'] as const) {
        const { text } = await clients[name].ask(question[name](index));
        requireSame(idsIn(text()), ids, `${name} ${paths[index]}`);
      }
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { ...servers, questions, close };
}

function requestOf({ bounds, sort }: { bounds: Bounds; sort: SortKey }): SearchRequest {
  return { filters: filtersWith({ bounds }), fields: [], sort, bookmark: undefined, includeCount: false, have: [] };
}

function pathOf({ bounds: { north, east, south, west }, sort }: { bounds: Bounds; sort: SortKey }): string {
  return `/api/drives/search?bounds=${north},${east},${south},${west}&sort=${sort}`;
}

interface Topology {
  name: string;
  /** Of the floor's processor time. */
  limit: number;
}

const ONE_PROCESS: Topology = { name: 'product', limit: 2.5 };
const APART: Topology = { name: 'product in separate processes', limit: 4 };

async function measureCpu(
  { record, rounds, postmasterPid }: BenchContext,
  { label }: Catalogue,
  servers: Servers,
  { name, limit }: Topology,
): Promise<void> {
  if (!knowsCpuTime()) return;
  const totals: Record<Side, number[]> = { floor: [], ours: [] };
  const run = (side: Side) => async () => {
    const [ownMs, databaseMs] = [cpuMsOf(servers.pids[side]), postgresCpuMs(postmasterPid)];
    await closedLoop(CPU_CLIENTS, CPU_REQUESTS, servers.ask[side]);
    const own = (cpuMsOf(servers.pids[side]) - ownMs) / CPU_REQUESTS;
    totals[side].push(own + (postgresCpuMs(postmasterPid) - databaseMs) / CPU_REQUESTS);
    return own;
  };
  const own = await compare({ rounds }, { floor: run('floor'), ours: run('ours') });
  const whole = await compare({ rounds }, replay(totals));
  const common = { goal: 'P1', size: label, unit: 'CPU ms per request' };
  const note = `${MATCHES} matches a box, 25 shown, four orders, ${CPU_CLIENTS} clients`;
  record({ ...common, measure: `search: ${name} / raw http+pg, Node processes`, ...atMost(limit, own), note });
  record({ ...common, measure: `${name}: the same with PostgreSQL`, ...atMost(limit, whole) });
}

/** Gives back, in the order of the turns, what was noted beside them. */
function replay(figures: Record<Side, number[]>): Record<Side, () => Promise<number>> {
  const next = (side: Side) => () => Promise.resolve(figures[side].shift()!);
  return { floor: next('floor'), ours: next('ours') };
}

async function measureAlone({ record, rounds }: BenchContext, catalogue: Catalogue, { ask, questions }: Servers) {
  const client = new pg.Client({ connectionString: catalogue.url, ...serviceSession('search', 10_000) });
  await client.connect();
  const select = async (index: number) => {
    for (const statement of questions[index % QUERIES]!.statements) await client.query(statement);
  };
  const p50 = (send: (index: number) => Promise<unknown>) => async () =>
    quantile(await timesOf(LATENCY_REQUESTS, send), 0.5);
  try {
    const figures = await compare({ rounds }, { floor: p50(select), ours: p50(ask.ours) });
    const added = figures.ours.median - figures.floor.median;
    record({
      ...{ goal: 'P2', size: catalogue.label, measure: 'search p50, 1 client / raw SELECT', unit: 'ms', ...figures },
      ...{ target: `floor + ${ADDED_MAX_MS} ms`, met: added <= ADDED_MAX_MS, note: `adds ${added.toFixed(2)} ms` },
    });
  } finally {
    await client.end();
  }
}

async function measureUnderLoad({ record, rounds }: BenchContext, { label }: Catalogue, { ask }: Servers) {
  const saturation = await closedLoop(SATURATION_CLIENTS, SATURATION_REQUESTS, ask.ours);
  const rate = saturation / 2;
  const p99 = (side: Side) => async () => quantile(await openLoop(rate, LOAD_MS, ask[side]), 0.99);
  const figures = await compare({ rounds }, { floor: p99('floor'), ours: p99('ours') });
  record({
    ...{ goal: 'P2', size: label, measure: 'search p99 at half of saturation, open loop', unit: 'ms', ...figures },
    ...{ target: `≤ ${TAIL_MAX_MS} ms`, met: figures.ours.median <= TAIL_MAX_MS },
    note: `${rate.toFixed(0)} requests/s of ${saturation.toFixed(0)}, both sides; the load comes from the same machine`,
  });
}
