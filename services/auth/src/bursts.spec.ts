// Aim: F10: fifty identical concurrent requests take effect once, and each of them gets a truthful response.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { queryRows } from '@switchback/platform/db/sql';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { repetitions, runSeed, seededRandom } from '@switchback/testing/random';
import { z } from 'zod';
import {
  isValidToken,
  logInRequest,
  openAuth,
  type OpenedAuth,
  originAt,
  PASSWORD,
  errorOf,
  signUpRequest,
  UNLIMITED,
  VISITOR,
} from './auth.fixture.js';

const AT_ONCE = 50;
/** Even the short form includes every kind. */
const BURSTS = repetitions({ short: 7, full: 500 });
const BURST_MAX_MS = 10_000;

const seed = runSeed();
const random = seededRandom(seed);
const origin = originAt('192.0.2.7');

let database: TestDatabase;
let auth: OpenedAuth;
let people = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  auth = await openAuth(database.url, { rates: UNLIMITED });
});
afterAll(async () => {
  await auth.close();
  await database.drop();
});

const newcomer = () => `burst-${(people += 1)}@example.com`;

/** Counts responses by error; `done` counts requests that were not refused. */
async function burstOf(ask: () => Promise<unknown>): Promise<Record<string, number>> {
  const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => errorOf(ask())));
  const counts: Record<string, number> = {};
  for (const refusal of answers) counts[refusal?.error ?? 'done'] = (counts[refusal?.error ?? 'done'] ?? 0) + 1;
  return counts;
}

const COUNT = z.strictObject({ count: z.number() });

async function countOf(table: string, condition: string, value: string): Promise<number> {
  const [row] = await queryRows(
    auth.source,
    COUNT,
    `select count(*)::integer as count from ${table} where ${condition}`,
    [value],
  );
  return row?.count ?? 0;
}

const sessionsOf = (userId: string) => countOf('session', 'user_id = $1', userId);

/** Each kind of burst uses its own accounts. */
const KINDS: Record<string, () => Promise<void>> = {
  'a form that asks for an account': async () => {
    const email = newcomer();
    const request = signUpRequest(email);
    expect(await burstOf(() => auth.client.signUp(request, VISITOR))).toEqual({ done: AT_ONCE });
    expect([await countOf('sign_up', 'email_key = $1', email), auth.mailbox.to(email).length]).toEqual([1, 1]);
  },
  'a link that confirms an account': async () => {
    const email = newcomer();
    await auth.client.signUp(signUpRequest(email), VISITOR);
    const link = auth.mailbox.linkTo(email);
    const told = await burstOf(() => auth.client.confirmSignUp(link, VISITOR));
    expect(told).toEqual({ done: 1, alreadyConfirmed: AT_ONCE - 1 });
    expect(await countOf('account', 'email_key = $1', email)).toBe(1);
  },
  'a link that sets a password': async () => {
    const { email, userId, token } = await auth.member(newcomer());
    await auth.client.requestPasswordReset({ email, origin }, VISITOR);
    const link = auth.mailbox.linkTo(email);
    const reset = () => auth.client.confirmPasswordReset({ ...link, password: 'another-one', origin }, VISITOR);
    expect(await burstOf(reset)).toEqual({ done: 1, linkUsed: AT_ONCE - 1 });
    expect([await isValidToken(auth, token), await sessionsOf(userId)]).toEqual([false, 1]);
  },
  'a link that changes an address': async () => {
    const { userId, call } = await auth.member(newcomer());
    const newEmail = newcomer();
    await auth.client.changeEmail({ newEmail, password: PASSWORD }, call);
    const { code } = auth.mailbox.linkTo(newEmail);
    const told = await burstOf(() => auth.client.confirmEmailChange({ userId, code, origin }, VISITOR));
    expect(told).toEqual({ done: 1, linkUsed: AT_ONCE - 1 });
    expect([await countOf('account', 'email_key = $1', newEmail), await sessionsOf(userId)]).toEqual([1, 2]);
  },
  'a change of the password': async () => {
    const { userId, sessionId, call } = await auth.member(newcomer());
    const change = { sessionId, currentPassword: PASSWORD, newPassword: 'another-one' };
    const { done, wrongPassword } = await burstOf(() => auth.client.changePassword(change, call));
    expect([done, wrongPassword]).toEqual([1, AT_ONCE - 1]);
    expect(await sessionsOf(userId)).toBe(1);
  },
  'a recovery code': async () => {
    const { email, userId, call } = await auth.member(newcomer());
    // As if it had been turned on a while ago.
    await auth.source.query("insert into totp (user_id, secret, on_since) values ($1, '', now())", [userId]);
    const { recoveryCodes } = await auth.client.replaceRecoveryCodes({ password: PASSWORD }, call);
    const oneTimeCode = random.pick(recoveryCodes);
    const told = await burstOf(() => auth.client.logIn({ ...logInRequest(email), oneTimeCode }, VISITOR));
    expect(told).toEqual({ done: 1, wrongOneTimeCode: AT_ONCE - 1 });
    expect(await sessionsOf(userId)).toBe(2);
  },
  'the end of an account': async () => {
    const { userId, sessionId, call } = await auth.member(newcomer());
    expect(await burstOf(() => auth.client.deleteAccount({ sessionId, password: '' }, call))).toEqual({
      done: AT_ONCE,
    });
    const ends = (await auth.events()).filter((event) => event.userId === userId && event.deleted);
    expect([ends.length, await sessionsOf(userId)]).toEqual([1, 0]);
  },
};

describe(`${BURSTS} bursts of ${AT_ONCE} (SEED=${seed})`, () => {
  it(
    'take effect once each',
    async () => {
      const names = Object.keys(KINDS);
      // Every kind occurs equally often; the seed determines the order.
      const burst = random.shuffle(Array.from({ length: BURSTS }, (_, index) => names[index % names.length]!));
      for (const name of burst) {
        try {
          await KINDS[name]!();
        } catch (error) {
          throw new Error(`A burst of ${name} did not happen once.`, { cause: error });
        }
      }
    },
    BURSTS * BURST_MAX_MS,
  );
});
