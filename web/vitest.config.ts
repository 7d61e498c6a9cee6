import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig, mergeConfig } from 'vitest/config';
import vite from './vite.config.js';

const specs = globSync(['src/**/*.spec.{ts,tsx}', '{basemap,service-worker}/**/*.spec.{ts,mjs}'], {
  cwd: import.meta.dirname,
  exclude: ['src/**/*.browser.spec.ts'],
});
/** A mock of a module changes nothing in modules that loaded the real one for an earlier spec. */
const mocking = specs.filter((path) => readFileSync(`${import.meta.dirname}/${path}`, 'utf8').includes('vi.mock('));

/** Separate from the build's configuration, which must work without any test tools. */
export default mergeConfig(
  vite,
  defineConfig({
    test: {
      environment: 'jsdom',
      setupFiles: ['src/testing/setup.ts'],
      // Guards against hangs, as does the timeout in setup.ts: tests take long on a busy machine.
      testTimeout: 90_000,
      hookTimeout: 90_000,
      restoreMocks: true,
      // The default is one less, which leaves one of two cores idle.
      maxWorkers: availableParallelism(),
      projects: [
        // Workers load each module once for all their specs. So a spec restores the globals and the module state that it
        // changes.
        {
          extends: true,
          test: { name: 'shared', isolate: false, include: specs.filter((path) => !mocking.includes(path)) },
        },
        { extends: true, test: { name: 'mocking', include: mocking } },
      ],
    },
  }),
);
