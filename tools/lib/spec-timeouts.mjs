// Gives each test and hook a timeout, which the light runner lacks.
import { addEventHandler } from 'jest-circus';

/** A guard against hangs, never a measure of speed: a machine that is busy takes its time. */
const DEFAULT_MS = 300_000;
/** Before specs replace it by a fake. */
const { setTimeout, clearTimeout } = globalThis;

addEventHandler(({ name, timeout }, { currentDescribeBlock: block }) => {
  const added = { add_test: block.children, add_hook: block.hooks }[name]?.at(-1);
  if (added?.fn) added.fn = endingWithin(timeout ?? DEFAULT_MS, added.fn);
});

function endingWithin(ms, run) {
  return async () => {
    let timer;
    const late = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error(`It did not end within ${ms / 1_000} s.`)), ms);
    });
    try {
      await Promise.race([run(), late]);
    } finally {
      clearTimeout(timer);
    }
  };
}
