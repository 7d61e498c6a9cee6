import { availableParallelism } from 'node:os';
import { join } from 'node:path';

const here = (path) => join(import.meta.dirname, path);

// One Jest project for all Node workspaces, so that they share threads. tools/lib/jest-command.mjs has the flags that
// Node needs to read the sources without a build.
export default {
  // Threads that load each module once for all their specs: loading every module anew for each spec took most of the
  // time. So a spec restores the globals and the module state that it changes.
  runner: 'jest-light-runner',
  // Most suites wait for engines and processes of their own more than they compute.
  maxWorkers: availableParallelism() + 1,
  testMatch: ['<rootDir>/{libs,services,gateway,lab,tools}/**/*.spec.{ts,mjs}'],
  modulePathIgnorePatterns: ['/dist/'],
  testSequencer: here('tools/lib/longest-first.mjs'),
  setupFiles: [here('tools/lib/seed.mjs')],
  setupFilesAfterEnv: [here('tools/lib/spec-timeouts.mjs')],
  // Nothing unless `TEST_ENGINES` asks for engines: `npm test -- --engines` does.
  globalSetup: here('libs/testing/engines/set-up.mjs'),
  globalTeardown: here('libs/testing/engines/tear-down.mjs'),
};
