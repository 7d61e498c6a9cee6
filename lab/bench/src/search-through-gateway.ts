import type { Bounds } from '@switchback/geo/location';
import { CARD_FIELDS } from '@switchback/contracts/rules/card-fields';
import type { SortKey } from '@switchback/contracts/rules/drives';
import type { SearchRequest } from '@switchback/proto/search/v1/service';
import { serviceSession } from '@switchback/platform/db/database';
import { type Catalogue, withClient } from './catalogue.js';
import { HttpClient, type Question } from './http-client.js';
import { closedLoop, WARM_UP_REQUESTS } from './load.js';
import { LoadGenerator, type Target } from './load-generator.js';
import type { BenchContext } from './options.js';
import { Person } from './person.js';
import { cpuMsOf, knowsProcesses, postgresCpuMs } from './process-figures.js';
import { pidsOf, type RunningServer } from './processes.js';
import { boxesOf, filtersWith, sideFor } from './queries.js';
import { addsAtMost, atMost, limited, record } from './result.js';
import { idsIn, type RecordedQuestion, startSearchFloor } from './search-floor.js';
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
/** What the app requests for cards with lines on the map. */
const FIELDS = [...CARD_FIELDS, 'overviewPath'];
/** Hashes of drives that the app holds; none of them is in the answer. */
const HELD = Array.from({ length: 20 }, (_, index) => `held${String(index).padStart(4, '0')}`);

/** How the product is measured. */
interface Setup {
  name: string;
  /** Maximum ratio to the floor's CPU time. */
  limit: number;
  /** Headers of each request, to both sides. */
  headers: Record<string, string>;
}

/** Both sides compress their answers. */
const LIKE_A_BROWSER = { 'accept-encoding': 'gzip, deflate, br, zstd' };
const ONE_PROCESS: Setup = { name: 'product', limit: 2.2, headers: LIKE_A_BROWSER };
export const APART: Setup = { name: 'product in separate processes', limit: 4.5, headers: LIKE_A_BROWSER };

interface Servers {
  /** Requests to send to each side, in turn. */
  target: Record<Side, Target>;
  ask: Record<Side, (index: number) => Promise<unknown>>;
  pids: Record<Side, readonly number[]>;
  questions: readonly RecordedQuestion[];
  close: () => Promise<void>;
}

/** P1 and P2: a search through the whole product, against plain `http` and PostgreSQL with the same statements. */
export async function measureSearch(
  context: BenchContext,
  catalogue: Catalogue,
  product: RunningServer,
  setup = ONE_PROCESS,
): Promise<void> {
  const servers = await openServers(context, catalogue, product, setup);
  try {
    for (const side of ['floor', 'ours'] as const) await closedLoop(CPU_CLIENTS, WARM_UP_REQUESTS, servers.ask[side]);
    if (context.wants('P1')) await measureCpu(context, catalogue, servers, setup);
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
  const person = await Person.join(catalogue, 'searcher', 'hero');
  const headers = { ...LIKE_A_BROWSER, ...(await person.logIn(product.url)) };
  const setup = { ...ONE_PROCESS, name: `${ONE_PROCESS.name}, signed in`, headers };
  await measureSearch({ ...context, wants: (goal) => goal === 'P1' }, catalogue, product, setup);
}

/** Opens both sides, after checking that they give the same answer to every question. */
async function openServers(
  { seed }: BenchContext,
  catalogue: Catalogue,
  product: RunningServer,
  { headers }: Setup,
): Promise<Servers> {
  const queries = await searchQueries(catalogue, seed);
  const { server, questions } = await startSearchFloor(catalogue, queries.map(requestOf));
  const target: Record<Side, Target> = {
    floor: {
      base: server.url,
      questions: queries.map((_, index): Question => ({ method: 'POST', path: `/${index}`, body: '{}', headers })),
    },
    ours: { base: product.url, questions: queries.map((query) => ({ ...searchOf(query), headers })) },
  };
  const clients = {
    floor: new HttpClient(server.url, SATURATION_CLIENTS),
    ours: new HttpClient(product.url, SATURATION_CLIENTS),
  };
  const ask = (name: Side) => (index: number) => clients[name].ask(target[name].questions[index % QUERIES]!);
  const close = async () => {
    clients.floor.close();
    clients.ours.close();
    await server.stop();
  };
  try {
    for (const [index, { ids }] of questions.entries()) {
      for (const name of ['floor', 'ours'] as const) {
        const { text } = await ask(name)(index);
        requireSame(idsIn(text()), ids, `${name} ${target.ours.questions[index]!.path}`);
      }
    }
  } catch (error) {
    await close();
    throw error;
  }
  const pids = { floor: pidsOf(server), ours: pidsOf(product) };
  return { target, ask: { floor: ask('floor'), ours: ask('ours') }, pids, questions, close };
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
  const filters = filtersWith({ bounds });
  const none = { bookmark: undefined, facets: undefined, from: undefined };
  return { ...none, filters, fields: FIELDS, sort, includeCount: true, have: HELD };
}

function searchOf({ bounds: { north, east, south, west }, sort }: Query): Question {
  const query = `bounds=${north},${east},${south},${west}&sort=${sort}&fields=${FIELDS.join()}&includeCount=true`;
  return { method: 'POST', path: `/api/drives/search?${query}`, body: JSON.stringify({ have: HELD }) };
}

async function measureCpu(
  { rounds, postmasterPid }: BenchContext,
  { label }: Catalogue,
  { pids, ask }: Servers,
  { name, limit }: Setup,
): Promise<void> {
  if (!knowsProcesses()) return;
  const totals: Record<Side, number[]> = { floor: [], ours: [] };
  const run = (side: Side) => async () => {
    const [ownMs, databaseMs] = [cpuMsOf(pids[side]), postgresCpuMs(postmasterPid)];
    await closedLoop(CPU_CLIENTS, CPU_REQUESTS, ask[side]);
    const own = (cpuMsOf(pids[side]) - ownMs) / CPU_REQUESTS;
    totals[side].push(own + (postgresCpuMs(postmasterPid) - databaseMs) / CPU_REQUESTS);
    return own;
  };
  const own = await compare({ rounds }, { floor: run('floor'), ours: run('ours') });
  // Replays the totals that were recorded alongside, in the order of the runs.
  const total = (side: Side) => () => Promise.resolve(totals[side].shift()!);
  const whole = await compare({ rounds }, { floor: total('floor'), ours: total('ours') });
  const common = { goal: 'P1', size: label, unit: 'CPU ms per request' };
  const note = `${MATCHES} matches a box, 25 shown, four orders, ${CPU_CLIENTS} clients, after ${WARM_UP_REQUESTS.toLocaleString('en-US')} requests`;
  record({ ...common, measure: `search: ${name} / raw http+pg, Node processes`, ...atMost(limit, own), note });
  record({ ...common, measure: `${name}: the same with PostgreSQL`, ...atMost(limit, whole) });
}

async function measureAlone({ rounds }: BenchContext, { url, label }: Catalogue, { ask, questions }: Servers) {
  const figures = await withClient(
    url,
    (client) => {
      const select = async (index: number) => {
        for (const statement of questions[index % QUERIES]!.statements) await client.query(statement);
      };
      const p50 = (send: (index: number) => Promise<unknown>) => async () =>
        quantile(await timesOf(LATENCY_REQUESTS, send), 0.5);
      return compare({ rounds }, { floor: p50(select), ours: p50(ask.ours) });
    },
    serviceSession('search', 10_000),
  );
  record({ goal: 'P2', size: label, measure: 'search p50, 1 client / raw SELECT', ...addsAtMost(3, figures) });
}

async function measureUnderLoad({ rounds }: BenchContext, { label }: Catalogue, { target }: Servers) {
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
      ...limited(25, 'ms', figures),
      note: `${rate.toFixed(0)} requests/s of ${saturation.toFixed(0)}, both sides; the load comes from the same machine`,
    });
  } finally {
    generators.floor.stop();
    generators.ours.stop();
  }
}
