// Counts from each kind of test report: tests passed, tests failed, and titles of skipped ones.

/** For Jest's format, which Vitest writes too. */
export function jestCounts({ numPassedTests, numFailedTests, testResults }) {
  const skipped = testResults.flatMap((file) =>
    file.assertionResults
      .filter((test) => ['pending', 'skipped', 'todo'].includes(test.status))
      .map((test) => test.fullName),
  );
  const failedToRun = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  return { passed: numPassedTests, failed: numFailedTests + failedToRun.length, skipped };
}

export function playwrightCounts({ stats, suites }) {
  const skipped = [];
  const visit = (suite) => {
    for (const spec of suite.specs ?? [])
      for (const test of spec.tests)
        if (test.status === 'skipped')
          skipped.push(`${spec.title}: ${test.annotations.map((note) => note.description).join(', ')}`);
    (suite.suites ?? []).forEach(visit);
  };
  suites.forEach(visit);
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped };
}

export function faultCounts(results) {
  const withOutcome = (...outcomes) => results.filter(({ outcome }) => outcomes.includes(outcome));
  return {
    passed: withOutcome('held').length,
    failed: withOutcome('broken').length,
    skipped: withOutcome('skipped', 'left out').map(({ fault, title, detail }) => `${fault} ${title}: ${detail}`),
  };
}
