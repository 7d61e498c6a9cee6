// Aim: a service trusts a caller only if another process of the installation vouches for this very call, now.
import { describe, expect, it } from '@jest/globals';
import type { Caller } from './call.js';
import { IdentityKeys, isFor } from './identity.js';

const [OLD, NEW, FOREIGN] = ['old', 'new', 'foreign'].map((name) => name.repeat(12));
const METHOD = '/drives.v1.DrivesService/GetDetails';
const REQUEST = Buffer.from('a request');
const caller: Caller = { userId: 'u-1', accountType: 'admin' };
const call = { caller };

function keysAt(seconds: number, ...keys: string[]): IdentityKeys {
  return new IdentityKeys(keys, { now: () => new Date(1_800_000_000_000 + seconds * 1_000) });
}

describe('an identity', () => {
  it('matches what was signed', () => {
    const token = keysAt(0, NEW!).sign(call, METHOD, REQUEST);
    expect(keysAt(1, NEW!).check(token, METHOD)).toMatchObject({ caller });
    const visitor = keysAt(0, NEW!).sign({ caller: null }, METHOD, REQUEST);
    expect(keysAt(1, NEW!).check(visitor, METHOD)).toMatchObject({ caller: null });
  });

  it('is valid for one request, byte by byte', () => {
    // Aim: a captured identity cannot be reused for another request.
    const identity = keysAt(1, NEW!).check(keysAt(0, NEW!).sign(call, METHOD, REQUEST), METHOD)!;
    expect(isFor(identity, Buffer.from('a request'))).toBe(true);
    for (const other of ['', 'a Request', 'a request ', 'a reques'])
      expect(isFor(identity, Buffer.from(other))).toBe(false);
  });

  it('is valid for one method, for twenty seconds, with clocks up to half a minute apart', () => {
    const token = keysAt(0, NEW!).sign(call, METHOD, REQUEST);
    const holds = (seconds: number) => keysAt(seconds, NEW!).check(token, METHOD) !== undefined;
    expect([-31, -30, 0, 20, 50, 51].map(holds)).toEqual([false, true, true, true, true, false]);
    expect(keysAt(0, NEW!).check(token, '/drives.v1.DrivesService/ListStates')).toBeUndefined();
  });

  it('is unique per call', () => {
    const keys = keysAt(0, NEW!);
    const nonces = Array.from({ length: 100 }, () => keys.check(keys.sign(call, METHOD, REQUEST), METHOD)?.nonce);
    expect(new Set(nonces).size).toBe(100);
  });

  it('cannot be created or changed without a key', () => {
    const token = keysAt(0, NEW!).sign(call, METHOD, REQUEST);
    const [text = '', signed = ''] = token.split('.');
    const claims = { ...JSON.parse(Buffer.from(text, 'base64url').toString()), caller: null } as object;
    const changed = Buffer.from(JSON.stringify(claims)).toString('base64url');
    const forged = [
      '',
      '.',
      'x',
      `${text}.`,
      `.${signed}`,
      `${text}.${signed}.`,
      `${text}.${signed}.${signed}`,
      `${changed}.${signed}`,
      `${text}.${signed.slice(1)}`,
      'x'.repeat(100_000),
      keysAt(0, FOREIGN!).sign(call, METHOD, REQUEST),
    ];
    for (const each of forged) expect(keysAt(0, NEW!).check(each, METHOD)).toBeUndefined();
  });

  it('is accepted by both sides while keys are rotated one process at a time', () => {
    const [before, between, after] = [keysAt(0, OLD!), keysAt(0, NEW!, OLD!), keysAt(0, NEW!)];
    expect(between.check(before.sign(call, METHOD, REQUEST), METHOD)).toMatchObject({ caller });
    expect(after.check(between.sign(call, METHOD, REQUEST), METHOD)).toMatchObject({ caller });
    expect(after.check(before.sign(call, METHOD, REQUEST), METHOD)).toBeUndefined();
  });
});
