import { availableParallelism } from 'node:os';
import { defineConfig, mergeConfig } from 'vitest/config';
import vite from './vite.config.js';

/** Separate from the build's configuration, which must work without any test tools. */
export default mergeConfig(
  vite,
  defineConfig({
    test: {
      environment: 'jsdom',
      setupFiles: ['src/testing/setup.ts'],
      include: ['src/**/*.spec.{ts,tsx}', '{basemap,service-worker}/**/*.spec.{ts,mjs}'],
      exclude: ['src/**/*.browser.spec.ts'],
      // Guards against hangs, as does the timeout in setup.ts: tests take long on a busy machine.
      testTimeout: 90_000,
      hookTimeout: 90_000,
      restoreMocks: true,
      // The default is one less, which leaves one of two cores idle.
      maxWorkers: availableParallelism(),
    },
  }),
);
