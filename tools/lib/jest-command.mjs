// How the light runner of Jest is started: on the sources, with `@jest/globals` from the globals.
import { FROM_SOURCES } from './from-sources.mjs';
import { program } from './setup.mjs';

/** Node's arguments; its threads inherit the flags. */
export const JEST = ['--no-warnings', ...FROM_SOURCES, '--import', './tools/lib/spec-hooks.mjs', program('jest')];
