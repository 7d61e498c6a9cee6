// Jest's global teardown: stops the engines that the setup started.
import { STOP } from './set-up.mjs';

export default async function tearDown() {
  await globalThis[STOP]?.();
}
