// Measures the goal of the router. Runs on the services' sources, since their fixtures are not in the build;
// `tools/bench.mjs` runs this file, too.
import { measureEditorLegs } from './editor-legs.js';
import { readOptions } from './options.js';

const options = readOptions(process.env);
if (options.only?.has('P23') ?? true) await measureEditorLegs(options);
