// Jest's global setup: starts the engines that `TEST_ENGINES` requests and the environment does not name.
import { openDocker } from './docker.mjs';
import { startEngines } from './engines.mjs';

/** Key of the global under which the teardown finds the engines to stop. */
export const STOP = Symbol.for('switchback.stop-engines');

export default async function setUp() {
  const say = (sentence) => process.stderr.write(`${sentence}\n`);
  globalThis[STOP] = await startEngines({ environment: process.env, say, openDocker });
}
