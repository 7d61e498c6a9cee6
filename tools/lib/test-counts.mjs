// Counts from each kind of test report: the number of tests passed, and the titles of those failed and skipped.
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ROOT } from './setup.mjs';

/** @typedef {import('./run-steps.mjs').Counts} Counts */

/** Characters of an error's message. */
const REASON_MAX = 200;

/** For Jest's format, which Vitest writes too. A file whose tests passed may fail in a hook. @returns {Counts} */
export function jestCounts({ numPassedTests, testResults }) {
  const titles = (file, ...statuses) =>
    file.assertionResults.filter(({ status }) => statuses.includes(status)).map(({ fullName }) => fullName);
  const failed = testResults.flatMap((file) => {
    const path = relative(ROOT, file.name);
    const tests = file.assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => `${path}: ${fullName}${reasonOf(failureMessages?.[0])}`);
    return tests.length > 0 || file.status !== 'failed' ? tests : [`${path}${reasonOf(file.message)}`];
  });
  return {
    passed: numPassedTests,
    failed,
    skipped: testResults.flatMap((file) => titles(file, 'pending', 'skipped', 'todo')),
  };
}

/** The beginning of an error's message in one line, so that the last lines of a run say why it failed. */
function reasonOf(message) {
  const line = stripVTControlCharacters(message ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return line === '' ? '' : ` (${line.slice(0, REASON_MAX)})`;
}

/** A journey that ran out of time has that as its first error; the call that hung is in the next. */
function firstFault(errors) {
  const [first, next] = errors.map(({ message }) => message ?? '');
  return next !== undefined && /^\S*Test timeout of/.test(first) ? next : first;
}

/** @returns {Counts} */
export function playwrightCounts({ stats, suites }) {
  const failed = [];
  const skipped = [];
  const visit = (suite) => {
    for (const spec of suite.specs ?? [])
      for (const { status, annotations, results } of spec.tests) {
        const reason = reasonOf(firstFault(results?.at(-1)?.errors ?? []));
        if (status === 'unexpected') failed.push(`${spec.file}: ${spec.title}${reason}`);
        if (status === 'skipped')
          skipped.push(`${spec.title}: ${annotations.map(({ description }) => description).join(', ')}`);
      }
    (suite.suites ?? []).forEach(visit);
  };
  suites.forEach(visit);
  return { passed: stats.expected + stats.flaky, failed, skipped };
}

/** @returns {Counts} */
export function faultCounts(results) {
  const withOutcome = (...outcomes) =>
    results
      .filter(({ outcome }) => outcomes.includes(outcome))
      .map(({ fault, title, detail }) => `${fault} ${title}: ${detail}`);
  return {
    passed: withOutcome('held').length,
    failed: withOutcome('broken'),
    skipped: withOutcome('skipped', 'left out'),
  };
}
