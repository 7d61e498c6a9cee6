// npm run faults: injects seeded faults into the product and checks that no acknowledged write is lost. `--write` stores the
// report.
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { bundleRoles } from './lib/bundle-roles.mjs';
import { faultsReport } from './lib/faults-report.mjs';
import { COMPILED_ON_IMPORT } from './lib/from-sources.mjs';
import { machine } from './lib/machine.mjs';
import { environment, fail, nodeBinary, program, ROOT, setUp } from './lib/setup.mjs';

/** The short form runs on every commit, so it has a time limit. */
const SHORT_MINUTES = '4.5';
const SHAPES = {
  seed: /^\d{1,9}$/,
  count: /^[1-9]\d{0,4}$/,
  only: /^[FS]\d{1,2}(,[FS]\d{1,2})*$/i,
  case: /^[\w ,.'-]{1,80}$/,
  minutes: /^\d{1,4}(\.\d)?$/,
  jobs: /^[1-8]$/,
  results: /^.{1,400}$/,
  write: /^[a-z][a-z0-9-]{0,30}$/,
};
const USAGE = `Usage: npm run faults -- [options]

  --seed N        seed of each case's first run; a broken run prints its own, which repeats it
  --count K       runs of each case; by default, the number that the case declares
  --only F1,F3    only these faults
  --case WORDS    only cases whose title contains these words
  --short         few runs of each case, as in npm test -- --full; starts no run after four and a half minutes
  --full          first runs the specs and the split product, with all repetitions
  --minutes N     start no run after N minutes
  --jobs N        concurrent runs of cases that do not affect each other; 2 by default
  --results FILE  also append the outcomes to FILE, and skip runs that held in it; needs --seed
  --json FILE     write the outcomes as JSON
  --write NAME    write the report docs/faults/NAME.md
`;

const options = readOptions();
await setUp();
// Holds everything that the run leaves behind, including the database of a killed one.
const scratch = mkdtempSync(join(tmpdir(), 'switchback-faults-'));
chmodSync(scratch, 0o711);
const resultsFile = options.results ? resolve(options.results) : join(scratch, 'results.jsonl');
const startedAt = new Date();
const roles = await bundleRoles();
const areSuitesSound = !options.full || (await runSuites());
const isWhole = await run();
const results = readResults();
for (const folder of [scratch, roles])
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 });
if (options.json) writeFileSync(options.json, JSON.stringify(results));
report();
if (!isWhole) fail('The fault tests did not complete.');
if (!areSuitesSound) fail('The specs or the split product failed: see above.');
if (results.some(({ outcome, at }) => outcome === 'broken' && new Date(at) >= startedAt)) process.exitCode = 1;

function readOptions() {
  try {
    const text = { type: 'string' };
    const { values } = parseArgs({
      options: {
        seed: text,
        count: text,
        only: text,
        case: text,
        minutes: text,
        jobs: text,
        results: text,
        json: text,
        write: text,
        short: { type: 'boolean', default: false },
        full: { type: 'boolean', default: false },
      },
    });
    for (const [name, pattern] of Object.entries(SHAPES)) {
      const given = values[name];
      if (given !== undefined && !pattern.test(given)) throw new Error(`${given} is not a valid value for --${name}.`);
    }
    if (values.results && !values.seed) throw new Error('--results needs --seed, which identifies the runs.');
    if (values.short && values.full) throw new Error('--short and --full cannot be combined.');
    const seed = values.seed ?? process.env.SEED ?? String(Math.floor(Math.random() * 1e9));
    return { ...values, seed };
  } catch (error) {
    return fail(`${error.message}\n\n${USAGE}`);
  }
}

/** Runs the suites that a test run shortens. */
function runSuites() {
  return runChild(['tools/test.mjs', '--only', 'unit,split'], { FULL: '1', SEED: options.seed });
}

/**
 * Runs the faults; each outcome is appended as a line of JSON to the file `FAULTS_RESULTS`. Uses the built libraries.
 */
function run() {
  const entry = 'lab/faults/src/main.ts';
  const args = [...COMPILED_ON_IMPORT, entry];
  const minutes = options.minutes ?? (options.short ? SHORT_MINUTES : undefined);
  const settings = {
    TMPDIR: scratch,
    FAULTS_ROLES: roles,
    FAULTS_RESULTS: resultsFile,
    FAULTS_SEED: options.seed,
    FAULTS_SHORT: options.short ? 'on' : 'off',
    ...(options.jobs && { FAULTS_JOBS: options.jobs }),
    ...(options.count && { FAULTS_COUNT: options.count }),
    ...(options.only && { FAULTS_ONLY: options.only }),
    ...(options.case && { FAULTS_CASE: options.case }),
    ...(minutes && { FAULTS_MINUTES: minutes }),
  };
  process.stdout.write(`Seed ${options.seed}\n`);
  return runChild(args, settings);
}

/** @returns whether it succeeded. */
function runChild(args, settings) {
  return new Promise((resolve) => {
    // The channel closes when this process dies, which the child detects.
    const stdio = ['ignore', 'inherit', 'inherit', 'ipc'];
    const child = spawn(nodeBinary(), args, { cwd: ROOT, stdio, env: environment(settings) });
    // The terminal sends Ctrl-C to both; the child cleans up, and this process waits for it.
    process.on('SIGINT', () => undefined);
    for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill('SIGTERM'));
    child.on('exit', (code) => resolve(code === 0));
    child.on('error', () => resolve(false));
  });
}

/** Includes results of earlier runs, except for cases that did not run then. */
function readResults() {
  const text = existsSync(resultsFile) ? readFileSync(resultsFile, 'utf8') : '';
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
    .filter(({ seed, at }) => seed !== null || new Date(at) >= startedAt);
}

function report() {
  const of = (outcome) => results.filter((result) => result.outcome === outcome).length;
  const left = of('left out') > 0 ? `, ${of('left out')} cases incomplete` : '';
  process.stdout.write(`\n${of('held')} held, ${of('broken')} broken, ${of('skipped')} skipped${left}\n`);
  if (!options.write) return;
  const text = faultsReport(results, { options, machine: machine() });
  const file = join(ROOT, 'docs', 'faults', `${options.write}.md`);
  mkdirSync(join(ROOT, 'docs', 'faults'), { recursive: true });
  writeFileSync(file, text);
  execFileSync(nodeBinary(), [program('prettier'), '--write', '--log-level', 'warn', file], { cwd: ROOT });
  process.stdout.write(`Wrote docs/faults/${options.write}.md\n`);
}
