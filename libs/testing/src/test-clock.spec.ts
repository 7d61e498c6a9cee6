// Aim: a test's clock wakes sleepers in order when the test jumps, and by itself only if it skips idle time.
import { expect, it } from '@jest/globals';
import { TestClock } from './test-clock.js';

const HOUR_MS = 3_600_000;

it('wakes only the sleepers that are due, the earliest first', async () => {
  const [clock, woken] = [new TestClock(), [] as number[]];
  const sleeps = [3, 1, 2].map((hours) => clock.sleep(hours * HOUR_MS).then(() => woken.push(hours)));
  const from = clock.now().getTime();
  clock.advance(2 * HOUR_MS);
  await Promise.all([sleeps[1], sleeps[2]]);
  expect([woken, clock.now().getTime() - from]).toEqual([[1, 2], 2 * HOUR_MS]);
  clock.advance(HOUR_MS);
  await Promise.all(sleeps);
  expect(woken).toEqual([1, 2, 3]);
});

it('wakes a sleeper whose rest is short after a jump', async () => {
  const clock = new TestClock();
  const sleep = clock.sleep(HOUR_MS);
  clock.advance(HOUR_MS - 5);
  await sleep;
});

it.each([true, false])('wakes a sleeper that is aborted (skipsIdle: %s)', async (skipsIdle) => {
  const abort = new AbortController();
  const sleep = new TestClock({ skipsIdle }).sleep(HOUR_MS, abort.signal);
  abort.abort();
  await sleep;
});

it('jumps from timer to timer if it skips idle time', async () => {
  const clock = new TestClock({ skipsIdle: true });
  const order: number[] = [];
  await Promise.all([2, 1].map((hours) => clock.sleep(hours * HOUR_MS).then(() => order.push(hours))));
  expect([order, clock.monotonicMs(), clock.now()]).toEqual([[1, 2], 2 * HOUR_MS, new Date('2026-01-01T02:00:00Z')]);
});
