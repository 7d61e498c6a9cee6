import { defineConfig } from '@playwright/test';
import { isFull } from '@switchback/testing/random';
import { launchOptions } from './support/browser.js';
import { TOPOLOGY } from './support/product.js';

/** Suites that start what they are about themselves, and would find the same in the other topology. */
const ELSEWHERE = {
  single: ['**/api/processes.spec.ts'],
  split: ['**/api/one-process.spec.ts'],
};

/** With configurations of their own: a fresh clone, and a deployment by compose. */
const OTHER_PRODUCTS = ['**/newcomer/**', '**/compose/**'];

/** The longest files begin first: the last one to begin keeps one worker busy while the other has nothing left to do. */
const LONGEST = ['**/api/backup.spec.ts', '**/web/ways-in.spec.ts', '**/web/accounts.spec.ts'];

/**
 * With several processes the short form repeats only what the network between them could break: the API except what is
 * tagged `@once`, and the browser journeys tagged `@split`.
 */
const SHORT_SPLIT = { grep: /\bapi\/|@split/, grepInvert: /@once/ };

/** The suite runs against one product of its own, on an empty data folder and a free port; see support/product.ts. */
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
  // Guards against hangs: what has to be quick says so itself.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  retries: 0,
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : [['list']],
  outputDir: 'test-results',
  use: {
    viewport: { width: 1440, height: 900 },
    // Specs answer for the network themselves; the one about the worker allows it.
    serviceWorkers: 'block',
    locale: 'en-US',
    timezoneId: 'UTC',
    // A trace costs a third more of the processor: `--trace retain-on-failure` where somebody looks into a failure.
    screenshot: 'only-on-failure',
    launchOptions: await launchOptions(),
  },
});
