// The benchmarks of search, index and events. `tools/bench.mjs` starts this, and makes the report of what it records.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { joinOrStart } from '@switchback/platform/db/embedded-postgres';
import { measureBacklog } from './backlog.js';
import { type Catalogue, openCatalogue } from './catalogue.js';
import type { BenchContext } from './context.js';
import { ELASTICSEARCH_GOALS } from './engine.js';
import { measureFreshness } from './freshness.js';
import { measureGrowth } from './growth.js';
import { measureCount, measureDepth, measureVisibility } from './index-queries.js';
import { labelOf, readOptions } from './options.js';
import { measureOutboxWrite } from './outbox-write.js';
import { startProduct } from './processes.js';
import { measureRebuild } from './rebuild.js';
import { recordResult } from './result.js';
import { measureSearch, measureSearchApart } from './search-through-gateway.js';
import { measureSuggestions } from './suggestions.js';
import { measureWire } from './wire.js';

const GOALS = ['P1', 'P2', 'P3', 'P4', 'P5', 'P6', 'P7', 'P8', 'P9', 'P10', 'P11'];

const options = readOptions(process.env);
const isMeasurable = (goal: string) => !process.env['ELASTICSEARCH_URL'] || ELASTICSEARCH_GOALS.has(goal);
const wants = (goal: string) => isMeasurable(goal) && (options.only?.has(goal) ?? true);
const sizes = GOALS.some(wants) ? options.sizes : [];
const dataDir = mkdtempSync(join(tmpdir(), 'switchback-bench-'));
const server = await joinOrStart({ dataDir });
const context: BenchContext = {
  ...options,
  record: recordResult,
  wants,
  postmasterPid: Number(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]),
};

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

async function measureIndex(catalogue: Catalogue): Promise<void> {
  if (wants('P4')) await measureCount(context, catalogue);
  if (wants('P5')) await measureDepth(context, catalogue);
  if (wants('P6') && catalogue.isWhole) await measureVisibility(context, catalogue);
  if (wants('P7') && !catalogue.isWhole) await measureSuggestions(context, catalogue, null);
}

/** What needs the whole product beside the catalogue. */
async function measureProduct(catalogue: Catalogue): Promise<void> {
  const product = await startProduct(catalogue.url, catalogue.engine?.environment);
  try {
    if (wants('P1') || wants('P2')) await measureSearch(context, catalogue, product);
    if (wants('P7')) await measureSuggestions(context, catalogue, product);
    if (wants('P11')) await measureWire(context, catalogue, product);
    if (wants('P8')) await measureRebuild(context, catalogue, product);
    if (wants('P10')) await measureFreshness(context, catalogue, product);
  } finally {
    await product.stop();
  }
  if (wants('P1')) await measureSearchApart(context, catalogue);
}

const catalogues: Catalogue[] = [];
try {
  for (const size of sizes) {
    say(`${labelOf(size)} drives: filling`);
    const catalogue = await openCatalogue(server.url, size, options.seed);
    catalogues.push(catalogue);
    say(`${catalogue.label} drives: measuring`);
    await measureIndex(catalogue);
    if (catalogue.isWhole) await measureProduct(catalogue);
  }
  if (wants('P3') && catalogues.length > 1) await measureGrowth(context, catalogues);
  // Last: these change what the others measure.
  const whole = catalogues.filter(({ isWhole }) => isWhole);
  if (wants('P9')) for (const catalogue of whole) await measureOutboxWrite(context, catalogue);
  // Minutes for each catalogue: the largest will do.
  if (wants('P10')) for (const catalogue of whole.slice(-1)) await measureBacklog(context, catalogue);
} finally {
  for (const catalogue of catalogues) await catalogue.close();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
