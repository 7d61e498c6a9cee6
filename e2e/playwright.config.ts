import { defineConfig } from '@playwright/test';
import { isFull } from '@switchback/testing/random';
import { launchOptions } from './support/browser.js';
import { TOPOLOGY } from './support/product.js';

/** Suites that start their own products, and would test the same thing again in the other topology. */
const ELSEWHERE = {
  single: ['**/api/processes.spec.ts'],
  split: ['**/api/one-process.spec.ts'],
};

/** Suites with their own configurations: a fresh clone, and a deployment with Docker Compose. */
const OTHER_PRODUCTS = ['**/newcomer/**', '**/compose/**'];

/** Starts the longest files first: one started last would keep one worker busy while the other is idle. */
const LONGEST = ['**/api/backup.spec.ts', '**/web/ways-in.spec.ts', '**/web/accounts.spec.ts'];

/**
 * With several processes, the short form repeats only the tests that the network between them could break: the API
 * tests except those tagged `@once`, and the browser journeys tagged `@split`.
 */
const SHORT_SPLIT = { grep: /\bapi\/|@split/, grepInvert: /@once/ };

/** Runs the suite against its own product, on an empty data folder and a free port; see support/product.ts. */
export default defineConfig({
  testDir: '.',
  projects: [
    { name: 'longest', testMatch: LONGEST },
    { name: 'others', testMatch: '**/*.spec.ts', testIgnore: [...OTHER_PRODUCTS, ...LONGEST, ...ELSEWHERE[TOPOLOGY]] },
  ],
  ...(TOPOLOGY === 'split' && !isFull && SHORT_SPLIT),
  globalSetup: './support/global-setup.ts',
  fullyParallel: false,
  workers: 2,
  // Guards against hangs: tests that must be fast set their own limits.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  retries: 0,
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : [['list']],
  outputDir: 'test-results',
  use: {
    viewport: { width: 1440, height: 900 },
    // Specs mock the network themselves; the spec of the service worker allows it.
    serviceWorkers: 'block',
    locale: 'en-US',
    timezoneId: 'UTC',
    // Traces cost a third more CPU time: use `--trace retain-on-failure` to investigate a failure.
    screenshot: 'only-on-failure',
    launchOptions: await launchOptions(),
  },
});
