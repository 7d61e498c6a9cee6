// Aim: a token is worth what the auth service said, cached for five seconds at most; nothing once it ended here.
import { beforeEach, describe, expect, it } from '@jest/globals';
import { FakeAuth } from '@switchback/testing/fake-auth';
import { Sessions } from './sessions.js';

const call = { requestId: 'r', caller: null };
let auth: FakeAuth;
let nowMs: number;
let sessions: Sessions;

beforeEach(() => {
  auth = new FakeAuth();
  auth.add('u1');
  auth.add('u2', { accountType: 'hero' });
  nowMs = 1_000;
  sessions = new Sessions({ auth }, { monotonicMs: () => nowMs });
});

const refused = expect.objectContaining({ error: 'invalidSession' });

describe('a session', () => {
  it('identifies the person, the session and the account type', async () => {
    const caller = await sessions.callerOf(auth.openSession('u2'), call);
    expect(caller).toEqual({ userId: 'u2', accountType: 'hero', sessionId: expect.any(String) });
  });

  it('is looked up once in five seconds, and then again', async () => {
    const token = auth.openSession('u1');
    for (let index = 0; index < 10; index++) await sessions.callerOf(token, call);
    nowMs += 4_999;
    await sessions.callerOf(token, call);
    expect(auth.checks).toBe(1);
    nowMs += 1;
    await sessions.callerOf(token, call);
    expect(auth.checks).toBe(2);
  });

  it('that another process ended is invalid within five seconds', async () => {
    const token = auth.openSession('u1');
    await sessions.callerOf(token, call);
    auth.end('u1');
    nowMs += 5_000;
    await expect(sessions.callerOf(token, call)).rejects.toEqual(refused);
  });

  it('that was ended here is invalid immediately, without a new lookup of others', async () => {
    const [token, other] = [auth.openSession('u1'), auth.openSession('u2')];
    await sessions.callerOf(token, call);
    await sessions.callerOf(other, call);
    auth.end('u1');
    sessions.evict('u1');
    await expect(sessions.callerOf(token, call)).rejects.toEqual(refused);
    await sessions.callerOf(other, call);
    expect(auth.checks).toBe(3);
  });

  it('that ends during its lookup is not cached', async () => {
    // The answer was true when given, but is outdated on arrival.
    const token = auth.openSession('u1');
    const promise = sessions.callerOf(token, call);
    sessions.evict('u1');
    await promise;
    auth.end('u1');
    await expect(sessions.callerOf(token, call)).rejects.toEqual(refused);
  });

  it('that starts after its token was rejected is valid immediately', async () => {
    const token = auth.openSession('u1');
    const { checkSession } = auth;
    auth.checkSession = async (request, input) => {
      auth.checkSession = checkSession;
      return checkSession({ ...request, tokenHash: Buffer.alloc(32) }, input);
    };
    await expect(sessions.callerOf(token, call)).rejects.toEqual(refused);
    await expect(sessions.callerOf(token, call)).resolves.toMatchObject({ userId: 'u1' });
  });

  it('is undecided while the auth service is unavailable', async () => {
    auth.failure = Object.assign(new Error('away'), { error: 'unavailable' });
    await expect(sessions.callerOf(auth.openSession('u1'), call)).rejects.toMatchObject({ error: 'unavailable' });
  });

  it('uses bounded memory, evicting the oldest first', async () => {
    const first = auth.openSession('u1');
    await sessions.callerOf(first, call);
    for (let index = 0; index < 20_000; index++) await sessions.callerOf(auth.openSession('u2'), call);
    expect(sessions.size).toEqual({ sessions: 20_000, people: 1 });
    const before = auth.checks;
    await sessions.callerOf(first, call);
    expect(auth.checks).toBe(before + 1);
    expect(sessions.size).toEqual({ sessions: 20_000, people: 2 });
    sessions.evict('u2');
    expect(sessions.size).toEqual({ sessions: 1, people: 1 });
  });
});
