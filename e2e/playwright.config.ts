import { defineConfig } from '@playwright/test';
import { isFull } from '@switchback/testing/random';
import { BROWSER_ARGS, browserPath } from './support/browser.js';
import { TOPOLOGY } from './support/product.js';

/** Suites that start what they are about themselves, and would find the same in the other topology. */
const ELSEWHERE = {
  single: ['**/api/processes.spec.ts'],
  split: ['**/api/one-process.spec.ts'],
};

/**
 * Of what the suite shows of one process, the short form repeats over several only what those could break: the calls of the
 * API but for those tagged `@once`, and the journeys of the browser tagged `@split`.
 */
const SHORT_SPLIT = { grep: /\bapi\/|@split/, grepInvert: /@once/ };

/** The suite runs against one product of its own, on an empty data folder and a free port; see support/product.ts. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  testIgnore: ELSEWHERE[TOPOLOGY],
  ...(TOPOLOGY === 'split' && !isFull && SHORT_SPLIT),
  globalSetup: './support/global-setup.ts',
  fullyParallel: false,
  workers: 2,
  // Guards against hangs: what has to be quick says so itself.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  retries: 0,
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : [['list']],
  outputDir: 'test-results',
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'UTC',
    // A trace costs a third more of the processor: `--trace retain-on-failure` where somebody looks into a failure.
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: await browserPath(), args: BROWSER_ARGS },
  },
});
