// Aim: people can change their credentials, and the old credentials stop working.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ProductError } from '@switchback/platform/errors';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import {
  age,
  isValidToken,
  logInRequest,
  type Member,
  openAuth,
  type OpenedAuth,
  originAt,
  PASSWORD,
  errorOf,
  signUpRequest,
  VISITOR,
} from './auth.fixture.js';
import { PasswordHasher } from './passwords/password-hasher.js';
import { hashSecret } from './secrets.js';

const ANOTHER = 'staple-battery';

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

const askReset = (email = 'ann@example.com') =>
  auth.client.requestPasswordReset({ email, origin: originAt('192.0.2.1') }, VISITOR);
const reset = (link: { userId: string; code: string }, password = ANOTHER) =>
  auth.client.confirmPasswordReset({ ...link, password, origin: originAt('192.0.2.1') }, VISITOR);
const resetError = async (link: { userId: string; code: string }) => (await errorOf(reset(link)))?.error;
const changePassword = (input: object = {}) =>
  auth.client.changePassword(
    { sessionId: ann.sessionId, currentPassword: PASSWORD, newPassword: ANOTHER, ...input },
    ann.call,
  );
const changeEmail = (newEmail: string, password = PASSWORD) =>
  auth.client.changeEmail({ newEmail, password }, ann.call);
const confirmEmail = (link: { userId: string; code: string }) =>
  auth.client.confirmEmailChange({ ...link, origin: originAt('192.0.2.1') }, VISITOR);

describe('a forgotten password', () => {
  it('is reset by a mailed link, which ends every session and opens one', async () => {
    await askReset(' ANN@example.com');
    // Aim: the link goes to the account's stored address, however it was typed.
    expect(auth.mailbox.to('ANN@example.com')).toEqual([]);
    const link = auth.mailbox.linkTo('ann@example.com');
    expect(await errorOf(auth.client.checkPasswordReset(link, VISITOR))).toBeNull();
    const { token } = await reset(link);
    expect([await isValidToken(auth, ann.token), await isValidToken(auth, token)]).toEqual([false, true]);
    expect((await errorOf(auth.client.logIn(logInRequest(ann.email), VISITOR)))?.error).toBe('wrongCredentials');
    expect(await errorOf(auth.client.logIn(logInRequest(ann.email, ANOTHER), VISITOR))).toBeNull();
    expect(auth.mailbox.to(ann.email).at(-1)?.subject).toBe('Your password was changed - Switchback');
  });

  it('is never mailed to another address that folds to the same one', async () => {
    // Aim: the Kelvin sign folds to a k; the owner of a mailbox with such an address gets none of kate's mails.
    await auth.member('kate@example.com');
    const before = auth.mailbox.mails.length;
    const refusal = await errorOf(askReset('\u212Aate@example.com'));
    expect(refusal?.fields?.['email']?.message).toBe('Email does not meet minimum requirements');
    // A row from an earlier release, which did not reject such addresses.
    const id = await auth.mails.add(auth.source.manager, {
      kind: 'password-reset',
      address: '\u212Aate@example.com',
    });
    await auth.mails.send([id]);
    expect(auth.mailbox.mails.slice(before).map(({ to }) => to)).toEqual(['kate@example.com']);
  });

  it('returns the same response with the same work without an account, and mails nothing', async () => {
    // Aim: S3: not even the data stored until the mail is written distinguishes the two cases.
    expect(await askReset('nobody@example.com')).toEqual(await askReset());
    expect(auth.mailbox.to('nobody@example.com')).toEqual([]);
    expect(await auth.source.query('select id from mail')).toEqual([]);
  });

  it('has links that work once, for an hour, and only the latest one', async () => {
    // Aim: S5: a second use, an old link after a new one, and a link from before a password change are all refused.
    await askReset();
    const old = auth.mailbox.linkTo(ann.email);
    await askReset();
    const link = auth.mailbox.linkTo(ann.email);
    expect([await resetError({ ...link, code: 'made-up' }), await resetError(old)]).toEqual([
      'linkExpired',
      'linkUsed',
    ]);
    expect((await errorOf(auth.client.checkPasswordReset(old, VISITOR)))?.error).toBe('linkUsed');
    expect([await resetError(link), await resetError(link)]).toEqual([undefined, 'linkUsed']);
    await askReset();
    await age(auth.source, 'code', 'expires_at', '1 hour 1 second');
    expect(await resetError(auth.mailbox.linkTo(ann.email))).toBe('linkUsed');
  });

  it('is set once if its link is used 50 times concurrently', async () => {
    // Aim: F10.
    await askReset();
    const link = auth.mailbox.linkTo(ann.email);
    const errors = await Promise.all(Array.from({ length: 50 }, () => resetError(link)));
    expect(errors.filter((error) => error === undefined)).toHaveLength(1);
    expect(errors.filter((error) => error === 'linkUsed')).toHaveLength(49);
    expect(await auth.source.query('select id from session')).toHaveLength(1);
  });

  it('rejects an invalid password before it uses up the link', async () => {
    await askReset();
    const link = auth.mailbox.linkTo(ann.email);
    expect(Object.keys((await errorOf(reset(link, 'short')))?.fields ?? {})).toEqual(['password']);
    expect(await resetError(link)).toBeUndefined();
  });

  it('cannot be set with a link for another purpose', async () => {
    // Aim: a code is valid only for its purpose and its person.
    const bob = await auth.member('bob@example.com');
    await changeEmail('new@example.com');
    const email = auth.mailbox.linkTo('new@example.com');
    await askReset();
    const link = auth.mailbox.linkTo(ann.email);
    expect(await resetError(email)).toBe('linkExpired');
    expect(await resetError({ ...link, userId: bob.userId })).toBe('linkExpired');
    expect((await errorOf(confirmEmail(link)))?.error).toBe('linkExpired');
  });
});

describe('changing the password', () => {
  it('requires the current one, and ends every other session and mailed link', async () => {
    const { token } = await auth.client.logIn(logInRequest(ann.email), VISITOR);
    await askReset();
    const link = auth.mailbox.linkTo(ann.email);
    await changeEmail('new@example.com');
    await changePassword();
    expect([await isValidToken(auth, ann.token), await isValidToken(auth, token)]).toEqual([true, false]);
    expect(await resetError(link)).toBe('linkUsed');
    expect((await errorOf(confirmEmail(auth.mailbox.linkTo('new@example.com'))))?.error).toBe('linkUsed');
    expect(await errorOf(auth.client.logIn(logInRequest(ann.email, ANOTHER), VISITOR))).toBeNull();
  });

  it('rejects a wrong current one at its field, ten times', async () => {
    // Aim: a session left open cannot be used to guess the password.
    for (let count = 0; count < 10; count += 1) {
      const refusal = await errorOf(changePassword({ currentPassword: 'guessed-it' }));
      expect(refusal?.fields?.['currentPassword']).toMatchObject({ type: 400 });
    }
    expect((await errorOf(changePassword()))?.error).toBe('tooManyRequests');
    expect(await errorOf(auth.client.logIn(logInRequest(ann.email), VISITOR))).toBeNull();
  });

  it('requires the configured minimum length', async () => {
    const strict = await openAuth(database.url, { passwordMin: 12 });
    const request = { sessionId: ann.sessionId, currentPassword: PASSWORD, newPassword: 'elevenchars' };
    expect(Object.keys((await errorOf(strict.client.changePassword(request, ann.call)))?.fields ?? {})).toEqual([
      'newPassword',
    ]);
    await strict.close();
  });

  it('happens once for two concurrent requests', async () => {
    const input = ['first-password', 'second-password'].map((newPassword) => errorOf(changePassword({ newPassword })));
    const errors = (await Promise.all(input)).map((refusal) => refusal?.error);
    expect(errors.toSorted()).toEqual(['wrongPassword', undefined]);
  });
});

describe('changing the email address', () => {
  it('requires the password, mails both addresses, and takes effect with the link', async () => {
    await askReset();
    const stale = auth.mailbox.linkTo(ann.email);
    await changeEmail('New@example.com');
    expect(auth.mailbox.to(ann.email).at(-1)?.subject).toBe('Your email address is about to change - Switchback');
    expect((await auth.client.getAccount({}, ann.call)).account?.email).toBe(ann.email);
    const { token, email } = await confirmEmail(auth.mailbox.linkTo('New@example.com'));
    expect([email, await isValidToken(auth, token)]).toEqual(['New@example.com', true]);
    expect(await errorOf(auth.client.logIn(logInRequest('new@example.com'), VISITOR))).toBeNull();
    expect((await errorOf(auth.client.logIn(logInRequest(ann.email), VISITOR)))?.error).toBe('wrongCredentials');
    expect(await resetError(stale)).toBe('linkUsed');
  });

  it('returns the same response for a taken address, and notifies only its owner', async () => {
    // Aim: S3.
    await auth.member('bob@example.com');
    expect(await changeEmail('BOB@example.com')).toEqual(await changeEmail('free@example.com'));
    expect(auth.mailbox.to('bob@example.com').at(-1)?.subject).toBe('You already have an account - Switchback');
    expect(auth.mailbox.to('bob@example.com').at(-1)?.text).not.toContain('/verify/');
    expect(auth.mailbox.to('BOB@example.com')).toEqual([]);
  });

  it('succeeds for the first to confirm, if two want the same address', async () => {
    const bob = await auth.member('bob@example.com');
    await changeEmail('new@example.com');
    const own = auth.mailbox.linkTo('new@example.com');
    await auth.client.changeEmail({ newEmail: 'new@example.com', password: PASSWORD }, bob.call);
    await confirmEmail(auth.mailbox.linkTo('new@example.com'));
    expect((await errorOf(confirmEmail(own)))?.error).toBe('linkExpired');
    expect((await auth.client.getAccount({}, ann.call)).account?.email).toBe(ann.email);
  });

  it('is limited per hour, over all addresses', async () => {
    // Aim: no account can make the product mail an unlimited number of strangers.
    await auth.close();
    const mails = { mailsPerMailbox: 5, mailsPerAddress: 5, mailsPerAccount: 3, mailsPerHour: 4 };
    auth = await openAuth(database.url, { rates: { failuresPerAccount: 10, failuresPerAddress: 100, ...mails } });
    const errors: (string | undefined)[] = [];
    for (let index = 0; index < 4; index++)
      errors.push((await errorOf(changeEmail(`new-${index}@example.com`)))?.error);
    expect(errors).toEqual([undefined, undefined, undefined, 'tooManyRequests']);
  });

  it('rejects a wrong password and a wrong address at their fields', async () => {
    expect(Object.keys((await errorOf(changeEmail('new@example.com', 'guessed-it')))?.fields ?? {})).toEqual([
      'password',
    ]);
    expect(Object.keys((await errorOf(changeEmail('nobody')))?.fields ?? {})).toEqual(['newEmail']);
  });
});

describe('deleting an account', () => {
  it('leaves nothing of the person but a tombstone', async () => {
    // Aim: S8 for the data stored here: no table holds the person's address or user id.
    await auth.client.signUp({ ...signUpRequest(ann.email), password: ANOTHER }, VISITOR);
    await askReset();
    const link = auth.mailbox.linkTo(ann.email);
    await auth.client.deleteAccount({ sessionId: ann.sessionId, password: '' }, ann.call);
    await auth.client.deleteAccount({ sessionId: ann.sessionId, password: '' }, ann.call);
    expect(await isValidToken(auth, ann.token)).toBe(false);
    expect(await resetError(link)).toBe('linkExpired');
    expect((await errorOf(auth.client.logIn(logInRequest(ann.email), VISITOR)))?.error).toBe('wrongCredentials');
    for (const table of ['account', 'sign_up', 'session', 'code', 'mail'])
      expect([table, JSON.stringify(await auth.source.query(`select * from ${table}`))]).toEqual([
        table,
        expect.not.stringMatching(new RegExp(`${ann.email}|${ann.userId}`)),
      ]);
    expect((await auth.events()).map(({ rev, deleted }) => [rev, deleted])).toEqual([
      [1, undefined],
      [2, {}],
    ]);
  });

  const leave = (password = '', sessionId = ann.sessionId) =>
    errorOf(auth.client.deleteAccount({ sessionId, password }, ann.call));

  it('ends the subscription first, and waits if the end cannot be recorded', async () => {
    auth.billing.failure = new ProductError('unavailable');
    expect((await leave())?.error).toBe('unavailable');
    expect(await isValidToken(auth, ann.token)).toBe(true);
    auth.billing.failure = undefined;
    expect(await leave()).toBeNull();
    expect(await isValidToken(auth, ann.token)).toBe(false);
  });

  it('requires the password an hour after the login', async () => {
    // Aim: a session left open does not let a stranger erase the account.
    await age(auth.source, 'session', 'created_at', '61 minutes');
    expect((await leave())?.fields?.['password']).toMatchObject({ type: 403, code: 'ERROR-00047' });
    expect((await leave('guessed-it'))?.fields?.['password']).toMatchObject({ type: 400, code: 'ERROR-00032' });
    expect(await isValidToken(auth, ann.token)).toBe(true);
    expect(await leave(PASSWORD)).toBeNull();
    expect(await auth.source.query('select user_id from account')).toEqual([]);
  });

  it('requires it if the request names a foreign session', async () => {
    const bob = await auth.member('bob@example.com');
    await age(auth.source, 'session', 'created_at', '61 minutes');
    const { token } = await auth.client.logIn(logInRequest(bob.email), VISITOR);
    const { sessionId } = await auth.client.checkSession({ tokenHash: hashSecret(token) }, VISITOR);
    expect((await leave('', sessionId))?.error).toBe('currentPasswordNeeded');
  });

  it('requires a new login if the account has no password', async () => {
    await auth.source.query('update account set password_hash = null');
    await age(auth.source, 'session', 'created_at', '59 minutes');
    await age(auth.source, 'session', 'created_at', '2 minutes');
    expect((await leave(PASSWORD))?.fields?.['submit']).toMatchObject({ type: 403, code: 'ERROR-00048' });
  });

  it('requires nothing else within the hour, but rejects a wrong password', async () => {
    // Aim: a person who types the wrong password keeps the account and the subscription they paid for.
    await age(auth.source, 'session', 'created_at', '59 minutes');
    expect((await leave('guessed-it'))?.fields?.['password']).toMatchObject({ code: 'ERROR-00032' });
    expect(auth.billing.ended).toEqual([]);
    expect(await leave()).toBeNull();
    expect(auth.billing.ended).toEqual([ann.userId]);
  });

  it('ends no subscription if the password changed during its check', async () => {
    // Aim: the step that may still refuse comes before the one that ends a paid subscription.
    await age(auth.source, 'session', 'created_at', '61 minutes');
    const spy = jest.spyOn(PasswordHasher.prototype, 'verify').mockImplementationOnce(async () => {
      await auth.source.query(`update account set password_hash = password_hash || 'x'`);
      return { isRight: true, isOutdated: false };
    });
    const refusal = await leave(PASSWORD);
    spy.mockRestore();
    expect(refusal?.fields?.['password']).toMatchObject({ code: 'ERROR-00032' });
    expect(auth.billing.ended).toEqual([]);
  });

  it('frees the address', async () => {
    await auth.client.deleteAccount({ sessionId: ann.sessionId, password: '' }, ann.call);
    const again = await auth.member(ann.email);
    expect(again.userId).not.toBe(ann.userId);
  });
});
