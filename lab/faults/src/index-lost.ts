// F5: while an index is lost, damaged or behind, searches report it or return the hits that it has; a rebuilt index
// equals the database; and no private drive is visible at any moment.
import { withClient } from '@switchback/bench/catalogue';
import { runCommand } from '@switchback/bench/processes';
import { systemClock } from '@switchback/platform/clock';
import type { Random } from '@switchback/testing/random';
import { dropIndexes } from '@switchback/testing/elasticsearch';
import { waitUntil } from '@switchback/testing/wait';
import { CANARY, plantCanary } from './canary.js';
import { needsElasticsearch } from './buses.js';
import type { FaultCase, Seen } from './fault.js';
import { INDEX_GROUP, WITNESS_GROUP } from './groups.js';
import { Oracle } from './oracle.js';
import { type Product, settingsOf, startProduct } from './product.js';
import { Prober } from './prober.js';
import type { IndexName, Stage } from './stage.js';
import { Traffic } from './traffic.js';

/** Blows per run; the index is whole again before the next. */
const TIMES = { short: 1, full: 5 };
const WRITES = 30;
const AWAY_MS = { short: 2_000, full: 20_000 };
const WAIT_MS = 60_000;
const GROUPS = [INDEX_GROUP, WITNESS_GROUP];
const SEARCH = { method: 'POST', path: '/api/drives/search?sort=created', body: '{}' } as const;

interface Scene {
  stage: Stage;
  random: Random;
  oracle: Oracle;
  product: Product;
  traffic: Traffic;
  prober: Prober;
}

type Damage = (scene: Scene) => Promise<string>;

async function damageIndex(stage: Stage, random: Random, kind: IndexName, damage: Damage): Promise<Seen> {
  const oracle = await Oracle.of(stage, 'postgres', kind);
  await plantCanary(oracle, stage.seed);
  const [writer, product] = await Promise.all([
    stage.startRole('writer', 'postgres'),
    startProduct(stage, 'postgres', kind),
  ]);
  // On a new installation the index is still being built.
  const isFound = async () => (await product.http.send(SEARCH)).status === 200;
  await waitUntil('the index to be there', isFound, WAIT_MS);
  const prober = new Prober(product.http, CANARY);
  stage.atEnd(() => prober.stop());
  prober.start();
  const times = stage.isShort ? TIMES.short : TIMES.full;
  let seen = '';
  for (let time = 0; time < times; time += 1) {
    const traffic = new Traffic(oracle.writeLog, random);
    traffic.through(writer);
    stage.atEnd(() => traffic.stop());
    traffic.start();
    await traffic.acknowledgements(WRITES);
    seen = await damage({ stage, random, oracle, product, traffic, prober });
    await traffic.acknowledgements(WRITES);
    await traffic.stop();
    await oracle.checkAll(GROUPS);
  }
  await prober.stop();
  if (!product.program.isRunning) throw new Error(`The product exited: ${product.program.errors}`);
  return { times, detail: `${seen}; ${prober.summary()}` };
}

/** Drops the index: the process that serves searches notices it and rebuilds it. */
const drop: Damage = (scene) =>
  missed(scene, async () => {
    await scene.oracle.search.query('drop table version, drive, drive_text, card, part, word');
  });

const dropElastic: Damage = (scene) => missed(scene, () => dropIndexes(scene.stage.indexPrefix));

async function missed({ product, traffic, prober }: Scene, dropIt: () => Promise<void>): Promise<string> {
  const refusedBefore = prober.statuses.get(503) ?? 0;
  await dropIt();
  const beganMs = systemClock.monotonicMs();
  const isRefused = () => (prober.statuses.get(503) ?? 0) > refusedBefore;
  await waitUntil('searches to report a missing index', isRefused, WAIT_MS);
  await traffic.acknowledgements(WRITES);
  const isBack = async () => (await product.http.send(SEARCH).catch(() => null))?.status === 200;
  await waitUntil('the index to be back', isBack, WAIT_MS);
  return `rebuilt automatically within ${(systemClock.monotonicMs() - beganMs).toFixed(0)} ms; searches reported a missing index meanwhile`;
}

/** Deletes some rows, changes some, and gives some a version newer than any to come. */
const corrupt: Damage = async ({ stage, random, oracle, traffic }) => {
  await oracle.search.query('select setseed($1)', [random.next()]);
  const statements = [
    'delete from card where random() < 0.3',
    'delete from drive where random() < 0.3',
    `update card set summary = replace(summary, 'Drive', 'Nonsense') where random() < 0.5`,
    'update version set version = version + 1000000 where random() < 0.5',
  ];
  for (const statement of statements) await oracle.search.query(statement);
  await traffic.acknowledgements(WRITES);
  await runCommand(['reindex'], settingsOf(stage, 'postgres'));
  return 'rows were deleted, changed and given newer versions; the rebuild corrected them';
};

/** Blocks all writes to the index for a while. */
const hold: Damage = ({ stage, product, traffic }) => {
  const away = AWAY_MS[stage.isShort ? 'short' : 'full'];
  return withClient(stage.url, async (client) => {
    await client.query('begin');
    await client.query('lock table search.version in exclusive mode');
    await traffic.acknowledgements(WRITES);
    await systemClock.sleep(away);
    const lag = await product.figure('consumer_lag_events');
    if (lag < WRITES) throw new Error(`The product's metrics report ${lag} waiting events, not ${WRITES} or more`);
    return `stopped for ${away} ms, ${lag} waiting events according to its metrics, and it caught up on its own`;
  });
};

function caseOf(title: string, damage: Damage, short = 1, kind: IndexName = 'postgres'): FaultCase {
  return {
    fault: 'F5',
    title,
    runs: { short, full: 1 },
    ...(kind === 'elasticsearch' && needsElasticsearch),
    run: (stage, random) => damageIndex(stage, random, kind, damage),
  };
}

export const indexLostCases: readonly FaultCase[] = [
  caseOf('index dropped under traffic', drop),
  caseOf('index corrupted under traffic', corrupt),
  caseOf('index lagging behind', hold, 0),
  caseOf('index dropped under traffic, Elasticsearch', dropElastic, 1, 'elasticsearch'),
];
