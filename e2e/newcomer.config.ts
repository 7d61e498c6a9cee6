import { defineConfig } from '@playwright/test';
import { launchOptions } from './support/browser.js';

/** A newcomer's steps on a fresh clone; the first stage of the pipeline. */
export default defineConfig({
  testDir: './newcomer',
  workers: 1,
  forbidOnly: true,
  retries: 0,
  // Guards against hangs: a cold npm cache downloads everything.
  timeout: 900_000,
  expect: { timeout: 20_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : [['list']],
  outputDir: 'test-results',
  use: {
    viewport: { width: 1440, height: 900 },
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    launchOptions: await launchOptions(),
  },
});
