// P14: time from start to readiness of the whole product, on an empty data folder and with nothing else running.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProduct } from '../support/product.js';
import { isAsked, progress, reportLimit, ROUNDS } from './support/results.js';

const FRESH_LIMIT_SECONDS = 15;
const SECOND_LIMIT_SECONDS = 5;

/** Seconds until the readiness check returns 200. */
async function startOnce(dataDir: string): Promise<number> {
  const begin = performance.now();
  const product = await startProduct(dataDir);
  const seconds = (performance.now() - begin) / 1_000;
  await product.stop();
  return seconds;
}

async function measureStarts(): Promise<void> {
  const fresh: number[] = [];
  const second: number[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const dataDir = mkdtempSync(join(tmpdir(), 'switchback-bench-start-'));
    try {
      fresh.push(await startOnce(dataDir));
      second.push(await startOnce(dataDir));
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
    progress(`P14 round ${round}: fresh ${fresh.at(-1)!.toFixed(1)} s, second ${second.at(-1)!.toFixed(1)} s`);
  }
  const common = { goal: 'P14', size: '', unit: 's' };
  reportLimit({
    ...common,
    measure: 'whole product, first start: to 200 on readiness',
    limit: FRESH_LIMIT_SECONDS,
    values: fresh,
    note: 'creates the database and loads the demo drives',
  });
  reportLimit({
    ...common,
    measure: 'whole product, second start: to 200 on readiness',
    limit: SECOND_LIMIT_SECONDS,
    values: second,
  });
}

if (isAsked('P14')) await measureStarts();
