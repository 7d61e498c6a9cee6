// Aim: a hash records its own cost and verifies correctly, and a flood of logins neither blocks the process nor piles
// up.
import { describe, expect, it } from '@jest/globals';
import { waitUntil } from '@switchback/testing/wait';
import { CHEAP } from '../auth.fixture.js';
import { hashPassword, verifyPassword } from './password-hash.js';
import { PasswordHasher } from './password-hasher.js';

describe('a password hash', () => {
  it('is argon2id at the recommended cost, and different each time', async () => {
    const [one, other] = [await hashPassword('correct-horse'), await hashPassword('correct-horse')];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(one).not.toBe(other);
    expect(await verifyPassword('correct-horse', one)).toEqual({ isRight: true, isOutdated: false });
    expect(await verifyPassword('correct-house', one)).toEqual({ isRight: false, isOutdated: false });
  });

  it('of another library is accepted, and outdated', async () => {
    // Aim: the format means the same as everywhere else; the hash is from argon2-cffi's documentation.
    const stored = '$argon2id$v=19$m=65536,t=3,p=4$MIIRqgvgQbgj220jfp0MPA$YfwJSVjtjSU0zzV/P3S9nnQ/USre2wvJMjfCIjrTQbg';
    expect(await verifyPassword('correct horse battery staple', stored)).toEqual({ isRight: true, isOutdated: true });
    expect(await verifyPassword('correct horse battery stable', stored)).toMatchObject({ isRight: false });
  });

  it('is the same for the same characters, however a keyboard composes them', async () => {
    const stored = await hashPassword('p\u00e4ssw\u00f6rd', CHEAP);
    expect(await verifyPassword('pa\u0308sswo\u0308rd', stored, CHEAP)).toEqual({ isRight: true, isOutdated: false });
  });

  it('of an unknown format is an error, and not a wrong password', async () => {
    await expect(verifyPassword('x', '$2b$10$abcdefghijklmnopqrstuv')).rejects.toThrow('unknown format');
  });
});

describe('the hasher', () => {
  it('ignores spaces around a password', async () => {
    const hasher = new PasswordHasher({ cost: CHEAP });
    expect(await hasher.verify('secret-1', await hasher.hash(' secret-1 '))).toMatchObject({ isRight: true });
  });

  it('accepts no password without a hash, not even one that guesses the placeholder', async () => {
    const hasher = new PasswordHasher({ cost: CHEAP });
    expect(await hasher.verify('nobody', null)).toMatchObject({ isRight: false });
  });

  it('rejects immediately what would wait too long, and accepts the next one afterwards', async () => {
    const hasher = new PasswordHasher({ cost: CHEAP, runningMax: 1, waitingMax: 2 });
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => hasher.hash('secret-1')));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected')
        expect(outcome.reason).toMatchObject({ error: 'tooManyRequests', additional: { retryAfterSeconds: 4 } });
    await expect(hasher.hash('secret-1')).resolves.toContain('$argon2id$');
  });

  it('computes nothing for a cancelled caller', async () => {
    const hasher = new PasswordHasher({ cost: CHEAP });
    await expect(hasher.hash('secret-1', Date.now() - 1)).rejects.toMatchObject({ error: 'timeout' });
    await expect(hasher.hash('secret-1')).resolves.toContain('$argon2id$');
  });

  it('does not block the event loop', async () => {
    // Aim: everything else keeps running while hashes are computed.
    const hasher = new PasswordHasher();
    let ticks = 0;
    let isDone = false;
    const work = hasher.hash('secret-1').finally(() => (isDone = true));
    await waitUntil('the hash', async () => {
      ticks += 1;
      return isDone;
    });
    await work;
    expect(ticks).toBeGreaterThan(1);
  });
});
