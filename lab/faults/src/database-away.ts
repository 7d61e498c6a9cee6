// F7: whatever happens to PostgreSQL, no process ends; each recovers within ten seconds and is as fast as before.
import { withClient } from '@switchback/bench/catalogue';
import { closedLoop } from '@switchback/bench/load';
import { systemClock } from '@switchback/platform/clock';
import { isRunning } from '@switchback/platform/db/process-mark';
import type { Random } from '@switchback/testing/random';
import { waitUntil } from '@switchback/testing/wait';
import pg from 'pg';
import type { FaultCase, Seen } from './fault.js';
import { INDEX_GROUP, WITNESS_GROUP } from './groups.js';
import { Oracle } from './oracle.js';
import { type Product, startProduct } from './product.js';
import { Prober } from './prober.js';
import type { Stage } from './stage.js';
import { Traffic } from './traffic.js';

/** Blows per run: the same processes are hit repeatedly. */
const TIMES = { short: 1, full: 10 };
const PAUSE_MAX_MS = 200;
const BACK_WITHIN_MS = 10_000;
const QUICK_AGAIN_WITHIN_MS = 60_000;
const THROUGHPUT_MIN = 0.95;
const CLIENTS = 4;
const REQUESTS = 300;
const CONNECT_MS = 5_000;
const HELD_MS = 3_000;
const CONNECTIONS_MAX = 1_000;
const GONE_MS = 20_000;
const RECOVERED_MS = 60_000;
const TAKE_PAUSE_MS = 20;
const SEARCH = { method: 'POST', path: '/api/drives/search?sort=created', body: '{}' } as const;

/** Inflicts the fault; resolves once it is over. */
type Blow = (stage: Stage) => Promise<void>;

async function strike(stage: Stage, random: Random, blow: Blow): Promise<Seen> {
  const oracle = await Oracle.of(stage, 'postgres');
  const [{ traffic, writer }, product] = await Promise.all([
    Traffic.on(stage, 'postgres', oracle.writeLog, random),
    startProduct(stage, 'postgres'),
  ]);
  await traffic.acknowledgements(10);
  const usual = Math.min(await throughput(product), await throughput(product));

  const prober = new Prober(product.http);
  stage.atEnd(() => prober.stop());
  prober.start();
  const times = stage.isShort ? TIMES.short : TIMES.full;
  const [backMs, rates]: [number[], number[]] = [[], []];
  for (let time = 0; time < times; time += 1) {
    await systemClock.sleep(random.next() * PAUSE_MAX_MS);
    await blow(stage);
    backMs.push(await timeToComeBack(oracle, traffic, product));
    rates.push(await quickAgain(product, usual * THROUGHPUT_MIN));
  }
  await prober.stop();
  for (const [name, program] of Object.entries({ writer, product: product.program }))
    if (!program.isRunning) throw new Error(`The ${name} ended: ${program.errors}`);
  await traffic.stop();
  await oracle.checkAll([INDEX_GROUP, WITNESS_GROUP]);
  const [slowest, worst] = [Math.max(...backMs), (100 * Math.min(...rates)) / usual];
  const detail = `back after ${slowest.toFixed(0)} ms at most, ${worst.toFixed(0)} % of ${usual.toFixed(0)} searches a second; ${prober.summary()}`;
  return { times, detail };
}

/**
 * Waits until a write is acknowledged, a search succeeds and the latest writes are published. Returns the time in
 * milliseconds.
 */
async function timeToComeBack(oracle: Oracle, traffic: Traffic, product: Product): Promise<number> {
  const beganMs = systemClock.monotonicMs();
  const finish = AbortSignal.timeout(BACK_WITHIN_MS);
  const answers = async () => (await product.http.send(SEARCH).catch(() => null))?.status === 200;
  const count = oracle.writeLog.acknowledgedCount;
  await waitUntil(
    'a write and a search to succeed again',
    async () => oracle.writeLog.acknowledgedCount > count && (await answers()),
    BACK_WITHIN_MS,
  );
  await traffic.acknowledgements(1);
  await waitUntil(
    'no event to be older than a second',
    async () => finish.aborted || (await product.figure('outbox_oldest_age_seconds').catch(() => Infinity)) < 1,
    BACK_WITHIN_MS,
  );
  if (finish.aborted) throw new Error(`Not everything recovered within ${BACK_WITHIN_MS} ms`);
  return systemClock.monotonicMs() - beganMs;
}

/** Returns the searches answered per second. */
function throughput({ http }: Product): Promise<number> {
  return closedLoop(CLIENTS, REQUESTS, () => http.ask(SEARCH));
}

/** Returns the best of several measurements, so that other load on the machine does not pass for lasting damage. */
async function quickAgain(product: Product, least: number): Promise<number> {
  const untilMs = systemClock.monotonicMs() + QUICK_AGAIN_WITHIN_MS;
  let best = 0;
  while (best < least) {
    if (systemClock.monotonicMs() > untilMs)
      throw new Error(`Only ${best.toFixed(0)} searches a second, not ${least.toFixed(0)}`);
    best = Math.max(best, await throughput(product));
  }
  return best;
}

/** Acts like `pg_ctl restart -m immediate`: the server exits at once, and its supervisor restarts it. */
const restart: Blow = async (stage) => {
  const pid = stage.postmasterPid();
  process.kill(pid, 'SIGQUIT');
  await waitUntil('the server to be gone', () => !isRunning(pid), GONE_MS);
  // The server's own recovery time does not count; the processes' time to recover after it does.
  const answers = async () => {
    const client = await connectionTo(stage);
    await client?.end();
    return client !== null;
  };
  await waitUntil('the server to be there again', answers, RECOVERED_MS);
};

const terminate: Blow = async (stage) => {
  await withClient(stage.server.postgres.url, (admin) => admin.query(END_CONNECTIONS, [databaseOf(stage)]));
};

/** A foreign client takes every connection, including the product's, and holds them for a while. */
const exhaust: Blow = async (stage) => {
  const greedy: pg.Client[] = [];
  const connectOnce = async (): Promise<boolean> => {
    if (greedy.length >= CONNECTIONS_MAX) return false;
    const client = await connectionTo(stage);
    if (client) greedy.push(client);
    return client !== null;
  };
  try {
    while (await connectOnce()) continue;
    await greedy[0]?.query(END_CONNECTIONS, [databaseOf(stage)]);
    for (const untilMs = systemClock.monotonicMs() + HELD_MS; systemClock.monotonicMs() < untilMs;)
      if (!(await connectOnce())) await systemClock.sleep(TAKE_PAUSE_MS);
  } finally {
    await Promise.all(greedy.map((client) => client.end().catch(() => undefined)));
  }
};

/** Returns null if the server refuses the connection. */
async function connectionTo({ server }: Stage): Promise<pg.Client | null> {
  const client = new pg.Client({ connectionString: server.postgres.url, connectionTimeoutMillis: CONNECT_MS });
  client.on('error', () => undefined);
  return client.connect().then(
    () => client,
    () => null,
  );
}

const END_CONNECTIONS = 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1';

function databaseOf({ url }: Stage): string {
  return new URL(url).pathname.slice(1);
}

const caseOf = (title: string, blow: Blow, short = 1): FaultCase => ({
  fault: 'F7',
  title,
  runs: { short, full: 5 },
  isAlone: true,
  run: (stage, random) => strike(stage, random, blow),
});

export const databaseAwayCases: readonly FaultCase[] = [
  caseOf('PostgreSQL stopped immediately and restarted', restart),
  caseOf('every connection terminated', terminate, 0),
  caseOf('every connection of the server in use', exhaust),
];
