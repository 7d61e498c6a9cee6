// The faults. `tools/faults.mjs` starts this, and makes the report of what it records.
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { joinOrStart } from '@switchback/platform/db/embedded-postgres';
import { seededRandom } from '@switchback/testing/random';
import { CASES } from './cases.js';
import type { FaultCase, FaultResult } from './fault.js';
import { readOptions } from './options.js';
import { type Server, Stage } from './stage.js';

const options = readOptions(process.env);
const resultsFile = process.env['FAULTS_RESULTS'];
const startedAtMs = performance.now();
const dataDir = mkdtempSync(join(tmpdir(), 'switchback-faults-'));
let isStopped = false;
let stage: Stage | undefined;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) {
  process.on(signal, () => {
    isStopped = true;
    void stage?.close();
  });
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function record(result: FaultResult): void {
  if (resultsFile) appendFileSync(resultsFile, `${JSON.stringify(result)}\n`);
  const { fault, title, outcome, seed, ms, detail } = result;
  const where = seed === null ? '' : ` (seed ${seed}, ${(ms / 1_000).toFixed(1)} s)`;
  say(`  ${outcome === 'broken' ? 'BROKEN' : outcome} ${fault} ${title}${where}: ${detail}`);
  if (outcome === 'broken')
    say(`         again: npm run faults -- --only ${fault} --case "${title}" --seed ${seed} --count 1`);
}

const isWanted = ({ fault, title }: FaultCase) =>
  (options.only?.has(fault) ?? true) && title.toLowerCase().includes(options.title.toLowerCase());
const isLate = () => performance.now() - startedAtMs > options.minutesMax * 60_000;

async function runOnce(fault: FaultCase, server: Server, seed: number): Promise<void> {
  const common = { fault: fault.fault, title: fault.title, seed };
  const beganMs = performance.now();
  const elapsed = () => performance.now() - beganMs;
  try {
    stage = await Stage.open(server, seed, options.isShort);
    const detail = await fault.run(stage, seededRandom(seed));
    record({ ...common, outcome: 'held', ms: elapsed(), detail });
  } catch (error) {
    if (!isStopped) record({ ...common, outcome: 'broken', ms: elapsed(), detail: tell(error) });
  } finally {
    await stage?.close();
  }
}

function tell(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function runAll(server: Server): Promise<void> {
  for (const fault of CASES.filter(isWanted)) {
    const { fault: name, title, skipped } = fault;
    const runs = options.count ?? (options.isShort ? fault.runs.short : fault.runs.full);
    if (runs === 0) continue;
    const none = { fault: name, title, seed: null, ms: 0 };
    if (skipped !== undefined) {
      record({ ...none, outcome: 'skipped', detail: skipped });
      continue;
    }
    for (let run = 0; run < runs && !isStopped; run += 1) {
      if (isLate()) {
        record({ ...none, outcome: 'left out', detail: `${runs - run} of ${runs} runs: the time was up` });
        break;
      }
      await runOnce(fault, server, options.seed + run);
    }
  }
}

const postgres = await joinOrStart({ dataDir });
try {
  await runAll({ postgres, dataDir });
} finally {
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}
process.exit(isStopped ? 1 : 0);
