// The steps of `npm test`, of `npm test -- --full`, and of `npm test -- --affected`.
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { jestDurations, playwrightDurations, storeDurations } from './durations.mjs';
import { JEST } from './jest-command.mjs';
import { program, ROOT, WITHOUT_ENGINES } from './setup.mjs';
import { SLOW_SPECS } from './slow-specs.mjs';
import { faultCounts, jestCounts, playwrightCounts } from './test-counts.mjs';

/** Formats only files that changed since the last run. */
const PRETTIER = [program('prettier'), '--check', '--cache', '--cache-strategy', 'content', '--log-level', 'warn'];
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

/** Files of journeys that start products of their own. */
const STARTS = String.raw`\bapi/(attacks|backup|cards|import|lifecycle|one-process|processes)\.`;

/**
 * The journeys of each step, by path and tag. In a full run, each runs in one topology: those of the browser in one
 * process, those over HTTP in several. `@single` marks journeys over HTTP that separate processes could not break, `@both`
 * the few that prove both arrangements. `@core` marks one of the browser for each area of the product: the short run has
 * these, and those over HTTP that start no product.
 */
const JOURNEYS = {
  core: ['--grep', String.raw`@core|\bapi/`, '--grep-invert', STARTS],
  e2e: ['--grep', String.raw`\bweb/|\bapi/one-process|@single|@both`],
  split: ['--grep', String.raw`\bapi/|@both`, '--grep-invert', '@single|one-process'],
};

/** Programs that did not change cost nothing; the one for Node checks only what a change affects. */
const TYPES = { name: 'types', args: ofProjects('typecheck') };

/** The rules that read types, for all projects at once; the result stays until a source changes. */
const TYPED_LINT = { name: 'typed-lint', args: ofProjects('typed-lint') };

/** Marks steps that only read the sources, so their results do not depend on speed. */
const patient = (steps) => steps.map((step) => ({ ...step, isPatient: true }));

/**
 * Counts the tests in the step's report; null if it is missing.
 * @param durationsOf returns the duration of each spec, for the order of the next run.
 */
const counted = (step, report, countsOf, durationsOf) => ({
  ...step,
  count: () => {
    if (!existsSync(report)) return null;
    const content = JSON.parse(readFileSync(report, 'utf8'));
    if (durationsOf) storeDurations(durationsOf(content));
    return countsOf(content);
  },
});

/** Specs of the tools that no change of a source could break. */
const OF_TOOLS = [String.raw`/tools/boundaries\.spec`, '/tools/lib/(?!lists)'];
const isSource = (file) => !file.startsWith('tools/') && file.includes('/src/');

function unit(report, { isFull, env, without: more = [], args = [] }) {
  const without = isFull
    ? []
    : ['--testPathIgnorePatterns', '/node_modules/', ...SLOW_SPECS.map((path) => `/${path}$`), ...more];
  const step = {
    name: 'unit',
    // A list of patterns would take a path after it for another pattern.
    args: [...JEST, ...without, '--json', `--outputFile=${report('unit')}`, ...args],
    env,
  };
  return counted(step, report('unit'), jestCounts, jestDurations);
}

function vitest(name, report, ...args) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile=${report(name)}`];
  const step = { name, cwd: join(ROOT, 'web'), args: [program('vitest', 'web'), 'run', ...args, ...reporters] };
  return counted(step, report(name), jestCounts);
}

const webSteps = (report) => [vitest('web', report), vitest('map', report, '--config', 'vitest.browser.config.mjs')];

function playwright(name, report, env, ...args) {
  const step = {
    name,
    cwd: join(ROOT, 'e2e'),
    args: [program('playwright', 'e2e'), 'test', ...args],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report(name), ...env },
  };
  return counted(step, report(name), playwrightCounts, playwrightDurations);
}

/** A newcomer's steps on a fresh clone, for an otherwise idle machine. */
export function newcomerStep(report) {
  return playwright('newcomer', report, WITHOUT_ENGINES, '--config', 'newcomer.config.ts');
}

/**
 * Returns the steps of a form of `npm test`.
 * @param report returns the path of a step's report, by the step's name.
 * @param {'short' | 'full' | undefined} form undefined returns the steps of both forms, each as in a full run.
 */
export function stepsOf({ report, engines, form }) {
  const steps = [...sourceSteps(report), ...testSteps(report, { engines, isFull: form !== 'short' })];
  return steps.filter((step) => !form || !step.form || step.form === form);
}

const full = (step) => ({ ...step, form: 'full' });

function sourceSteps(report) {
  const deploy = { name: 'deploy', args: ['tools/deploy-check.mjs', '--report', report('deploy')] };
  return patient([
    TYPES,
    TYPED_LINT,
    { name: 'lint', args: ofProjects('lint') },
    { name: 'format', args: [...PRETTIER, '.'] },
    BOUNDARIES,
    TIDY,
    GENERATED,
    full(counted(deploy, report('deploy'), (counts) => counts)),
  ]);
}

function testSteps(report, { engines, isFull }) {
  const compose = { name: 'compose', args: ['tools/compose-check.mjs', '--report', report('compose')] };
  const previous = { name: 'previous', args: ['tools/previous-suite.mjs', '--report', report('previous')] };
  const faults = { name: 'faults', args: ['tools/faults.mjs', '--short', '--json', report('faults')] };
  return [
    unit(report, { isFull, env: { ...(engines && { TEST_ENGINES: engines }) } }),
    ...webSteps(report),
    // The product with Node alone; named engines have suites of their own.
    { ...playwright('core', report, WITHOUT_ENGINES, ...JOURNEYS.core), form: 'short' },
    full(playwright('e2e', report, WITHOUT_ENGINES, ...JOURNEYS.e2e)),
    // The same product as separate processes, on the engines that the environment names.
    full(playwright('split', report, { TOPOLOGY: 'split' }, ...JOURNEYS.split)),
    full(counted(faults, report('faults'), faultCounts)),
    // The same with Docker Compose, with nothing running alongside.
    full(counted(compose, report('compose'), (counts) => counts)),
    // Last and alone: some of the release's specs rely on leases, which expire at the lowest priority.
    full(counted(previous, report('previous'), (counts) => counts)),
  ];
}

/**
 * Returns the steps that a change needs, without engines and without the product in a browser. Specs of the tools always
 * run: many check files outside every project.
 * @param projects the Nx projects that the change affects.
 * @param files the files that it adds or changes.
 */
export function affectedSteps({ projects, files, report }) {
  const some = `--projects=${[...projects].sort().join()}`;
  const folders = projects.map((project) => basename(project));
  const places = folders.flatMap((folder) => ['libs', 'services', 'lab', '.'].map((place) => join(place, folder)));
  const suites = new Set([...places.filter((place) => existsSync(join(ROOT, place))), 'tools']);
  return [
    ...patient([
      TYPES,
      TYPED_LINT,
      ...(files.length > 0 ? [{ name: 'format', args: [...PRETTIER, '--ignore-unknown', '--', ...files] }] : []),
      BOUNDARIES,
      TIDY,
      GENERATED,
      ...(projects.length > 0 ? [{ name: 'lint', args: ofProjects('lint', some) }] : []),
    ]),
    unit(report, {
      isFull: false,
      env: WITHOUT_ENGINES,
      // Deleted files are not among them.
      without: files.length > 0 && files.every(isSource) ? OF_TOOLS : [],
      args: [...suites].sort().map((suite) => `${suite}/`),
    }),
    ...(folders.includes('web') ? webSteps(report) : []),
  ];
}
