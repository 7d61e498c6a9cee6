// npm test: everything that says whether the tree is sound, and at the end one line of what passed, failed and was skipped.
// What reads the sources runs beside the tests. `npm test -- --only unit,e2e` runs parts; `npm test -- --engines`, or
// `--engines kafka,redis`, starts engines the environment does not name in containers, where there is a Docker.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bringFirstError } from '../libs/testing/engines/first-error.mjs';
import { runParts, summary } from './lib/parts.mjs';
import { environment, fail, program, ROOT, setUp, WITHOUT_ENGINES } from './lib/setup.mjs';

const reports = mkdtempSync(join(tmpdir(), 'switchback-test-'));
process.once('exit', () => rmSync(reports, { recursive: true, force: true }));
const report = (name) => join(reports, `${name}.json`);
const only = process.argv.includes('--only')
  ? (process.argv[process.argv.indexOf('--only') + 1] ?? '').split(',')
  : null;

/** Which engines to start: those that are named, or all. */
const engines = process.argv.includes('--engines')
  ? (process.argv[process.argv.indexOf('--engines') + 1]?.match(/^[a-z0-9,]+$/)?.[0] ?? 'all')
  : undefined;

/** One project at a time: beside the tests, two linters would want more memory than small machines have. */
const ofProjects = (target) => [program('nx'), 'run-many', '-t', target, '--parallel=1', '--outputStyle=static'];

/** What reads the sources and runs none of them: nothing of it depends on how fast it goes. */
const readers = () => [
  { name: 'types', args: ofProjects('typecheck') },
  { name: 'format', args: [program('prettier'), '--check', '.', '--log-level', 'warn'] },
  {
    name: 'boundaries',
    args: [program('depcruise'), '--config', '.dependency-cruiser.mjs', 'libs', 'services', 'gateway', 'web/src'],
  },
  { name: 'tidy', args: ['tools/tidy.mjs'] },
  { name: 'generated', args: ['tools/generated.mjs', '--check'] },
  { name: 'deploy', args: ['tools/deploy-check.mjs', '--report', report('deploy')], count: readReport },
  { name: 'lint', args: ofProjects('lint') },
];

/** Where each program stands is known once the set-up is done. */
const stepsOf = () =>
  [...readers().map((step) => ({ ...step, isPatient: true })), ...testers()].map((step) => ({
    ...step,
    env: environment(step.env),
  }));

const testers = () => [
  {
    name: 'unit',
    args: ['--experimental-vm-modules', '--no-warnings', program('jest'), '--json', `--outputFile=${report('unit')}`],
    env: { ...(engines && { TEST_ENGINES: engines }) },
    count: countJest,
  },
  {
    name: 'web',
    cwd: join(ROOT, 'web'),
    args: [program('vitest', 'web'), 'run', '--reporter=default', '--reporter=json', `--outputFile=${report('web')}`],
    count: countJest,
  },
  {
    name: 'map',
    cwd: join(ROOT, 'web'),
    args: [
      ...[program('vitest', 'web'), 'run', '--config', 'vitest.browser.config.mjs'],
      ...['--reporter=default', '--reporter=json', `--outputFile=${report('map')}`],
    ],
    count: countJest,
  },
  {
    name: 'e2e',
    cwd: join(ROOT, 'e2e'),
    args: [program('playwright', 'e2e'), 'test'],
    // Engines that are named in the environment have suites of their own; this is the product with Node alone.
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report('e2e'), ...WITHOUT_ENGINES },
    count: countPlaywright,
  },
  {
    name: 'split',
    cwd: join(ROOT, 'e2e'),
    args: [program('playwright', 'e2e'), 'test'],
    // The same product as separate processes, on the engines that the environment names.
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report('split'), TOPOLOGY: 'split' },
    count: countPlaywright,
  },
  {
    name: 'faults',
    args: ['tools/faults.mjs', '--short', '--json', report('faults')],
    count: countFaults,
  },
];

function readReport(step) {
  return existsSync(report(step.name)) ? JSON.parse(readFileSync(report(step.name), 'utf8')) : null;
}

/** Jest's report, which Vitest writes too. */
function countJest(step) {
  const results = readReport(step);
  if (!results) return null;
  const skipped = results.testResults.flatMap((file) =>
    file.assertionResults
      .filter((test) => ['pending', 'skipped', 'todo'].includes(test.status))
      .map((test) => test.fullName),
  );
  const failedToRun = results.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  );
  return { passed: results.numPassedTests, failed: results.numFailedTests + failedToRun.length, skipped };
}

function countPlaywright(step) {
  const results = readReport(step);
  if (!results) return null;
  const skipped = [];
  const visit = (suite) => {
    for (const spec of suite.specs ?? [])
      for (const test of spec.tests)
        if (test.status === 'skipped')
          skipped.push(`${spec.title}: ${test.annotations.map((note) => note.description).join(', ')}`);
    (suite.suites ?? []).forEach(visit);
  };
  results.suites.forEach(visit);
  return { passed: results.stats.expected + results.stats.flaky, failed: results.stats.unexpected, skipped };
}

function countFaults(step) {
  const results = readReport(step);
  if (!results) return null;
  const withOutcome = (...outcomes) => results.filter(({ outcome }) => outcomes.includes(outcome));
  return {
    passed: withOutcome('held').length,
    failed: withOutcome('broken').length,
    skipped: withOutcome('skipped', 'left out').map(({ fault, title, detail }) => `${fault} ${title}: ${detail}`),
  };
}

// Also a run that cannot begin, or is stopped, ends with that line.
const total = { passed: 0, failed: 0, skipped: [] };
let isWhole = false;
process.once('exit', () => {
  if (!isWhole) total.failed += 1;
  for (const title of total.skipped) process.stdout.write(`skipped  ${title}\n`);
  process.stdout.write(`\n${summary(total)}\n`);
});

await setUp();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));
await bringFirstError(process.env.ELASTICSEARCH_URL);
const steps = stepsOf();
const unknown = only?.filter((name) => !steps.some((step) => step.name === name)) ?? [];
if (unknown.length > 0)
  fail(`No part is called ${unknown.join(', ')}: there are ${steps.map(({ name }) => name).join(', ')}.`);
await runParts(
  steps.filter(({ name }) => !only || only.includes(name)),
  total,
);
isWhole = true;
process.exitCode = total.failed === 0 ? 0 : 1;
