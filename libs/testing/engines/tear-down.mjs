// After all of Jest's suites: stops the engines that were started for them.
import { STOP } from './set-up.mjs';

export default async function tearDown() {
  await globalThis[STOP]?.();
}
