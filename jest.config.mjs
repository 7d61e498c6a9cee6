import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

// One Jest project for each Node workspace; sources are read directly, without a build, through the source condition.
const workspacesIn = (folder) =>
  readdirSync(join(import.meta.dirname, folder)).flatMap((name) =>
    existsSync(join(import.meta.dirname, folder, name, 'package.json')) ? [[name, `${folder}/${name}`]] : [],
  );
const projects = {
  ...Object.fromEntries([...workspacesIn('libs'), ...workspacesIn('services'), ...workspacesIn('lab')]),
  gateway: 'gateway',
  tools: 'tools',
};

const shared = {
  setupFiles: [join(import.meta.dirname, 'tools/lib/seed.mjs')],
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  testEnvironmentOptions: { customExportConditions: ['@switchback/source', 'node'] },
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2023',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true },
        },
        module: { type: 'es6' },
      },
    ],
  },
};

export default {
  // Most suites wait for engines and processes of their own more than they compute.
  maxWorkers: availableParallelism() + 1,
  // A guard against hangs, never a measure of speed: a machine that is busy takes its time.
  testTimeout: 300_000,
  testSequencer: join(import.meta.dirname, 'tools/lib/longest-first.mjs'),
  // Nothing unless `TEST_ENGINES` asks for engines: `npm test -- --engines` does.
  globalSetup: join(import.meta.dirname, 'libs/testing/engines/set-up.mjs'),
  globalTeardown: join(import.meta.dirname, 'libs/testing/engines/tear-down.mjs'),
  projects: Object.entries(projects).map(([displayName, root]) => ({
    ...shared,
    displayName,
    rootDir: `<rootDir>/${root}`,
    testMatch: ['<rootDir>/**/*.spec.ts', '<rootDir>/**/*.spec.mjs'],
    modulePathIgnorePatterns: ['<rootDir>/dist'],
  })),
};
