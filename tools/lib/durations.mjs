// How long each spec took in the last runs of this checkout, so that the next one starts the longest first.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { ROOT } from './setup.mjs';

const FILE = join(ROOT, 'node_modules', '.cache', 'switchback', 'durations.json');

/** Returns milliseconds by the spec's path in the checkout; empty before the first run. */
export function readDurations(file = FILE) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}

/** Adds durations to those of earlier runs: a run of some specs does not discard the rest. */
export function storeDurations(durations, file = FILE) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ ...readDurations(file), ...durations }, null, 2));
}

/** For Jest's format, which Vitest writes too. */
export function jestDurations({ testResults }) {
  return Object.fromEntries(
    testResults.map(({ name, startTime, endTime }) => [relative(ROOT, name), endTime - startTime]),
  );
}

/** For Playwright's format: the sum of each file's tests. */
export function playwrightDurations({ config, suites }) {
  const durationOf = ({ specs = [], suites = [] }) =>
    suites.reduce((sum, suite) => sum + durationOf(suite), 0) +
    specs
      .flatMap(({ tests }) => tests.flatMap(({ results }) => results))
      .reduce((sum, { duration }) => sum + duration, 0);
  const pathOf = ({ file }) => relative(ROOT, join(config.rootDir, file));
  return Object.fromEntries(suites.map((suite) => [pathOf(suite), durationOf(suite)]));
}
