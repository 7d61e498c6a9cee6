// Aim: a service believes who asks only when another process of the installation vouches for it, for this call, now.
import { describe, expect, it } from '@jest/globals';
import type { Caller } from './call.js';
import { IdentityKeys } from './identity.js';

const [OLD, NEW, FOREIGN] = ['old', 'new', 'foreign'].map((name) => name.repeat(12));
const METHOD = '/drives.v1.DrivesService/GetDetails';
const caller: Caller = { userId: 'u-1', accountType: 'admin' };
const call = { caller, requestId: 'r-1' };

function keysAt(seconds: number, ...keys: string[]): IdentityKeys {
  return new IdentityKeys(keys, { now: () => new Date(1_800_000_000_000 + seconds * 1_000) });
}

describe('an identity', () => {
  it('is what was signed', () => {
    const token = keysAt(0, NEW!).sign(call, METHOD);
    expect(keysAt(1, NEW!).check(token, METHOD)).toEqual(call);
    expect(keysAt(1, NEW!).check(keysAt(0, NEW!).sign({ ...call, caller: null }, METHOD), METHOD)).toEqual({
      ...call,
      caller: null,
    });
  });

  it('holds for one method, for a minute, between clocks that lie half a minute apart at most', () => {
    const token = keysAt(0, NEW!).sign(call, METHOD);
    const holds = (seconds: number) => keysAt(seconds, NEW!).check(token, METHOD) !== null;
    expect([-31, -30, 0, 60, 90, 91].map(holds)).toEqual([false, true, true, true, true, false]);
    expect(keysAt(0, NEW!).check(token, '/drives.v1.DrivesService/ListStates')).toBeNull();
  });

  it('cannot be made or changed without a key', () => {
    const token = keysAt(0, NEW!).sign(call, METHOD);
    const [text = '', signed = ''] = token.split('.');
    const claims = { ...JSON.parse(Buffer.from(text, 'base64url').toString()), requestId: 'r-2' } as object;
    const changed = Buffer.from(JSON.stringify(claims)).toString('base64url');
    const forged = [
      ...['', '.', 'x', `${text}.`, `.${signed}`, `${text}.${signed}.`, `${text}.${signed}.${signed}`],
      ...[`${changed}.${signed}`, `${text}.${signed.slice(1)}`, 'x'.repeat(100_000)],
      keysAt(0, FOREIGN!).sign(call, METHOD),
    ];
    for (const each of forged) expect(keysAt(0, NEW!).check(each, METHOD)).toBeNull();
  });

  it('is taken from both sides while keys are changed one process at a time', () => {
    const [before, between, after] = [keysAt(0, OLD!), keysAt(0, NEW!, OLD!), keysAt(0, NEW!)];
    expect(between.check(before.sign(call, METHOD), METHOD)).toEqual(call);
    expect(after.check(between.sign(call, METHOD), METHOD)).toEqual(call);
    expect(after.check(before.sign(call, METHOD), METHOD)).toBeNull();
  });
});
