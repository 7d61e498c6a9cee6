// The benchmarks of search, index and events. `tools/bench.mjs` starts this, and makes the report of what it records.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { joinOrStart } from '@switchback/platform/db/embedded-postgres';
import { type Catalogue, openCatalogue } from './catalogue.js';
import type { BenchContext } from './context.js';
import { labelOf, readOptions } from './options.js';
import { startProduct } from './processes.js';
import { recordResult } from './result.js';
import { measureSearch } from './search-through-gateway.js';

const options = readOptions(process.env);
const dataDir = mkdtempSync(join(tmpdir(), 'switchback-bench-'));
const server = await joinOrStart({ dataDir });
const context: BenchContext = {
  ...options,
  record: recordResult,
  wants: (goal) => options.only?.has(goal) ?? true,
  postmasterPid: Number(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]),
};

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

async function measure(catalogue: Catalogue): Promise<void> {
  if (catalogue.isWhole) {
    const product = await startProduct(catalogue.url);
    try {
      if (context.wants('P1') || context.wants('P2')) await measureSearch(context, catalogue, product);
    } finally {
      await product.stop();
    }
  }
}

const catalogues: Catalogue[] = [];
try {
  for (const size of options.sizes) {
    say(`${labelOf(size)} drives: filling`);
    const catalogue = await openCatalogue(server.url, size, options.seed);
    catalogues.push(catalogue);
    say(`${catalogue.label} drives: measuring`);
    await measure(catalogue);
  }
} finally {
  for (const catalogue of catalogues) await catalogue.close();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
