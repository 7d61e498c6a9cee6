// Aim: a service believes who asks only when another process of the installation vouches for it, for this call, now.
import { describe, expect, it } from '@jest/globals';
import type { Caller } from './call.js';
import { IdentityKeys } from './identity.js';

const [OLD, NEW, FOREIGN] = ['old', 'new', 'foreign'].map((name) => name.repeat(12));
const METHOD = '/drives.v1.DrivesService/GetDetails';
const caller: Caller = { userId: 'u-1', accountType: 'admin' };
const call = { caller };

function keysAt(seconds: number, ...keys: string[]): IdentityKeys {
  return new IdentityKeys(keys, { now: () => new Date(1_800_000_000_000 + seconds * 1_000) });
}

describe('an identity', () => {
  it('is what was signed', () => {
    const token = keysAt(0, NEW!).sign(call, METHOD);
    expect(keysAt(1, NEW!).check(token, METHOD)).toEqual(caller);
    expect(keysAt(1, NEW!).check(keysAt(0, NEW!).sign({ caller: null }, METHOD), METHOD)).toBeNull();
  });

  it('holds for one method, for a minute, between clocks that lie half a minute apart at most', () => {
    const token = keysAt(0, NEW!).sign(call, METHOD);
    const holds = (seconds: number) => keysAt(seconds, NEW!).check(token, METHOD) !== undefined;
    expect([-31, -30, 0, 60, 90, 91].map(holds)).toEqual([false, true, true, true, true, false]);
    expect(keysAt(0, NEW!).check(token, '/drives.v1.DrivesService/ListStates')).toBeUndefined();
  });

  it('holds no longer, and for nothing else, where it was found good before', () => {
    let seconds = 0;
    const keys = new IdentityKeys([NEW!], { now: () => new Date(1_800_000_000_000 + seconds * 1_000) });
    const token = keys.sign(call, METHOD);
    expect(keys.check(token, METHOD)).toEqual(caller);
    expect(keys.check(token, '/drives.v1.DrivesService/ListStates')).toBeUndefined();
    seconds = 91;
    expect(keys.check(token, METHOD)).toBeUndefined();
  });

  it('is given again for seconds, to the same caller and for the same method alone', () => {
    // Aim: reusing a signature never lends it to somebody else, and never lets one run out on its way.
    let seconds = 0;
    const keys = new IdentityKeys([NEW!], { now: () => new Date(1_800_000_000_000 + seconds * 1_000) });
    const token = keys.sign(call, METHOD);
    seconds = 9;
    expect(keys.sign({ caller: { ...caller } }, METHOD)).toBe(token);
    const others: (Caller | null)[] = [null, { ...caller, userId: 'u-2' }, { ...caller, sessionId: 's-1' }];
    for (const other of others) expect(keys.check(keys.sign({ caller: other }, METHOD), METHOD)).toEqual(other);
    const listing = '/drives.v1.DrivesService/ListStates';
    expect(keys.check(keys.sign(call, listing), listing)).toEqual(caller);
    seconds = 11;
    const renewed = keys.sign(call, METHOD);
    seconds = 70;
    expect(keysAt(seconds, NEW!).check(renewed, METHOD)).toEqual(caller);
  });

  it('is right for each of more callers than are kept', () => {
    const keys = keysAt(0, NEW!);
    const callers = Array.from({ length: 2_100 }, (_, index): Caller => ({ ...caller, userId: `u-${index}` }));
    for (let round = 0; round < 2; round += 1) {
      for (const each of callers) expect(keys.check(keys.sign({ caller: each }, METHOD), METHOD)).toEqual(each);
    }
  });

  it('cannot be made or changed without a key', () => {
    const token = keysAt(0, NEW!).sign(call, METHOD);
    const [text = '', signed = ''] = token.split('.');
    const claims = { ...JSON.parse(Buffer.from(text, 'base64url').toString()), caller: null } as object;
    const changed = Buffer.from(JSON.stringify(claims)).toString('base64url');
    const forged = [
      ...['', '.', 'x', `${text}.`, `.${signed}`, `${text}.${signed}.`, `${text}.${signed}.${signed}`],
      ...[`${changed}.${signed}`, `${text}.${signed.slice(1)}`, 'x'.repeat(100_000)],
      keysAt(0, FOREIGN!).sign(call, METHOD),
    ];
    for (const each of forged) expect(keysAt(0, NEW!).check(each, METHOD)).toBeUndefined();
  });

  it('is taken from both sides while keys are changed one process at a time', () => {
    const [before, between, after] = [keysAt(0, OLD!), keysAt(0, NEW!, OLD!), keysAt(0, NEW!)];
    expect(between.check(before.sign(call, METHOD), METHOD)).toEqual(caller);
    expect(after.check(between.sign(call, METHOD), METHOD)).toEqual(caller);
    expect(after.check(before.sign(call, METHOD), METHOD)).toBeUndefined();
  });
});
