// F7: whatever happens to PostgreSQL, no process ends, every one is back within ten seconds, and as quick as before.
import { systemClock } from '@switchback/platform/clock';
import { isRunning } from '@switchback/platform/db/start-lock';
import type { Random } from '@switchback/testing/random';
import { waitUntil } from '@switchback/testing/wait';
import pg from 'pg';
import { closedLoop } from '../bench/load.js';
import type { FaultCase } from './fault.js';
import { INDEX_GROUP, WITNESS_GROUP } from './groups.js';
import { Oracle } from './oracle.js';
import { type Product, startProduct } from './product.js';
import { Prober } from './prober.js';
import type { Stage } from './stage.js';
import { Traffic } from './traffic.js';

const BACK_WITHIN_MS = 10_000;
const QUICK_AGAIN_WITHIN_MS = 60_000;
const THROUGHPUT_MIN = 0.95;
const CLIENTS = 4;
const REQUESTS = 300;
const HELD_MS = 3_000;
const CONNECTIONS_MAX = 200;
const GONE_MS = 20_000;
const TAKE_PAUSE_MS = 20;
const SEARCH = { method: 'POST', path: '/api/drives/search?sort=created', body: '{}' } as const;

/** Does its worst; resolves when it is over. */
type Blow = (stage: Stage) => Promise<void>;

async function strike(stage: Stage, random: Random, blow: Blow): Promise<string> {
  const oracle = await Oracle.of(stage, 'postgres');
  const traffic = new Traffic(oracle.ledger, random);
  const writer = await stage.startPart('writer', 'postgres');
  traffic.through(writer);
  const product = await startProduct(stage, 'postgres');
  stage.atEnd(() => traffic.stop());
  traffic.start();
  await traffic.acknowledgements(10);
  const before = Math.min(await throughput(product), await throughput(product));

  const prober = new Prober(product.http);
  stage.atEnd(() => prober.stop());
  prober.start();
  const pauseMs = random.next() * 200;
  await systemClock.sleep(pauseMs);
  await blow(stage);
  const endedMs = systemClock.monotonicMs();
  await backAgain(oracle, traffic, product);
  const backMs = systemClock.monotonicMs() - endedMs;
  await prober.stop();

  for (const [name, program] of Object.entries({ writer, product: product.program }))
    if (!program.isRunning) throw new Error(`The ${name} ended: ${program.errors}`);
  const after = await quickAgain(product, before * THROUGHPUT_MIN);
  await traffic.stop();
  await oracle.checkAll([INDEX_GROUP, WITNESS_GROUP]);
  return `back after ${backMs.toFixed(0)} ms, ${((100 * after) / before).toFixed(0)} % of ${before.toFixed(0)} searches a second; ${prober.tell()}`;
}

/** A write is acknowledged, and what was written last is found. */
async function backAgain(oracle: Oracle, traffic: Traffic, product: Product): Promise<void> {
  const finish = AbortSignal.timeout(BACK_WITHIN_MS);
  const answers = async () => (await product.http.send(SEARCH).catch(() => null))?.status === 200;
  const count = oracle.ledger.acknowledgedCount;
  await waitUntil(
    'a write and a search to succeed again',
    async () => oracle.ledger.acknowledgedCount > count && (await answers()),
    BACK_WITHIN_MS,
  );
  await traffic.acknowledgements(1);
  await waitUntil(
    'no event to be older than a second',
    async () => finish.aborted || (await product.figure('outbox_oldest_age_seconds').catch(() => Infinity)) < 1,
    BACK_WITHIN_MS,
  );
  if (finish.aborted) throw new Error(`Not everything was back within ${BACK_WITHIN_MS} ms`);
}

/** Searches answered a second. */
function throughput({ http }: Product): Promise<number> {
  return closedLoop(CLIENTS, REQUESTS, () => http.ask(SEARCH));
}

/** The best of several looks: a machine that has other work must not pass for a product that was hurt for good. */
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

/** What `pg_ctl restart -m immediate` does: the server ends at once, and is started again by who looks after it. */
const restart: Blow = async (stage) => {
  const pid = stage.postmasterPid();
  process.kill(pid, 'SIGQUIT');
  await waitUntil('the server to be gone', () => !isRunning(pid), GONE_MS);
};

const terminate: Blow = async (stage) => {
  const admin = new pg.Client({ connectionString: stage.server.postgres.url });
  await admin.connect();
  await admin.query(END_CONNECTIONS, [databaseOf(stage)]);
  await admin.end();
};

/** Somebody else takes every connection there is, ours too, and holds them for a while. */
const exhaust: Blow = async (stage) => {
  const greedy: pg.Client[] = [];
  const take = async (): Promise<boolean> => {
    if (greedy.length >= CONNECTIONS_MAX) return false;
    const client = new pg.Client({ connectionString: stage.server.postgres.url });
    client.on('error', () => undefined);
    const isIn = await client.connect().then(
      () => true,
      () => false,
    );
    if (isIn) greedy.push(client);
    return isIn;
  };
  try {
    while (await take()) continue;
    await greedy[0]?.query(END_CONNECTIONS, [databaseOf(stage)]);
    for (const untilMs = systemClock.monotonicMs() + HELD_MS; systemClock.monotonicMs() < untilMs;)
      if (!(await take())) await systemClock.sleep(TAKE_PAUSE_MS);
  } finally {
    await Promise.all(greedy.map((client) => client.end().catch(() => undefined)));
  }
};

const END_CONNECTIONS = 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1';

function databaseOf({ url }: Stage): string {
  return new URL(url).pathname.slice(1);
}

const caseOf = (title: string, blow: Blow, short = 1): FaultCase => ({
  ...{ fault: 'F7', title, runs: { short, full: 50 } },
  run: (stage, random) => strike(stage, random, blow),
});

export const databaseAwayCases: readonly FaultCase[] = [
  caseOf('PostgreSQL stopped at once and started again', restart),
  caseOf('every connection ended by an administrator', terminate, 0),
  caseOf('no connection to be had', exhaust),
];
