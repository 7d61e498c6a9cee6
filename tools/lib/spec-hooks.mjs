// Preloaded by each thread that runs specs: `@jest/globals` gives the globals, which the light runner defines per thread.
import { registerHooks } from 'node:module';

const GLOBALS = new URL('./jest-globals.mjs', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@jest/globals' ? { url: GLOBALS, shortCircuit: true } : next(specifier, context),
});
