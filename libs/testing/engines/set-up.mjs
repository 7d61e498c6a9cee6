// Before all of Jest's suites: starts the engines `TEST_ENGINES` asks for and the environment does not name.
import { openDocker } from './docker.mjs';
import { startEngines } from './engines.mjs';

/** Where the end of the run finds what to stop. */
export const STOP = Symbol.for('switchback.stop-engines');

export default async function setUp() {
  const say = (sentence) => process.stderr.write(`${sentence}\n`);
  globalThis[STOP] = await startEngines({ environment: process.env, say, openDocker });
}
