// The steps of `npm test`: all of them, or with `--affected` those that a change needs.
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { program, ROOT, WITHOUT_ENGINES } from './setup.mjs';
import { faultCounts, jestCounts, playwrightCounts } from './test-counts.mjs';

const JEST = ['--experimental-vm-modules', '--no-warnings', program('jest')];
const PRETTIER = [program('prettier'), '--check', '--log-level', 'warn'];
const BOUNDARIES = {
  name: 'boundaries',
  args: [program('depcruise'), '--config', '.dependency-cruiser.mjs', 'libs', 'services', 'lab', 'gateway', 'web/src'],
};
const TIDY = { name: 'tidy', args: ['tools/tidy.mjs'] };
const GENERATED = { name: 'generated', args: ['tools/generated.mjs', '--check'] };

/** One project at a time: two linters running alongside the tests need more memory than small machines have. */
const ofProjects = (target, ...some) => [
  program('nx'),
  'run-many',
  '-t',
  target,
  '--parallel=1',
  '--outputStyle=static',
  ...some,
];

/** Marks steps that only read the sources, so their results do not depend on speed. */
const patient = (steps) => steps.map((step) => ({ ...step, isPatient: true }));

/** Counts the tests in the step's report; null if it is missing. */
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
    name,
    cwd: join(ROOT, 'e2e'),
    args: [program('playwright', 'e2e'), 'test'],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report(name), ...env },
  };
  return counted(step, report(name), playwrightCounts);
}

/** A newcomer's steps on a fresh clone, for an otherwise idle machine. */
export function newcomerStep(report) {
  const step = playwright('newcomer', report, WITHOUT_ENGINES);
  return { ...step, args: [...step.args, '--config', 'newcomer.config.ts'] };
}

/** @param report returns the path of a step's report, by the step's name. */
export function allSteps({ report, engines }) {
  const deploy = { name: 'deploy', args: ['tools/deploy-check.mjs', '--report', report('deploy')] };
  const compose = { name: 'compose', args: ['tools/compose-check.mjs', '--report', report('compose')] };
  const previous = { name: 'previous', args: ['tools/previous-suite.mjs', '--report', report('previous')] };
  const faults = { name: 'faults', args: ['tools/faults.mjs', '--short', '--json', report('faults')] };
  return [
    ...patient([
      { name: 'types', args: ofProjects('typecheck') },
      { name: 'format', args: [...PRETTIER, '.'] },
      BOUNDARIES,
      TIDY,
      GENERATED,
      counted(deploy, report('deploy'), (counts) => counts),
      // In few processes, one at a time: one per project would read its dependencies' types again, and one for all
      // would need too much memory.
      { name: 'lint libs', args: [program('eslint'), 'libs', 'gateway', 'deploy'] },
      { name: 'lint services', args: [program('eslint'), 'services'] },
      { name: 'lint web', args: [program('eslint'), 'web', 'e2e'] },
      { name: 'lint lab', args: [program('eslint'), 'lab'] },
      // Its specs take their time: they run on a server of their own, and none measures speed.
      counted(previous, report('previous'), (counts) => counts),
    ]),
    unit(report, { env: { ...(engines && { TEST_ENGINES: engines }) } }),
    ...webSteps(report),
    // The product with Node alone; named engines have suites of their own.
    playwright('e2e', report, WITHOUT_ENGINES),
    // The same product as separate processes, on the engines that the environment names.
    playwright('split', report, { TOPOLOGY: 'split' }),
    counted(faults, report('faults'), faultCounts),
    // The same with Docker Compose, with nothing running alongside.
    counted(compose, report('compose'), (counts) => counts),
  ];
}

/**
 * Returns the steps that a change needs, without engines and without the product in a browser. The specs of the tools
 * always run: they check files outside every project.
 * @param projects the Nx projects that the change affects.
 * @param files the files that it adds or changes.
 */
export async function affectedSteps({ projects, files, report }) {
  // Requires the Node that the set-up installs.
  const { default: jestConfig } = await import('../../jest.config.mjs');
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
      BOUNDARIES,
      TIDY,
      GENERATED,
      ...(projects.length > 0 ? [{ name: 'lint', args: ofProjects('lint', some) }] : []),
    ]),
    unit(report, { env: WITHOUT_ENGINES }, '--selectProjects', ...suites, 'tools'),
    ...(folders.includes('web') ? webSteps(report) : []),
  ];
}
