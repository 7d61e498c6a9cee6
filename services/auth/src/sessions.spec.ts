// Aim: who can log in and who cannot, how long a session lasts, and that neither guesses nor requests reveal anything.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import {
  age,
  isValidToken,
  logInRequest,
  type Member,
  openAuth,
  type OpenedAuth,
  PASSWORD,
  errorOf,
  VISITOR,
} from './auth.fixture.js';
import { PasswordHasher } from './passwords/password-hasher.js';

const MINUTE_MS = 60_000;

let database: TestDatabase;
let auth: OpenedAuth;
let ann: Member;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  auth = await openAuth(database.url);
  await auth.source.query('truncate account, sign_up, session, code, mail, outbox');
  ann = await auth.member('ann@example.com');
});
afterEach(() => auth.close());
afterAll(() => database.drop());

const logIn = (password = PASSWORD, address = '192.0.2.9', email = 'ann@example.com') =>
  errorOf(auth.client.logIn(logInRequest(email, password, address), VISITOR));

describe('logging in', () => {
  it('returns the same response for a wrong password and an unknown address', async () => {
    // Aim: S3: word for word, and on the same field.
    const [wrong, unknown] = [await logIn('guessed-it'), await logIn('guessed-it', '192.0.2.9', 'bob@example.com')];
    expect(wrong?.fields).toEqual({ submit: expect.objectContaining({ type: 401 }) });
    expect(unknown?.toApiError('r')).toEqual(wrong?.toApiError('r'));
  });

  it('rehashes a password when the cost increases', async () => {
    // Aim: a raised cost applies to each person at their next login, without any action on their part.
    const hashOf = async () => (await auth.accounts.find(ann.userId))?.passwordHash;
    const before = await hashOf();
    const raised = await openAuth(database.url, {
      hasher: new PasswordHasher({ cost: { memory: 128, passes: 1, parallelism: 1 } }),
    });
    expect(await errorOf(raised.client.logIn(logInRequest('ann@example.com', 'guessed-it'), VISITOR))).not.toBeNull();
    expect(await hashOf()).toBe(before);
    expect(await errorOf(raised.client.logIn(logInRequest('ann@example.com'), VISITOR))).toBeNull();
    expect([before, await hashOf()]).toEqual([expect.stringContaining('$m=64,'), expect.stringContaining('$m=128,')]);
    expect(await errorOf(raised.client.logIn(logInRequest('ann@example.com'), VISITOR))).toBeNull();
    await raised.close();
  });

  it('rejects a person whom staff disabled, and ends their sessions immediately', async () => {
    expect(await auth.staff.setEnabled('ANN@example.com', false)).toBe(true);
    expect(await isValidToken(auth, ann.token)).toBe(false);
    expect((await logIn())?.error).toBe('notAllowed');
    expect((await logIn('guessed-it'))?.error).toBe('wrongCredentials');
    expect(await auth.staff.setEnabled('ann@example.com', true)).toBe(true);
    expect(await logIn()).toBeNull();
    expect((await auth.events()).map(({ rev, saved }) => [rev, saved?.enabled])).toEqual([
      [1, true],
      [2, false],
      [3, true],
    ]);
  });
});

describe('failed logins', () => {
  it('are limited to 10 per account in 15 minutes; rejected attempts do not extend the wait', async () => {
    // Aim: S4: guessing is bounded, and no lockout lasts longer than announced.
    for (let count = 0; count < 10; count += 1) expect((await logIn('guessed-it'))?.error).toBe('wrongCredentials');
    const refused = await logIn();
    expect([refused?.error, refused?.additional]).toEqual(['tooManyRequests', { retryAfterSeconds: 900 }]);
    for (let count = 0; count < 30; count += 1) await logIn('guessed-it');
    auth.clock.advance(15 * MINUTE_MS + 1);
    expect(await logIn()).toBeNull();
  });

  it('are counted in advance, so concurrent attempts gain nothing', async () => {
    const errors = await Promise.all(Array.from({ length: 50 }, async () => (await logIn('guessed-it'))?.error));
    expect(errors.filter((error) => error === 'wrongCredentials')).toHaveLength(10);
  });

  it('of strangers lock no person out of an address in use', async () => {
    // Aim: failed attempts from elsewhere cannot lock a person out, day after day.
    for (let count = 0; count < 12; count += 1) await logIn('guessed-it', '203.0.113.5');
    expect((await logIn(PASSWORD, '203.0.113.5'))?.error).toBe('tooManyRequests');
    expect(await logIn(PASSWORD, '192.0.2.1')).toBeNull();
    for (let count = 0; count < 10; count += 1) await logIn('guessed-it', '192.0.2.1');
    expect((await logIn(PASSWORD, '192.0.2.1'))?.error).toBe('tooManyRequests');
  });

  it('are limited to 100 per IP address, over all accounts', async () => {
    // One after another: more concurrent logins than can be hashed in time would be refused.
    const answers = new Set<string | undefined>();
    for (let index = 0; index < 100; index += 1)
      answers.add((await logIn('guessed-it', '203.0.113.5', `p${index}@example.com`))?.error);
    expect([...answers]).toEqual(['wrongCredentials']);
    expect((await logIn(PASSWORD, '203.0.113.5'))?.error).toBe('tooManyRequests');
    expect(await logIn(PASSWORD, '203.0.113.6')).toBeNull();
  });

  it('do not include successful logins', async () => {
    for (let count = 0; count < 15; count += 1) expect(await logIn()).toBeNull();
    for (let count = 0; count < 9; count += 1) await logIn('guessed-it');
    expect(await logIn()).toBeNull();
  });
});

describe('a session', () => {
  it('is stored without its token', async () => {
    // Aim: read access to the database is not enough to impersonate a person.
    const rows: unknown = await auth.source.query('select * from session');
    expect(JSON.stringify(rows)).not.toContain(ann.token);
    expect(ann.token).toMatch(/^[\w-]{43}$/);
  });

  it('ends immediately at logout; an invalid token ends nothing', async () => {
    await auth.client.logOut({ token: 'made-up' }, VISITOR);
    expect(await isValidToken(auth, ann.token)).toBe(true);
    await auth.client.logOut({ token: ann.token }, VISITOR);
    expect(await isValidToken(auth, ann.token)).toBe(false);
  });

  it.each([[-10], [10]])(
    'lasts as long as declared by the clock of the database, with ours %i minutes off',
    async (minutes) => {
      // Aim: F13: a session ends after 30 idle days or 180 days in total and not a minute earlier, whatever a process's
      // clock shows.
      auth.clock.advance(minutes * MINUTE_MS);
      await age(auth.source, 'session', 'last_used_at', '29 days 23 hours 59 minutes');
      expect(await isValidToken(auth, ann.token)).toBe(true);
      await age(auth.source, 'session', 'last_used_at', '30 days 1 second');
      expect(await isValidToken(auth, ann.token)).toBe(false);
      const { token } = await auth.client.logIn(logInRequest('ann@example.com'), VISITOR);
      await age(auth.source, 'session', 'expires_at', '179 days 23 hours 59 minutes');
      expect(await isValidToken(auth, token)).toBe(true);
      await age(auth.source, 'session', 'expires_at', '2 minutes');
      expect(await isValidToken(auth, token)).toBe(false);
    },
  );

  it('records its use, at most once a minute', async () => {
    const usedAt = async () => (await auth.client.listSessions({}, ann.call)).sessions[0]?.lastUsedAt;
    const first = await usedAt();
    await isValidToken(auth, ann.token);
    expect(await usedAt()).toBe(first);
    await age(auth.source, 'session', 'last_used_at', '2 minutes');
    await isValidToken(auth, ann.token);
    expect(Date.parse((await usedAt())!)).toBeGreaterThanOrEqual(Date.parse(first!));
  });

  it('is listed for its owner, who alone can end it', async () => {
    const bob = await auth.member('bob@example.com');
    const { token } = await auth.client.logIn(logInRequest('ann@example.com'), VISITOR);
    const { sessions } = await auth.client.listSessions({}, ann.call);
    expect(sessions).toHaveLength(2);
    expect(sessions[1]).toMatchObject({ id: ann.sessionId, agent: 'Spec/1.0' });
    await auth.client.endSession({ sessionId: sessions[0]!.id }, bob.call);
    expect(await isValidToken(auth, token)).toBe(true);
    await auth.client.endSession({ sessionId: sessions[0]!.id }, ann.call);
    expect([await isValidToken(auth, token), await isValidToken(auth, ann.token)]).toEqual([false, true]);
  });

  it('is evicted if its owner opens very many', async () => {
    // Aim: a program that logs in for each request does not fill the table.
    for (let count = 0; count < 105; count += 1) await auth.client.logIn(logInRequest('ann@example.com'), VISITOR);
    expect((await auth.client.listSessions({}, ann.call)).sessions).toHaveLength(100);
    expect(await isValidToken(auth, ann.token)).toBe(false);
  });

  it('is required by every personal endpoint', async () => {
    const calls = [
      auth.client.getAccount({}, VISITOR),
      auth.client.listSessions({}, VISITOR),
      auth.client.endSession({ sessionId: ann.sessionId }, VISITOR),
      auth.client.deleteAccount({ sessionId: '', password: '' }, VISITOR),
      auth.client.changeEmail({ newEmail: 'a@b.example', password: PASSWORD }, VISITOR),
      auth.client.changePassword({ sessionId: '', currentPassword: PASSWORD, newPassword: 'another-one' }, VISITOR),
    ];
    const errors = (await Promise.all(calls.map(errorOf))).map((refusal) => refusal?.error);
    expect(new Set(errors)).toEqual(new Set(['invalidSession']));
    expect(await isValidToken(auth, ann.token)).toBe(true);
  });
});
