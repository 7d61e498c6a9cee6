// Runs the fault cases. `tools/faults.mjs` starts this file and builds the report from its results.
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { joinOrStart } from '@switchback/platform/db/embedded-postgres';
import { seededRandom } from '@switchback/testing/random';
import { CASES } from './cases.js';
import type { FaultCase, FaultResult } from './fault.js';
import { readOptions } from './options.js';
import { nameOf, type PlannedRun, planRuns, runsOf } from './plan.js';
import { type Server, Stage } from './stage.js';

/** Connections per run, for all its processes. */
const CONNECTIONS_EACH_JOB = 60;

const options = readOptions(process.env);
const resultsFile = process.env['FAULTS_RESULTS'];
const startedAtMs = performance.now();
const dataDir = mkdtempSync(join(tmpdir(), 'switchback-faults-'));
let isStopped = false;
const stages = new Set<Stage>();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) {
  process.on(signal, () => {
    isStopped = true;
    for (const stage of stages) void stage.close();
  });
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function record(result: Omit<FaultResult, 'at' | 'load'>): void {
  const line: FaultResult = { ...result, at: new Date().toISOString(), load: loadavg()[0] ?? 0 };
  if (resultsFile) appendFileSync(resultsFile, `${JSON.stringify(line)}\n`);
  const { fault, title, outcome, seed, ms, detail } = result;
  const where = seed === null ? '' : ` (seed ${seed}, ${(ms / 1_000).toFixed(1)} s)`;
  say(`  ${outcome === 'broken' ? 'BROKEN' : outcome} ${fault} ${title}${where}: ${detail}`);
  if (outcome === 'broken')
    say(`         again: npm run faults -- --only ${fault} --case "${title}" --seed ${seed} --count 1`);
}

function recordUnrun({ fault, title }: FaultCase, outcome: FaultResult['outcome'], detail: string): void {
  record({ fault, title, outcome, seed: null, ms: 0, times: 0, detail });
}

/** Returns the names of the runs that held in an earlier, interrupted session. */
function heldBefore(): Set<string> {
  const text = resultsFile && existsSync(resultsFile) ? readFileSync(resultsFile, 'utf8') : '';
  const results = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as FaultResult);
  return new Set(results.filter(({ outcome }) => outcome === 'held').map(nameOf));
}

const isWanted = ({ fault, title }: FaultCase) =>
  (options.only?.has(fault) ?? true) && title.toLowerCase().includes(options.title.toLowerCase());
const isLate = () => performance.now() - startedAtMs > options.minutesMax * 60_000;

async function runOnce({ fault, seed }: PlannedRun, server: Server): Promise<void> {
  const common = { fault: fault.fault, title: fault.title, seed };
  const beganMs = performance.now();
  const elapsed = () => performance.now() - beganMs;
  let stage: Stage | undefined;
  try {
    stage = await Stage.open(server, seed, options.isShort);
    stages.add(stage);
    const seen = await fault.run(stage, seededRandom(seed));
    if (!isStopped) record({ ...common, outcome: 'held', ms: elapsed(), ...seen });
  } catch (error) {
    if (!isStopped) record({ ...common, outcome: 'broken', ms: elapsed(), times: 0, detail: messageOf(error) });
  } finally {
    await stage?.close();
    if (stage) stages.delete(stage);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Runs the queue in order until the time is up; runs still queued then are reported as left out. */
async function work(queue: PlannedRun[], server: Server): Promise<void> {
  while (queue.length > 0 && !isStopped && !isLate()) await runOnce(queue.shift()!, server);
}

async function runAll(planned: readonly PlannedRun[], server: Server): Promise<void> {
  const together = planned.filter(({ fault }) => !fault.isAlone);
  const alone = planned.filter(({ fault }) => fault.isAlone);
  // First: at the end, a short session never had time for them.
  await work(alone, server);
  await Promise.all(Array.from({ length: options.jobs }, () => work(together, server)));
  if (isStopped) return;
  const left = [...together, ...alone];
  for (const fault of new Set(left.map((run) => run.fault))) {
    const count = left.filter((run) => run.fault === fault).length;
    recordUnrun(fault, 'left out', `${count} of ${runsOf(fault, options)} runs: out of time`);
  }
}

const requested = CASES.filter(isWanted).filter((fault) => runsOf(fault, options) > 0);
for (const fault of requested) if (fault.skipped !== undefined) recordUnrun(fault, 'skipped', fault.skipped);
const planned = planRuns(requested, options, heldBefore());
const postgres = await joinOrStart({ dataDir, maxConnections: CONNECTIONS_EACH_JOB * (options.jobs + 1) });
try {
  await runAll(planned, { postgres, dataDir });
} finally {
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}
process.exit(isStopped ? 1 : 0);
