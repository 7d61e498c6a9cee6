// npm test: everything that says whether the tree is sound, and at the end one line of what passed, failed and was skipped.
// What reads the sources runs beside the tests. `npm test -- --only unit,e2e` runs parts; `npm test -- --affected` what a
// change since the main branch, or since `--base=REF`, touches; `npm test -- --engines`, or `--engines kafka,redis`, starts
// engines the environment does not name in containers, where there is a Docker. `npm test -- --newcomer` starts a fresh clone
// of the commit and nothing else. Runs that name one file in `TEST_COUNTS` add their counts up there.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bringFirstError } from '../libs/testing/engines/first-error.mjs';
import { runParts, summary } from './lib/parts.mjs';
import { environment, fail, setUp } from './lib/setup.mjs';

const args = process.argv.slice(2);
const after = (name) => args[args.indexOf(name) + 1] ?? '';
const only = args.includes('--only') ? after('--only').split(',') : null;
/** Which engines to start: those that are named, or all. */
const engines = args.includes('--engines') ? (after('--engines').match(/^[a-z0-9,]+$/)?.[0] ?? 'all') : undefined;
const base = args.find((arg) => arg.startsWith('--base='))?.slice('--base='.length);

const reports = mkdtempSync(join(tmpdir(), 'switchback-test-'));
process.once('exit', () => rmSync(reports, { recursive: true, force: true }));
const report = (name) => join(reports, `${name}.json`);

// Also a run that cannot begin, or is stopped, ends with that line.
const carried = process.env.TEST_COUNTS;
const total =
  carried && existsSync(carried) ? JSON.parse(readFileSync(carried, 'utf8')) : { passed: 0, failed: 0, skipped: [] };
let isWhole = false;
process.once('exit', () => {
  if (!isWhole) total.failed += 1;
  if (carried) writeFileSync(carried, JSON.stringify(total));
  for (const title of total.skipped) process.stdout.write(`skipped  ${title}\n`);
  process.stdout.write(`\n${summary(total)}\n`);
});

const isNewcomer = args.includes('--newcomer');
// The newcomer's clone builds its own.
await setUp(isNewcomer ? { build: [] } : {});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));
const steps = (await stepsOf()).map((step) => ({ ...step, env: environment(step.env) }));
const unknown = only?.filter((name) => !steps.some((step) => step.name === name)) ?? [];
if (unknown.length > 0)
  fail(`No part is called ${unknown.join(', ')}: there are ${steps.map(({ name }) => name).join(', ')}.`);
await runParts(
  steps.filter(({ name }) => !only || only.includes(name)),
  total,
);
isWhole = true;
process.exitCode = total.failed === 0 ? 0 : 1;

/** Where each program stands, and Nx itself, is known once the set-up is done. */
async function stepsOf() {
  const { affectedSteps, allSteps, newcomerStep } = await import('./lib/test-steps.mjs');
  if (isNewcomer) return [newcomerStep(report)];
  if (!args.includes('--affected')) {
    await bringFirstError(process.env.ELASTICSEARCH_URL);
    return allSteps({ report, engines });
  }
  const { affectedProjects, changedFiles, forkPoint } = await import('./lib/affected.mjs');
  const commit = forkPoint(base);
  const projects = affectedProjects(`--base=${commit}`);
  process.stdout.write(`Touched since ${commit.slice(0, 12)}: ${projects.join(', ') || 'no project'}\n`);
  return affectedSteps({ projects, files: changedFiles(commit), report });
}
