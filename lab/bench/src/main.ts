// Measures the goals. `tools/bench.mjs` runs this file and builds the report from its results.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { joinOrStart } from '@switchback/platform/db/embedded-postgres';
import { measureBacklog } from './backlog.js';
import { type Catalogue, openCatalogue, untilDrivesAreRead } from './catalogue.js';
import { groundOf } from './engine.js';
import { measureFreshness } from './freshness.js';
import { measureGrowth } from './growth.js';
import { measureHostileFiles } from './hostile-files.js';
import { measureHostileReads } from './hostile-reads.js';
import { measureIdle } from './idle.js';
import { measureCount, measureDepth, measureVisibility } from './index-queries.js';
import { measureMemory } from './memory.js';
import { type BenchContext, labelOf, readOptions } from './options.js';
import { measureOutboxWrite } from './outbox-write.js';
import { measurePhotos } from './photo-ingest.js';
import { type RunningServer, startApart, whileRunning } from './processes.js';
import { measureRebuild } from './rebuild.js';
import { APART, measureSearch, measureSignedIn } from './search-through-gateway.js';
import { measureStarts } from './starts.js';
import { measureSuggestions } from './suggestions.js';
import { measureTelemetry } from './telemetry-cost.js';
import { measureWire } from './wire.js';

type Measure<T extends unknown[] = []> = (context: BenchContext, catalogue: Catalogue, ...more: T) => Promise<void>;
type Goals<T extends unknown[] = []> = Readonly<Record<string, Measure<T>>>;

const OF_INDEX: Goals = { P4: measureCount, P5: measureDepth, P6: measureVisibility };

/** Goals of a running product. In this order, since photos raise revisions above those that P10 writes. */
const OF_PRODUCT: Goals<[product: RunningServer]> = {
  P7: measureSuggestions,
  P10: measureFreshness,
  P18: async (...args) => {
    await measureHostileFiles(...args);
    await measureHostileReads(...args);
  },
  P12: measurePhotos,
  P11: measureWire,
  P8: measureRebuild,
};

/** Goals of processes rather than responses: minutes per catalogue, so only the largest is measured. */
const OF_PROCESSES: Goals<[start: () => Promise<RunningServer>]> = {
  P13: (context, catalogue, start) => whileRunning(start(), (product) => measureMemory(context, catalogue, product)),
  P17: (context, catalogue, start) => whileRunning(start(), (product) => measureIdle(context, catalogue, product)),
  P14: measureStarts,
  O5: measureTelemetry,
};

/** Enough for the pools of nine separate processes, the floor and a catalogue at once. */
const MAX_CONNECTIONS = 250;

const options = readOptions(process.env);
const ground = groundOf(options.isOnEngines);
const wants = (goal: string) => (options.only?.has(goal) ?? true) && (ground.goals?.has(goal) ?? true);
const say = (text: string) => process.stdout.write(`${text}\n`);

async function measureProduct(context: BenchContext, catalogue: Catalogue): Promise<void> {
  const onlyCpu = { ...context, wants: (goal: string) => goal === 'P1' };
  await whileRunning(ground.start(catalogue), async (product) => {
    await untilDrivesAreRead(catalogue);
    if (wants('P1') || wants('P2')) await measureSearch(context, catalogue, product);
    if (wants('P1')) await measureSignedIn(context, catalogue, product);
    await measureEach(OF_PRODUCT, context, catalogue, product);
  });
  if (wants('P1'))
    await whileRunning(startApart(catalogue.url), (product) => measureSearch(onlyCpu, catalogue, product, APART));
}

async function measureEach<T extends unknown[]>(
  goals: Goals<T>,
  context: BenchContext,
  catalogue: Catalogue,
  ...more: T
): Promise<void> {
  for (const [goal, measure] of Object.entries(goals)) if (wants(goal)) await measure(context, catalogue, ...more);
}

async function measureAll(context: BenchContext, serverUrl: string, catalogues: Catalogue[]): Promise<void> {
  for (const size of options.sizes) {
    say(`${labelOf(size)} drives: filling`);
    const catalogue = await openCatalogue(serverUrl, size, options.seed, ground.engines());
    catalogues.push(catalogue);
    say(`${catalogue.label} drives: measuring`);
    await measureEach(OF_INDEX, context, catalogue);
    if (catalogue.isWhole) await measureProduct(context, catalogue);
  }
  if (wants('P3') && catalogues.length > 1) await measureGrowth(context, catalogues);
  const whole = catalogues.filter(({ isWhole }) => isWhole);
  for (const catalogue of whole.slice(-1))
    await measureEach(OF_PROCESSES, context, catalogue, () => ground.start(catalogue));
  // Last, because these alter the data that the goals above measure.
  if (wants('P9')) for (const catalogue of whole) await measureOutboxWrite(context, catalogue);
  if (wants('P10')) for (const catalogue of whole.slice(-1)) await measureBacklog(context, catalogue);
}

const MEASURED = new Set([...'P1 P2 P3 P9'.split(' '), ...[OF_INDEX, OF_PRODUCT, OF_PROCESSES].flatMap(Object.keys)]);
if ([...MEASURED].some(wants)) {
  const dataDir = mkdtempSync(join(tmpdir(), 'switchback-bench-'));
  const server = await joinOrStart({ dataDir, maxConnections: MAX_CONNECTIONS });
  const postmaster = readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0];
  const { seed, rounds } = options;
  const catalogues: Catalogue[] = [];
  try {
    await measureAll({ seed, rounds, wants, postmasterPid: Number(postmaster) }, server.url, catalogues);
  } finally {
    for (const catalogue of catalogues) await catalogue.close();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
