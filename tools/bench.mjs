// npm run bench: the product's benchmarks, as ratios to floors measured in the same run. `--write` stores the report.
import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { benchReport } from './lib/bench-report.mjs';
import { COMPILED_ON_IMPORT, FROM_SOURCES } from './lib/from-sources.mjs';
import { machine } from './lib/machine.mjs';
import { environment, fail, nodeBinary, program, ROOT, setUp, WITHOUT_ENGINES } from './lib/setup.mjs';

const LOAD_MAX = 1;
/** Need fixtures, which the build leaves out. */
const ON_SOURCES = ['lab/bench/src/router.ts', 'lab/bench/src/region.ts'];
const SHAPES = {
  only: /^[PO]\d{1,2}(,[PO]\d{1,2})*$/,
  sizes: /^[1-9]\d{0,2}[km](,[1-9]\d{0,2}[km])*$/,
  seed: /^\d{1,9}$/,
  rounds: /^[1-9]\d?$/,
  write: /^[a-z][a-z0-9-]{0,30}$/,
};
const USAGE = `Usage: npm run bench -- [options]

  --only P1,P5          only these goals
  --sizes 1k,10k,100k   numbers of drives; 1m measures only the search service
  --seed N              seed of the catalogue and the queries
  --rounds N            rounds of floor, ours, ours, floor; 5 by default
  --engines             P8, P10, P13 and P14 of separate processes on Kafka, Elasticsearch, S3 and Redis of the
                        environment; 10k drives by default
  --write NAME          write the report docs/benchmarks/NAME.md
  --busy                run even if the machine is busy; the report notes it

Without --engines, ELASTICSEARCH_URL selects the index to measure: P3 to P8 and P10.
`;

const { values: options } = parseOptions();
const load = loadavg();
process.stdout.write(`Load averages: ${load.map((value) => value.toFixed(2)).join(', ')}\n`);
if (load[0] > LOAD_MAX && !options.busy)
  fail(`The machine is busy (load above ${LOAD_MAX}), so the results would be unreliable. Wait, or pass --busy.`);

await setUp();
// Holds everything that the parts leave behind, including databases of a killed one.
const scratch = mkdtempSync(join(tmpdir(), 'switchback-bench-'));
chmodSync(scratch, 0o711);
const resultsFile = join(scratch, 'results.jsonl');
const startedAt = new Date();
const failures = [];
let running;
let isStopped = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
for (const program of programsOf()) {
  if (isStopped) break;
  process.stdout.write(`\n── ${program} ──\n`);
  if (!(await run(program))) failures.push(program);
}
const results = readResults();
rmSync(scratch, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 });
if (isStopped) fail('Stopped; no report was written.');
report();
if (failures.length > 0) fail(`Incomplete: ${failures.join(', ')}`);

function stop() {
  isStopped = true;
  running?.kill('SIGTERM');
}

function readResults() {
  const text = existsSync(resultsFile) ? readFileSync(resultsFile, 'utf8') : '';
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

function report() {
  const minutes = (Date.now() - startedAt) / 60_000;
  const run = { startedAt, minutes, load, isBusy: load[0] > LOAD_MAX, options, failures, machine: machine() };
  const text = benchReport(results, run);
  if (!options.write) return process.stdout.write(`\n${text}`);
  const file = join(ROOT, 'docs', 'benchmarks', `${options.write}.md`);
  mkdirSync(join(ROOT, 'docs', 'benchmarks'), { recursive: true });
  writeFileSync(file, text);
  execFileSync(nodeBinary(), [program('prettier'), '--write', '--log-level', 'warn', file], { cwd: ROOT });
  return process.stdout.write(`\nWrote docs/benchmarks/${options.write}.md\n`);
}

function parseOptions() {
  try {
    const parsed = parseArgs({
      options: {
        only: { type: 'string' },
        sizes: { type: 'string' },
        seed: { type: 'string', default: '1' },
        rounds: { type: 'string', default: '5' },
        write: { type: 'string' },
        engines: { type: 'boolean', default: false },
        busy: { type: 'boolean', default: false },
      },
    });
    parsed.values.sizes ??= parsed.values.engines ? '10k' : '1k,10k,100k';
    for (const [name, pattern] of Object.entries(SHAPES)) {
      const given = parsed.values[name];
      if (given !== undefined && !pattern.test(given)) throw new Error(`${given} is not a valid value for --${name}.`);
    }
    return parsed;
  } catch (error) {
    return fail(`${error.message}\n\n${USAGE}`);
  }
}

/** The services' own benchmarks, then those that measure the product from outside, which uses no engines. */
function programsOf() {
  if (options.engines) return ['lab/bench/src/main.ts'];
  const outside = join(ROOT, 'e2e', 'bench');
  const names = existsSync(outside) ? readdirSync(outside).filter((name) => name.endsWith('.bench.ts')) : [];
  return ['lab/bench/src/main.ts', ...ON_SOURCES, ...names.sort().map((name) => `e2e/bench/${name}`)];
}

/**
 * Runs a part, which appends each result as a line of JSON to the file `BENCH_RESULTS`; it uses the built libraries
 * unless it needs the sources.
 */
function run(program) {
  const args = [...(ON_SOURCES.includes(program) ? FROM_SOURCES : COMPILED_ON_IMPORT), program];
  const settings = {
    TMPDIR: scratch,
    BENCH_RESULTS: resultsFile,
    BENCH_ONLY: options.only ?? '',
    BENCH_SIZES: options.sizes,
    BENCH_SEED: options.seed,
    BENCH_ROUNDS: options.rounds,
    ...(options.engines && { BENCH_ENGINES: 'all' }),
    // The engines make no difference to what a browser shows.
    ...(program.startsWith('e2e/') && WITHOUT_ENGINES),
  };
  return new Promise((resolve) => {
    running = spawn(nodeBinary(), args, { cwd: ROOT, stdio: 'inherit', env: environment(settings) });
    running.on('exit', (code) => resolve(code === 0));
    running.on('error', () => resolve(false));
  });
}
