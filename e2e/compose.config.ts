import { defineConfig } from '@playwright/test';
import { launchOptions } from './support/browser.js';

/** Specs that use a running product and start none. */
const JOURNEYS = /\/api\/(accounts|authoring|pages|photos|reviews|sharing)\.spec\.ts$/;

/** Runs against an existing deployment with Docker Compose: tools/compose-check.mjs. */
export default defineConfig({
  testDir: '.',
  projects: [
    { name: 'journeys', testMatch: JOURNEYS },
    { name: 'kills', testDir: './compose', dependencies: ['journeys'] },
  ],
  workers: 2,
  forbidOnly: true,
  retries: 0,
  // Guards against hangs.
  timeout: 400_000,
  expect: { timeout: 20_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : [['list']],
  outputDir: 'test-results',
  use: { launchOptions: await launchOptions() },
});
