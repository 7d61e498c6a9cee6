const HOOKS = new URL('./sources.mjs', import.meta.url).href;

/** Node's arguments for a program in TypeScript that uses the built libraries. */
export const COMPILED_ON_IMPORT = ['--enable-source-maps', '--import', HOOKS];

/** Node's arguments for a program that uses the sources of the libraries, too. */
export const FROM_SOURCES = ['--conditions=@switchback/source', ...COMPILED_ON_IMPORT];
