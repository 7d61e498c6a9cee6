// Aim: a person who turned codes on before proving to own the mailbox cannot lock its owner out; all other codes cannot
// be turned off by mail.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import {
  logInRequest,
  type Member,
  openAuth,
  type OpenedAuth,
  originAt,
  PASSWORD,
  errorOf,
  signUpRequest,
  VISITOR,
} from '../auth.fixture.js';
import { hashSecret } from '../secrets.js';

const EMAIL = 'kate@example.com';
const ANOTHER = 'staple-battery';
const origin = originAt('192.0.2.1');

let database: TestDatabase;
let auth: OpenedAuth;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  auth = await openAuth(database.url);
  await auth.source.query('truncate account, sign_up, session, code, totp, recovery_code, mail, outbox');
});
afterEach(() => auth.close());
afterAll(() => database.drop());

/** Turns codes on, as if the first code had been typed. */
async function turnOn({ call }: Pick<Member, 'call'>) {
  await auth.client.beginTotp({ password: PASSWORD }, call);
  await auth.source.query('update totp set on_since = now()');
}

async function resetLink() {
  await auth.client.requestPasswordReset({ email: EMAIL, origin }, VISITOR);
  const link = auth.mailbox.linkTo(EMAIL);
  return { link, ...(await auth.client.checkPasswordReset(link, VISITOR)) };
}
const reset = (link: { userId: string; code: string }, turnOffSecondFactor?: boolean, password = ANOTHER) =>
  auth.client.confirmPasswordReset({ ...link, password, origin, turnOffSecondFactor }, VISITOR);
const wants = async (password: string) =>
  (await errorOf(auth.client.logIn(logInRequest(EMAIL, password), VISITOR)))?.error;

describe('a second factor that another person may have set up', () => {
  it('is turned off only by a reset that requests it', async () => {
    await turnOn(await auth.member(EMAIL));
    const first = await resetLink();
    expect(Date.parse(first.secondFactorSince ?? '')).not.toBeNaN();
    expect(await reset(first.link)).toEqual({ token: '' });
    expect(await wants(ANOTHER)).toBe('oneTimeCodeNeeded');
    const second = await resetLink();
    expect((await reset(second.link, true)).token).not.toBe('');
    expect(await wants(ANOTHER)).toBeUndefined();
    expect(auth.mailbox.to(EMAIL).map(({ subject }) => subject)).toContain('Two-step login is off - Switchback');
  });

  it('stays on if it was set up after a reset', async () => {
    // Aim: access to a person's mails alone does not let anyone in.
    const kate = await auth.member(EMAIL);
    await reset((await resetLink()).link, false, PASSWORD);
    await turnOn(kate);
    const { link, secondFactorSince } = await resetLink();
    expect(secondFactorSince).toBeUndefined();
    expect(Object.keys((await errorOf(reset(link, true)))?.fields ?? {})).toEqual(['turnOffSecondFactor']);
    expect(await errorOf(reset(link))).toBeNull();
    expect(await wants(ANOTHER)).toBe('oneTimeCodeNeeded');
  });

  it.each([
    ['logged in from the page that the mail links to', false],
    ['confirmed the sign-up with its password', true],
  ])('stays on if its owner %s', async (_what, byPassword) => {
    await auth.client.signUp(signUpRequest(EMAIL), VISITOR);
    const link = auth.mailbox.linkTo(EMAIL);
    await auth.client.confirmSignUp({ ...link, ...(byPassword && { password: PASSWORD }), origin }, VISITOR);
    const signUpCode = byPassword ? undefined : link.code;
    const { token } = await auth.client.logIn({ ...logInRequest(EMAIL), signUpCode }, VISITOR);
    const { userId } = await auth.client.checkSession({ tokenHash: hashSecret(token) }, VISITOR);
    await turnOn({ call: { ...VISITOR, caller: { userId, accountType: 'free' } } });
    expect((await resetLink()).secondFactorSince).toBeUndefined();
  });

  it('includes one whose login came with a forged code', async () => {
    const mallory = await auth.member(EMAIL);
    await auth.client.logIn({ ...logInRequest(EMAIL), signUpCode: 'made-up' }, VISITOR);
    await turnOn(mallory);
    expect((await resetLink()).secondFactorSince).toBeDefined();
  });

  it('includes one of an account whose new address belongs to a person who only opened the mail', async () => {
    const mallory = await auth.member('mallory@example.com');
    await auth.source.query('update account set mailbox_proven_at = created_at');
    await turnOn(mallory);
    await auth.client.changeEmail({ newEmail: EMAIL, password: PASSWORD }, mallory.call);
    await auth.client.confirmEmailChange({ ...auth.mailbox.linkTo(EMAIL), origin }, VISITOR);
    expect((await resetLink()).secondFactorSince).toBeDefined();
  });
});
