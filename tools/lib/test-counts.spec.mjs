// Aim: the last lines of a run name each failed test and the beginning of its error, so that a log that was cut off still
// says why.
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { jestCounts, playwrightCounts } from './test-counts.mjs';
import { ROOT } from './setup.mjs';

const RED = '\u001B[31m';

it('names a failed test of Jest with its error in one line', () => {
  const test = (status, failureMessages = []) => ({ status, fullName: `is ${status}`, failureMessages });
  const tests = [test('passed'), test('failed', [`${RED}Error: expected 1\n    Received: 2`]), test('pending')];
  const file = { name: join(ROOT, 'a.spec.ts'), status: 'failed', assertionResults: tests };
  const hook = { name: join(ROOT, 'b.spec.ts'), status: 'failed', message: 'No database', assertionResults: [] };
  expect(jestCounts({ numPassedTests: 1, testResults: [file, hook] })).toEqual({
    passed: 1,
    failed: ['a.spec.ts: is failed (Error: expected 1 Received: 2)', 'b.spec.ts (No database)'],
    skipped: ['is pending'],
  });
});

it('names a failed journey with the error of its last attempt, cut to a line', () => {
  const journey = (title, status, ...messages) => ({
    file: 'web/a.spec.ts',
    title,
    tests: [{ status, annotations: [], results: [{ errors: messages.map((message) => ({ message })) }] }],
  });
  const specs = [
    journey('a', 'expected'),
    journey('b', 'unexpected', 'x'.repeat(900), 'second'),
    journey('c', 'unexpected'),
    journey('d', 'unexpected', 'Test timeout of 120000ms exceeded.', 'click: waiting for a button'),
  ];
  const { failed } = playwrightCounts({ stats: { expected: 1, flaky: 0 }, suites: [{ specs }] });
  expect(failed).toEqual([
    `web/a.spec.ts: b (${'x'.repeat(200)})`,
    'web/a.spec.ts: c',
    'web/a.spec.ts: d (click: waiting for a button)',
  ]);
});
