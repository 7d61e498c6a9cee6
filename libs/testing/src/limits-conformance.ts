import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Limit, Limits } from '@switchback/platform/limits/limits';
import { waitUntil } from './wait.js';

const WINDOW_MS = 400;

/** Unshared limits, empty. */
export interface LimitsUnderTest {
  limits: Limits;
  close(): Promise<void>;
}

/** Conformance suite for every implementation of limits. */
export function limitsConformance(name: string, make: () => Promise<LimitsUnderTest>): void {
  describe(`${name} honors the contract of limits`, () => {
    let made: LimitsUnderTest | undefined;
    beforeEach(async () => {
      made = await make();
    });
    afterEach(async () => made?.close());

    const limitOf = (calls: number, windowMs = 60_000): Limit => ({ name: 'calls', calls, windowMs });
    const count = (limit: Limit, key = 'somebody') => made!.limits.count(limit, key);
    const passed = (taken: readonly number[]) => taken.filter((waitMs) => waitMs === 0).length;

    it('allows exactly the permitted calls, at any concurrency', async () => {
      // Aim: counting is atomic; two callers never share the last slot.
      const taken = await Promise.all(Array.from({ length: 100 }, () => count(limitOf(30))));
      expect(passed(taken)).toBe(30);
    });

    it('reports the remaining time of the window', async () => {
      // Aim: a caller who waits for the returned time gets through, and that time shrinks.
      const limit = limitOf(1, WINDOW_MS);
      expect(await count(limit)).toBe(0);
      const first = await count(limit);
      expect(first).toBeGreaterThan(0);
      expect(first).toBeLessThanOrEqual(WINDOW_MS);
      await waitUntil('a shorter wait', async () => {
        const next = await count(limit);
        return next > 0 && next < first - 50;
      });
    });

    it('starts a window with the first call after the last one ended, ignoring rejected calls', async () => {
      // Aim: refused calls extend no one's wait.
      const limit = limitOf(2, WINDOW_MS);
      for (let call = 0; call < 10; call += 1) await count(limit);
      await waitUntil('the next window', async () => (await count(limit)) === 0, 5 * WINDOW_MS);
      expect([await count(limit), (await count(limit)) > 0]).toEqual([0, true]);
    });

    it('refunds a counted call that did not happen, and no more', async () => {
      // Aim: only failures count if only failures are limited, and calls cannot be saved up for later.
      const limit = limitOf(1);
      await made!.limits.giveBack(limit, 'somebody');
      expect(await count(limit)).toBe(0);
      expect(await count(limit)).toBeGreaterThan(0);
      await made!.limits.giveBack(limit, 'somebody');
      await made!.limits.giveBack(limit, 'somebody');
      await made!.limits.giveBack(limit, 'somebody');
      expect(passed([await count(limit), await count(limit)])).toBe(1);
    });

    it('counts keys and limits separately', async () => {
      // Aim: no caller uses up the quota of another caller or of another limit.
      const [calls, logins] = [limitOf(1), { ...limitOf(1), name: 'logins' }];
      expect([await count(calls, 'a'), await count(calls, 'b'), await count(logins, 'a')]).toEqual([0, 0, 0]);
      expect(await count(calls, 'a')).toBeGreaterThan(0);
      expect(await count(calls, '2001:db8:1:2')).toBe(0);
    });
  });
}
