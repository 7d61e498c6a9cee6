// npm test: checks the tree, and prints at the end the failed and skipped tests and one line with the counts. Checks that
// only read the sources run alongside the tests. `npm test -- --full` runs everything, as `.ci/run` does; `--only
// unit,e2e` runs steps; `--affected` what a change since the main branch, or since `--base=REF`, affects; `--engines`, or
// `--engines kafka,redis`, starts engines that the environment does not name in containers, if there is a Docker;
// `--newcomer` only starts a fresh clone of the commit. Runs with the same file in `TEST_COUNTS` add up their counts
// there.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bringFirstError } from '../libs/testing/engines/first-error.mjs';
import { runSteps, summary } from './lib/run-steps.mjs';
import { environment, fail, setUp } from './lib/setup.mjs';

const args = process.argv.slice(2);
const after = (name) => args[args.indexOf(name) + 1] ?? '';
const only = args.includes('--only') ? after('--only').split(',') : null;
/** Engines to start: the named ones, or all. */
const engines = args.includes('--engines') ? (after('--engines').match(/^[a-z0-9,]+$/)?.[0] ?? 'all') : undefined;
/** `--only` selects from both forms. */
const form = only ? undefined : args.includes('--full') ? 'full' : 'short';
const base = args.find((arg) => arg.startsWith('--base='))?.slice('--base='.length);

const reports = mkdtempSync(join(tmpdir(), 'switchback-test-'));
process.once('exit', () => rmSync(reports, { recursive: true, force: true }));
const report = (name) => join(reports, `${name}.json`);

// Prints that line even if the run cannot start or is stopped.
const carried = process.env.TEST_COUNTS;
const total =
  carried && existsSync(carried) ? JSON.parse(readFileSync(carried, 'utf8')) : { passed: 0, failed: [], skipped: [] };
let isWhole = false;
process.once('exit', () => {
  if (!isWhole) total.failed.push('the run did not end');
  if (carried) writeFileSync(carried, JSON.stringify(total));
  process.stdout.write(`${summary(total)}\n`);
});

const isNewcomer = args.includes('--newcomer');
// The newcomer's clone is built by its own commands.
await setUp(isNewcomer ? { build: [] } : {});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));
const steps = (await chosenSteps()).map((step) => ({ ...step, env: environment(step.env) }));
const unknown = only?.filter((name) => !steps.some((step) => step.name === name)) ?? [];
if (unknown.length > 0)
  fail(`Unknown step ${unknown.join(', ')}; available: ${steps.map(({ name }) => name).join(', ')}.`);
await runSteps(
  steps.filter(({ name }) => !only || only.includes(name)),
  total,
);
isWhole = true;
process.exitCode = total.failed.length === 0 ? 0 : 1;

/** Imports late: paths of programs, and Nx itself, are known only after the set-up. */
async function chosenSteps() {
  const { affectedSteps, newcomerStep, stepsOf } = await import('./lib/test-steps.mjs');
  if (isNewcomer) return [newcomerStep(report)];
  if (!args.includes('--affected')) {
    await bringFirstError(process.env.ELASTICSEARCH_URL);
    return stepsOf({ report, engines, form });
  }
  const { affectedProjects, changedFiles, forkPoint } = await import('./lib/affected.mjs');
  const commit = forkPoint(base);
  const projects = affectedProjects(`--base=${commit}`);
  process.stdout.write(`Affected since ${commit.slice(0, 12)}: ${projects.join(', ') || 'no project'}\n`);
  return affectedSteps({ projects, files: changedFiles(commit), report });
}
