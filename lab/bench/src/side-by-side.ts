// Measures the same goals on both sets of engines in one run: PostgreSQL alone under one process, and Kafka,
// Elasticsearch, an object store and Redis under separate ones. `tools/bench.mjs --engines` runs this file.
import { measureBacklog } from './backlog.js';
import { type Catalogue, openCatalogue } from './catalogue.js';
import type { BenchContext } from './context.js';
import { allEngines, type BenchEngines, NO_ENGINES } from './engine.js';
import { measureFreshness } from './freshness.js';
import { measureMemory } from './memory.js';
import { labelOf } from './options.js';
import { type RunningServer, startApart, startProduct, whileRunning } from './processes.js';
import { measureRebuild } from './rebuild.js';
import { measureSearch } from './search-through-gateway.js';
import { inSession, say } from './session.js';
import { measureStarts } from './starts.js';
import { measureTelemetry } from './telemetry-cost.js';

/** A set of engines to measure a product on. */
interface Ground {
  /** Prefix of each of its measures. */
  name: string;
  engines: () => BenchEngines;
  start: (catalogue: Catalogue) => Promise<RunningServer>;
  /** Measured on one ground only: telemetry costs the same on every engine. */
  isWatched: boolean;
}

const GROUNDS: readonly Ground[] = [
  {
    name: 'PostgreSQL alone',
    engines: () => NO_ENGINES,
    start: ({ url }) => startProduct(url),
    isWatched: true,
  },
  {
    name: 'all engines, apart',
    engines: allEngines,
    start: ({ url, engines }) => startApart(url, engines.settings),
    isWatched: false,
  },
];

async function measureOn(ground: Ground, context: BenchContext, catalogue: Catalogue): Promise<void> {
  const { wants } = context;
  const start = () => ground.start(catalogue);
  if (wants('P14')) await measureStarts(context, catalogue, start);
  // A separate product: requests of the other goals would grow its memory.
  if (wants('P13')) await whileRunning(start(), (product) => measureMemory(context, catalogue, product));
  await whileRunning(start(), async (product) => {
    const cpu = { ...context, wants: (goal: string) => goal === 'P1' };
    if (wants('P1')) await measureSearch(cpu, catalogue, product);
    if (wants('P8')) await measureRebuild(context, catalogue, product);
    if (wants('P10')) await measureFreshness(context, catalogue, product);
  });
  if (wants('O5') && ground.isWatched) await measureTelemetry(context, catalogue);
  // Last, because this leaves events of drives that were never written.
  if (wants('P10')) await measureBacklog(context, catalogue);
}

await inSession(async ({ options, context, serverUrl }) => {
  for (const size of options.sizes) {
    for (const ground of GROUNDS) {
      say(`${labelOf(size)} drives on ${ground.name}: filling`);
      const catalogue = await openCatalogue(serverUrl, size, options.seed, ground.engines());
      say(`${labelOf(size)} drives on ${ground.name}: measuring`);
      const named: BenchContext = {
        ...context,
        record: (result) => context.record({ ...result, measure: `${ground.name}: ${result.measure}` }),
      };
      await measureOn(ground, named, catalogue).finally(catalogue.close);
    }
  }
});
