// The parts of `npm test`: all of them, or with `--affected` what a change needs of them.
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import jestConfig from '../../jest.config.mjs';
import { program, ROOT, WITHOUT_ENGINES } from './setup.mjs';
import { faultCounts, jestCounts, playwrightCounts } from './test-counts.mjs';

const JEST = ['--experimental-vm-modules', '--no-warnings', program('jest')];
const PRETTIER = [program('prettier'), '--check', '--log-level', 'warn'];
const BOUNDARIES = {
  name: 'boundaries',
  args: [program('depcruise'), '--config', '.dependency-cruiser.mjs', 'libs', 'services', 'gateway', 'web/src'],
};
const TIDY = { name: 'tidy', args: ['tools/tidy.mjs'] };
const GENERATED = { name: 'generated', args: ['tools/generated.mjs', '--check'] };

/** One project at a time: beside the tests, two linters would want more memory than small machines have. */
const ofProjects = (target, ...some) => [
  ...[program('nx'), 'run-many', '-t', target, '--parallel=1', '--outputStyle=static'],
  ...some,
];

/** What reads the sources and runs none of them: nothing of it depends on how fast it goes. */
const patient = (steps) => steps.map((step) => ({ ...step, isPatient: true }));

/** Counts what the part's report says; nothing when that is missing. */
const counted = (step, report, countsOf) => ({
  ...step,
  count: () => (existsSync(report) ? countsOf(JSON.parse(readFileSync(report, 'utf8'))) : null),
});

function unit(report, more = {}, ...args) {
  const step = { name: 'unit', args: [...JEST, '--json', `--outputFile=${report('unit')}`, ...args], ...more };
  return counted(step, report('unit'), jestCounts);
}

function vitest(name, report, ...args) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile=${report(name)}`];
  const step = { name, cwd: join(ROOT, 'web'), args: [program('vitest', 'web'), 'run', ...args, ...reporters] };
  return counted(step, report(name), jestCounts);
}

const webSteps = (report) => [vitest('web', report), vitest('map', report, '--config', 'vitest.browser.config.mjs')];

function playwright(name, report, env) {
  const step = {
    ...{ name, cwd: join(ROOT, 'e2e'), args: [program('playwright', 'e2e'), 'test'] },
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report(name), ...env },
  };
  return counted(step, report(name), playwrightCounts);
}

/** @param report where the report of a part comes to lie, by the part's name. */
export function allSteps({ report, engines }) {
  const deploy = { name: 'deploy', args: ['tools/deploy-check.mjs', '--report', report('deploy')] };
  const faults = { name: 'faults', args: ['tools/faults.mjs', '--short', '--json', report('faults')] };
  return [
    ...patient([
      { name: 'types', args: ofProjects('typecheck') },
      { name: 'format', args: [...PRETTIER, '.'] },
      ...[BOUNDARIES, TIDY, GENERATED],
      counted(deploy, report('deploy'), (counts) => counts),
      { name: 'lint', args: ofProjects('lint') },
    ]),
    unit(report, { env: { ...(engines && { TEST_ENGINES: engines }) } }),
    ...webSteps(report),
    // Engines that are named in the environment have suites of their own; this is the product with Node alone.
    playwright('e2e', report, WITHOUT_ENGINES),
    // The same product as separate processes, on the engines that the environment names.
    playwright('split', report, { TOPOLOGY: 'split' }),
    counted(faults, report('faults'), faultCounts),
  ];
}

/**
 * What is needed to trust a change before it is sent on: no engine, no product in a browser. The specs of the tools belong
 * to it always: they guard what no project holds.
 * @param projects the Nx projects it touches.
 * @param files what it changes.
 */
export function affectedSteps({ projects, files, report }) {
  const some = `--projects=${[...projects].sort().join()}`;
  const folders = projects.map((project) => basename(project));
  const suites = jestConfig.projects
    .map(({ displayName }) => displayName)
    .filter((name) => folders.includes(name))
    .sort();
  return [
    ...patient([
      ...(projects.length > 0 ? [{ name: 'types', args: ofProjects('typecheck', some) }] : []),
      ...(files.length > 0 ? [{ name: 'format', args: [...PRETTIER, '--ignore-unknown', '--', ...files] }] : []),
      ...[BOUNDARIES, TIDY, GENERATED],
      ...(projects.length > 0 ? [{ name: 'lint', args: ofProjects('lint', some) }] : []),
    ]),
    unit(report, { env: WITHOUT_ENGINES }, '--selectProjects', ...suites, 'tools'),
    ...(folders.includes('web') ? webSteps(report) : []),
  ];
}
