// Measures the goal of the region. Runs on the services' sources, since the fixtures that write extracts are not in the
// build; the measured program is the built one.
import { measureRegion } from './region-build.js';
import { readOptions } from './options.js';

const options = readOptions(process.env);
if (options.only?.has('P22') ?? true) await measureRegion(options);
