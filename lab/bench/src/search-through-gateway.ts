import type { Bounds } from '@switchback/geo/location';
import type { SortKey } from '@switchback/contracts/rules/drives';
import type { SearchRequest } from '@switchback/proto/search/v1/service';
import { serviceSession } from '@switchback/platform/db/database';
import pg from 'pg';
import type { Catalogue } from './catalogue.js';
import type { BenchContext } from './context.js';
import { HttpClient, type Question } from './http-client.js';
import { closedLoop, WARM_UP_REQUESTS } from './load.js';
import { LoadGenerator, type Target } from './load-generator.js';
import { Person } from './person.js';
import { cpuMsOf, knowsProcesses, postgresCpuMs } from './process-figures.js';
import { pidsOf, type RunningServer } from './processes.js';
import { boxesOf, filtersWith, sideFor } from './queries.js';
import { atMost } from './result.js';
import { type SearchFloor, startSearchFloor } from './search-floor.js';
import { idsIn } from './statements.js';
import { compare, quantile, type Side } from './statistics.js';
import { requireSame, timesOf } from './timing.js';

const QUERIES = 200;
const MATCHES = 50;
const SORTS: readonly SortKey[] = ['location', 'popularity', 'created', 'stars'];
const CPU_REQUESTS = 1_500;
const CPU_CLIENTS = 4;
const LATENCY_REQUESTS = 200;
const SATURATION_REQUESTS = 1_500;
const SATURATION_CLIENTS = 16;
const LOAD_MS = 2_500;
const ADDED_MAX_MS = 3;
const TAIL_MAX_MS = 25;

interface Servers {
  /** Requests to send to each side, in turn. */
  target: Record<Side, Target>;
  ask: Record<Side, (index: number) => Promise<unknown>>;
  pids: Record<Side, readonly number[]>;
  floor: SearchFloor;
  close: () => Promise<void>;
}

/** P1 and P2: a search through the whole product, against plain `http` and the engine with the same queries. */
export async function measureSearch(
  context: BenchContext,
  catalogue: Catalogue,
  product: RunningServer,
): Promise<void> {
  const topology = product.processes.length === 1 ? ONE_PROCESS : APART;
  const servers = await openServers(context, catalogue, product);
  try {
    await warmUp(servers);
    if (context.wants('P1')) await measureCpu(context, catalogue, servers, topology);
    if (context.wants('P2')) {
      await measureAlone(context, catalogue, servers);
      await measureUnderLoad(context, catalogue, servers);
    }
  } finally {
    await servers.close();
  }
}

/** Repeats P1 in a session: the product looks up the caller and their permissions for each search. */
export async function measureSignedIn(
  context: BenchContext,
  catalogue: Catalogue,
  product: RunningServer,
): Promise<void> {
  const http = new HttpClient(product.url, 1);
  const person = await Person.join(catalogue, 'searcher', 'hero');
  const { headers } = await person.session(http);
  http.close();
  const servers = await openServers(context, catalogue, product, headers);
  const name = `${ONE_PROCESS.name}, signed in`;
  try {
    await warmUp(servers);
    await measureCpu(context, catalogue, servers, { ...ONE_PROCESS, name });
  } finally {
    await servers.close();
  }
}

async function warmUp({ ask }: Servers): Promise<void> {
  for (const side of ['floor', 'ours'] as const) await closedLoop(CPU_CLIENTS, WARM_UP_REQUESTS, ask[side]);
}

/**
 * Opens both sides, after checking that they give the same answer to every question.
 * @param headers of each request to the product.
 */
async function openServers(
  { seed }: BenchContext,
  catalogue: Catalogue,
  product: RunningServer,
  headers: Record<string, string> = {},
): Promise<Servers> {
  const queries = await searchQueries(catalogue, seed);
  const floor = await startSearchFloor(catalogue, queries.map(requestOf));
  const target: Record<Side, Target> = {
    floor: {
      base: floor.server.url,
      questions: queries.map((_, index): Question => ({ method: 'POST', path: `/${index}`, body: '{}' })),
    },
    ours: { base: product.url, questions: queries.map((query) => ({ ...searchOf(query), headers })) },
  };
  const clients = {
    floor: new HttpClient(floor.server.url, SATURATION_CLIENTS),
    ours: new HttpClient(product.url, SATURATION_CLIENTS),
  };
  const ask = (name: Side) => (index: number) => clients[name].ask(target[name].questions[index % QUERIES]!);
  const close = async () => {
    clients.floor.close();
    clients.ours.close();
    await floor.server.stop();
  };
  try {
    for (const [index, ids] of floor.ids.entries()) {
      for (const name of ['floor', 'ours'] as const) {
        const { text } = await ask(name)(index);
        requireSame(idsIn(text()), ids, `${name} ${target.ours.questions[index]!.path}`);
      }
    }
  } catch (error) {
    await close();
    throw error;
  }
  const pids = { floor: pidsOf(floor.server), ours: pidsOf(product) };
  return { target, ask: { floor: ask('floor'), ours: ask('ours') }, pids, floor, close };
}

interface Query {
  bounds: Bounds;
  sort: SortKey;
}

/** Generates boxes across the country with the same number of matches, in several orders. */
async function searchQueries({ index }: Catalogue, seed: number): Promise<Query[]> {
  const side = await sideFor(index, MATCHES, seed);
  return boxesOf(QUERIES, side, seed).map((bounds, place) => ({ bounds, sort: SORTS[place % SORTS.length]! }));
}

/** Returns the same searches as requests to the product, to be sent in turn. */
export async function searchCalls(catalogue: Catalogue, seed: number): Promise<Question[]> {
  return (await searchQueries(catalogue, seed)).map(searchOf);
}

function requestOf({ bounds, sort }: Query): SearchRequest {
  return { filters: filtersWith({ bounds }), fields: [], sort, bookmark: undefined, includeCount: false, have: [] };
}

function searchOf({ bounds: { north, east, south, west }, sort }: Query): Question {
  const path = `/api/drives/search?bounds=${north},${east},${south},${west}&sort=${sort}`;
  return { method: 'POST', path, body: '{}' };
}

interface Topology {
  name: string;
  /** Maximum ratio to the floor's CPU time. */
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
  if (!knowsProcesses()) return;
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
  const note = `${MATCHES} matches a box, 25 shown, four orders, ${CPU_CLIENTS} clients, after ${WARM_UP_REQUESTS.toLocaleString('en-US')} requests`;
  record({
    ...common,
    measure: `search: ${name} / ${servers.floor.name}, Node processes`,
    ...atMost(limit, own),
    note,
  });
  // CPU time is known only for PostgreSQL, not for an external engine.
  if (servers.floor.statements.length === 0) return;
  record({ ...common, measure: `${name}: the same with PostgreSQL`, ...atMost(limit, whole) });
}

/** Returns the figures that were recorded alongside the previous comparison, in the order of its runs. */
function replay(figures: Record<Side, number[]>): Record<Side, () => Promise<number>> {
  const next = (side: Side) => () => Promise.resolve(figures[side].shift()!);
  return { floor: next('floor'), ours: next('ours') };
}

async function measureAlone({ record, rounds }: BenchContext, catalogue: Catalogue, { ask, floor }: Servers) {
  const client = new pg.Client({ connectionString: catalogue.url, ...serviceSession('search', 10_000) });
  await client.connect();
  const select = async (index: number) => {
    for (const statement of floor.statements[index % QUERIES]!) await client.query(statement);
  };
  const p50 = (send: (index: number) => Promise<unknown>) => async () =>
    quantile(await timesOf(LATENCY_REQUESTS, send), 0.5);
  try {
    const figures = await compare({ rounds }, { floor: p50(select), ours: p50(ask.ours) });
    const added = figures.ours.median - figures.floor.median;
    record({
      goal: 'P2',
      size: catalogue.label,
      measure: 'search p50, 1 client / raw SELECT',
      unit: 'ms',
      ...figures,
      target: `floor + ${ADDED_MAX_MS} ms`,
      met: added <= ADDED_MAX_MS,
      note: `adds ${added.toFixed(2)} ms`,
    });
  } finally {
    await client.end();
  }
}

async function measureUnderLoad({ record, rounds }: BenchContext, { label }: Catalogue, { target }: Servers) {
  const start = (side: Side) => LoadGenerator.start(target[side], SATURATION_CLIENTS);
  const generators = { floor: await start('floor'), ours: await start('ours') };
  try {
    const saturation = await generators.ours.closedLoop(SATURATION_CLIENTS, SATURATION_REQUESTS);
    const rate = saturation / 2;
    const p99 = (side: Side) => async () => quantile(await generators[side].openLoop(rate, LOAD_MS), 0.99);
    const figures = await compare({ rounds }, { floor: p99('floor'), ours: p99('ours') });
    record({
      goal: 'P2',
      size: label,
      measure: 'search p99 at half of saturation, open loop',
      unit: 'ms',
      ...figures,
      target: `≤ ${TAIL_MAX_MS} ms`,
      met: figures.ours.median <= TAIL_MAX_MS,
      note: `${rate.toFixed(0)} requests/s of ${saturation.toFixed(0)}, both sides; the load comes from the same machine`,
    });
  } finally {
    generators.floor.stop();
    generators.ours.stop();
  }
}
