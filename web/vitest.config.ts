import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig, mergeConfig } from 'vitest/config';
import vite from './vite.config.js';

const specs = globSync(['src/**/*.spec.{ts,tsx}', '{basemap,service-worker}/**/*.spec.{ts,mjs}'], {
  cwd: import.meta.dirname,
  exclude: ['src/**/*.browser.spec.ts'],
});
const includes = (text: string) => (path: string) =>
  readFileSync(`${import.meta.dirname}/${path}`, 'utf8').includes(text);
/** A mock of a module changes nothing in modules that loaded the real one for an earlier spec. */
const mocking = specs.filter(includes('vi.mock('));
/** Specs without a page: a window of jsdom takes most of a second, so those of modules get one only if they ask. */
const plain = specs.filter((path) => !path.endsWith('.tsx') && !includes('@vitest-environment jsdom')(path));
const withPage = { environment: 'jsdom', setupFiles: ['src/testing/setup.ts'] };
const isOfNeither = (path: string) => !mocking.includes(path) && !plain.includes(path);

/** Separate from the build's configuration, which must work without any test tools. */
export default mergeConfig(
  vite,
  defineConfig({
    test: {
      // Guards against hangs, as does the timeout in setup.ts: tests take long on a busy machine.
      testTimeout: 90_000,
      hookTimeout: 90_000,
      restoreMocks: true,
      // The default is one less, which leaves one of two cores idle.
      maxWorkers: availableParallelism(),
      projects: [
        // Workers load each module once for all their specs. So a spec restores the globals and the module state that it
        // changes.
        { extends: true, test: { name: 'shared', ...withPage, isolate: false, include: specs.filter(isOfNeither) } },
        {
          extends: true,
          test: { name: 'plain', isolate: false, include: plain.filter((path) => !mocking.includes(path)) },
        },
        { extends: true, test: { name: 'mocking', ...withPage, include: mocking } },
      ],
    },
  }),
);
