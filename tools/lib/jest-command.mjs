// How the light runner of Jest is started: on the sources, with `@jest/globals` from the globals.
import { join } from 'node:path';
import { program, ROOT } from './setup.mjs';

/** Node's arguments; its threads inherit the flags. */
export const JEST = [
  '--no-warnings',
  '--conditions=@switchback/source',
  '--import',
  '@swc-node/register/esm-register',
  '--import',
  './tools/lib/spec-hooks.mjs',
  program('jest'),
];
export const JEST_ENVIRONMENT = { SWC_NODE_PROJECT: join(ROOT, 'tsconfig.base.json') };
