import { runUntilStopped } from './run.js';

await runUntilStopped();
