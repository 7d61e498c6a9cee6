// Aim: a login reflects the state of the account at its end, whatever happens while the password is being checked.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import {
  CHEAP,
  logInRequest,
  type Member,
  openAuth,
  type OpenedAuth,
  PASSWORD,
  errorOf,
  UNLIMITED,
  VISITOR,
} from '../auth.fixture.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { Session } from './session.entity.js';

const NEW_PASSWORD = 'another-horse-battery';

/** Runs a callback after a password was verified and before the result is used. */
class InterruptedHasher extends PasswordHasher {
  meanwhile: (() => Promise<unknown>) | null = null;

  override async verify(...args: Parameters<PasswordHasher['verify']>) {
    const verdict = await super.verify(...args);
    const { meanwhile } = this;
    this.meanwhile = null;
    await meanwhile?.();
    return verdict;
  }
}

let database: TestDatabase;
let auth: OpenedAuth;
let people = 0;
const hasher = new InterruptedHasher({ cost: CHEAP });

beforeAll(async () => {
  database = await createTestDatabase();
  auth = await openAuth(database.url, { hasher, rates: UNLIMITED });
});
afterAll(async () => {
  await auth.close();
  await database.drop();
});

async function logInWhile(meanwhile: (member: Member) => Promise<unknown>) {
  const member = await auth.member(`person-${(people += 1)}@example.com`);
  hasher.meanwhile = () => meanwhile(member);
  const refusal = await errorOf(auth.client.logIn(logInRequest(member.email), VISITOR));
  const rows = await auth.source.getRepository(Session).findBy({ userId: member.userId });
  return { error: refusal?.error, opened: rows.filter(({ id }) => id !== member.sessionId).length };
}

describe('a login', () => {
  it.each<[string, string, (member: Member) => Promise<unknown>]>([
    [
      'the password is changed',
      'wrongCredentials',
      ({ call, sessionId }) =>
        auth.client.changePassword({ currentPassword: PASSWORD, newPassword: NEW_PASSWORD, sessionId }, call),
    ],
    ['staff disable the account', 'notAllowed', ({ email }) => auth.staff.setEnabled(email, false)],
    [
      'the account is deleted',
      'wrongCredentials',
      ({ call, sessionId }) => auth.client.deleteAccount({ sessionId, password: '' }, call),
    ],
    [
      'codes are turned on',
      'oneTimeCodeNeeded',
      async ({ userId, call }) => {
        await auth.client.beginTotp({ password: PASSWORD }, call);
        await auth.source.query('update totp set on_since = now() where user_id = $1', [userId]);
      },
    ],
  ])('during which %s is rejected as %s', async (_what, error, meanwhile) => {
    expect(await logInWhile(meanwhile)).toEqual({ error, opened: 0 });
  });

  it('without concurrent changes opens one session', async () => {
    expect(await logInWhile(() => Promise.resolve())).toEqual({ error: undefined, opened: 1 });
  });

  it('of many concurrent ones keeps the limit of sessions per person', async () => {
    // Aim: sessions opened concurrently do not see each other; still, no more than a hundred remain.
    const { userId, email } = await auth.member('crowd@example.com');
    const storedSessions = async () => {
      const logIns = Array.from({ length: 40 }, () => auth.client.logIn(logInRequest(email), VISITOR));
      await Promise.all(logIns);
      return auth.source.getRepository(Session).countBy({ userId });
    };
    expect([await storedSessions(), await storedSessions(), await storedSessions(), await storedSessions()]).toEqual([
      41, 81, 100, 100,
    ]);
  });
});
