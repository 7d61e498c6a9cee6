import { availableParallelism } from 'node:os';
import { defineConfig, mergeConfig } from 'vitest/config';
import vite from './vite.config.js';

/** Beside the build's own, which is there without any tool for tests. */
export default mergeConfig(
  vite,
  defineConfig({
    test: {
      environment: 'jsdom',
      setupFiles: ['src/testing/setup.ts'],
      include: ['src/**/*.spec.{ts,tsx}', '{basemap,service-worker}/**/*.spec.{ts,mjs}'],
      exclude: ['src/**/*.browser.spec.ts'],
      // A guard against hangs, and so is that of setup.ts: a machine that is busy takes its time.
      testTimeout: 90_000,
      hookTimeout: 90_000,
      restoreMocks: true,
      // One less unless it is said, which on two cores leaves one of them idle.
      maxWorkers: availableParallelism(),
    },
  }),
);
