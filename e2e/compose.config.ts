import { defineConfig } from '@playwright/test';
import { launchOptions } from './support/browser.js';

/** Work on a running product and start none. */
const JOURNEYS = /\/api\/(accounts|authoring|pages|photos|reviews|sharing)\.spec\.ts$/;

/** Against a deployment by compose that runs already: tools/compose-check.mjs. */
export default defineConfig({
  testDir: '.',
  projects: [
    { name: 'journeys', testMatch: JOURNEYS, grepInvert: /@once/ },
    { name: 'kills', testDir: './compose', dependencies: ['journeys'] },
  ],
  workers: 2,
  forbidOnly: true,
  retries: 0,
  // A guard against hangs.
  timeout: 400_000,
  expect: { timeout: 20_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : [['list']],
  outputDir: 'test-results',
  use: { launchOptions: await launchOptions() },
});
