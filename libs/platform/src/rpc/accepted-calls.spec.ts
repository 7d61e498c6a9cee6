// Aim: a service accepts each call once, and stores a bounded number of calls.
import { describe, expect, it } from '@jest/globals';
import { AcceptedCalls } from './accepted-calls.js';
import type { Identity } from './identity.js';

const identity = (nonce: string, expiresAtMs = 1_000): Identity => {
  return { caller: null, method: '/auth.v1.AuthService/SignUp', body: '', nonce, expiresAtMs };
};

describe('the accepted calls of a service', () => {
  let nowMs = 0;
  const keys = { isNow: ({ expiresAtMs }: Pick<Identity, 'expiresAtMs'>) => expiresAtMs >= nowMs };

  it('are recognized for as long as their identities are valid', () => {
    nowMs = 0;
    const accepted = new AcceptedCalls(keys);
    expect(['a', 'b', 'a', 'b', 'c'].map((nonce) => accepted.isNew(identity(nonce)))).toEqual([
      true,
      true,
      false,
      false,
      true,
    ]);
    nowMs = 1_001;
    expect(accepted.isNew(identity('d', 2_000))).toBe(true);
    // Accepted again: its identity has expired, so its nonce was dropped.
    expect(accepted.isNew(identity('a'))).toBe(true);
  });

  it('are bounded: the oldest is evicted first', () => {
    nowMs = 0;
    const accepted = new AcceptedCalls(keys, 3);
    for (const nonce of ['a', 'b', 'c', 'd']) expect(accepted.isNew(identity(nonce))).toBe(true);
    expect(['b', 'c', 'd'].map((nonce) => accepted.isNew(identity(nonce)))).toEqual([false, false, false]);
    expect(accepted.isNew(identity('a'))).toBe(true);
  });
});
