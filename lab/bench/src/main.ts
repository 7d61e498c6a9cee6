// Benchmarks of search, index and events. `tools/bench.mjs` runs this file and builds the report from its results.
import { measureAccounts } from './accounts.js';
import { measureBacklog } from './backlog.js';
import { type Catalogue, openCatalogue, untilDrivesAreRead } from './catalogue.js';
import type { BenchContext } from './context.js';
import { ELASTICSEARCH_GOALS, indexEngine } from './engine.js';
import { measureFreshness } from './freshness.js';
import { measureGrowth } from './growth.js';
import { measureHostileFiles } from './hostile-files.js';
import { measureIdle } from './idle.js';
import { measureCount, measureDepth, measureVisibility } from './index-queries.js';
import { measureMemory } from './memory.js';
import { labelOf } from './options.js';
import { measureOutboxWrite } from './outbox-write.js';
import { measurePhotos } from './photo-ingest.js';
import { measureProfile } from './profile-page.js';
import { startApart, startProduct, whileRunning } from './processes.js';
import { measureRebuild } from './rebuild.js';
import { measureSearch, measureSignedIn } from './search-through-gateway.js';
import { inSession, say } from './session.js';
import { measureStarts } from './starts.js';
import { measureSuggestions } from './suggestions.js';
import { measureTelemetry } from './telemetry-cost.js';
import { measureWire } from './wire.js';

const GOALS = [
  'P1',
  'P2',
  'P3',
  'P4',
  'P5',
  'P6',
  'P7',
  'P8',
  'P9',
  'P10',
  'P11',
  'P12',
  'P13',
  'P14',
  'P17',
  'P18',
  'P20',
  'P21',
  'P22',
  'O5',
];

async function measureIndex(context: BenchContext, catalogue: Catalogue): Promise<void> {
  const { wants } = context;
  if (wants('P4')) await measureCount(context, catalogue);
  if (wants('P5')) await measureDepth(context, catalogue);
  if (wants('P6') && catalogue.isWhole) await measureVisibility(context, catalogue);
  if (wants('P7') && !catalogue.isWhole) await measureSuggestions(context, catalogue, null);
}

/** Measures the goals that need the whole product, not just the catalogue. */
async function measureProduct(context: BenchContext, catalogue: Catalogue): Promise<void> {
  const { wants } = context;
  await whileRunning(startProduct(catalogue.url, catalogue.engines.settings), async (product) => {
    await untilDrivesAreRead(catalogue);
    if (wants('P1') || wants('P2')) await measureSearch(context, catalogue, product);
    if (wants('P7')) await measureSuggestions(context, catalogue, product);
    if (wants('P1')) await measureSignedIn(context, catalogue, product);
    if (wants('P20') || wants('P21')) await measureAccounts(context, catalogue, product);
    if (wants('P22')) await measureProfile(context, catalogue, product);
    // Before the photo goals, which raise the drives' revisions above those written here.
    if (wants('P10')) await measureFreshness(context, catalogue, product);
    if (wants('P18')) await measureHostileFiles(context, catalogue, product);
    if (wants('P12')) await measurePhotos(context, catalogue, product);
    if (wants('P11')) await measureWire(context, catalogue, product);
    if (wants('P8')) await measureRebuild(context, catalogue, product);
  });
  const hop = { ...context, wants: (goal: string) => goal === 'P1' };
  if (wants('P1')) await whileRunning(startApart(catalogue.url), (product) => measureSearch(hop, catalogue, product));
}

/** Measures the goals that concern processes rather than responses. */
async function measureProcesses(context: BenchContext, catalogue: Catalogue): Promise<void> {
  const { wants } = context;
  if (wants('P13'))
    await whileRunning(startProduct(catalogue.url), (product) => measureMemory(context, catalogue, product));
  if (wants('P17'))
    await whileRunning(startProduct(catalogue.url), (product) => measureIdle(context, catalogue, product));
  if (wants('P14')) await measureStarts(context, catalogue, () => startProduct(catalogue.url));
  if (wants('O5')) await measureTelemetry(context, catalogue);
}

await inSession(async ({ options, context: asked, serverUrl }) => {
  const isMeasurable = (goal: string) => !process.env['ELASTICSEARCH_URL'] || ELASTICSEARCH_GOALS.has(goal);
  const wants = (goal: string) => isMeasurable(goal) && asked.wants(goal);
  const context = { ...asked, wants };
  const catalogues: Catalogue[] = [];
  try {
    for (const size of GOALS.some(wants) ? options.sizes : []) {
      say(`${labelOf(size)} drives: filling`);
      const catalogue = await openCatalogue(serverUrl, size, options.seed, indexEngine());
      catalogues.push(catalogue);
      say(`${catalogue.label} drives: measuring`);
      await measureIndex(context, catalogue);
      if (catalogue.isWhole) await measureProduct(context, catalogue);
    }
    if (wants('P3') && catalogues.length > 1) await measureGrowth(context, catalogues);
    const whole = catalogues.filter(({ isWhole }) => isWhole);
    // Takes minutes per catalogue, so only the largest is measured.
    for (const catalogue of whole.slice(-1)) await measureProcesses(context, catalogue);
    // Last, because these alter the data that the goals above measure.
    if (wants('P9')) for (const catalogue of whole) await measureOutboxWrite(context, catalogue);
    if (wants('P10')) for (const catalogue of whole.slice(-1)) await measureBacklog(context, catalogue);
  } finally {
    for (const catalogue of catalogues) await catalogue.close();
  }
});
