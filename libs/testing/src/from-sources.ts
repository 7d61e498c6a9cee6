const HOOKS = new URL('../../../tools/lib/sources.mjs', import.meta.url).href;

/** Node's arguments for a program in TypeScript that uses the built libraries. */
export const COMPILED_ON_IMPORT: readonly string[] = ['--import', HOOKS];

/** Node's arguments for a program that uses the sources of the libraries, too. */
export const FROM_SOURCES: readonly string[] = ['--conditions=@switchback/source', ...COMPILED_ON_IMPORT];
