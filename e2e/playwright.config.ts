import { defineConfig } from '@playwright/test';
import { launchOptions } from './support/browser.js';
import { longestFiles } from './support/longest.js';

/** Suites with their own configurations: a fresh clone, and a deployment with Docker Compose. */
const OTHER_PRODUCTS = ['**/newcomer/**', '**/compose/**'];

/** Starts the longest files first: one started last would keep one worker busy while the other is idle. */
const LONGEST = longestFiles(8).map((file) => `**/${file}`);

/**
 * Runs the suite against its own product, on an empty data folder and a free port; see support/product.ts. Each step of
 * `npm test` selects its journeys by path and tag: tools/lib/test-steps.mjs.
 */
export default defineConfig({
  testDir: '.',
  projects: [
    { name: 'longest', testMatch: LONGEST },
    { name: 'others', testMatch: '**/*.spec.ts', testIgnore: [...OTHER_PRODUCTS, ...LONGEST] },
  ],
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
    // Frames of animations cost time where maps draw without a graphics card, and axe reads colors midway in a fade.
    contextOptions: { reducedMotion: 'reduce' },
    // Traces cost a third more CPU time: use `--trace retain-on-failure` to investigate a failure.
    screenshot: 'only-on-failure',
    launchOptions: await launchOptions(),
  },
});
