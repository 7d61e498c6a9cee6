// Aim: codes follow the standard, so that every authenticator app shows them, and each is valid briefly and once.
import { describe, expect, it } from '@jest/globals';
import { base32, stepOf, totpCode, totpUri } from './totp.js';

const SECRET = Buffer.from('12345678901234567890');

describe('a code', () => {
  it.each([
    // RFC 6238, appendix B, for SHA-1.
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('at second %i matches the standard', (seconds, expected) => {
    expect(totpCode(SECRET, Math.floor(seconds / 30), 8)).toBe(expected);
  });

  it.each([
    [0, '755224'],
    [1, '287082'],
    [2, '359152'],
    [9, '520489'],
  ])('of count %i has the six digits of RFC 4226, appendix D', (count, expected) => {
    expect(totpCode(SECRET, count)).toBe(expected);
  });

  it('is valid one step early and one late, and no further', () => {
    const taken = [-2, -1, 0, 1, 2].map((off) =>
      stepOf(SECRET, totpCode(SECRET, 100 + off), { step: 100, lastStep: 0 }),
    );
    expect(taken).toEqual([null, 99, 100, 101, null]);
  });

  it('is invalid for a used step and for every step before it', () => {
    const taken = [-1, 0, 1].map((off) => stepOf(SECRET, totpCode(SECRET, 100 + off), { step: 100, lastStep: 100 }));
    expect(taken).toEqual([null, null, 101]);
  });

  it.each(['', '12345', '1234567', '２８７０８２'])('is not %p', (typed) => {
    expect(stepOf(SECRET, typed, { step: 1, lastStep: 0 })).toBeNull();
  });
});

describe('the data for an app', () => {
  it.each([
    // RFC 4648, section 10.
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('writes %p as %p', (bytes, text) => {
    expect(base32(Buffer.from(bytes))).toBe(text);
  });

  it('names the product and the account', () => {
    const uri = totpUri(SECRET, { product: 'Road: & Co', email: 'ann+1@example.com' });
    expect(uri).toBe(
      'otpauth://totp/Road%20%20%26%20Co:ann%2B1%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Road%20%20%26%20Co',
    );
  });
});
