// Aim: from the form to the account: which mails are sent, what a link does, and that no response reveals who has an
// account.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ProductError } from '@switchback/platform/errors';
import type { Call } from '@switchback/platform/rpc/call';
import type { ReserveUsernameRequest } from '@switchback/proto/users/v1/service';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import {
  age,
  FREE,
  isValidToken,
  logInRequest,
  openAuth,
  type OpenedAuth,
  originAt,
  PASSWORD,
  errorOf,
  signUpRequest,
  VISITOR,
} from './auth.fixture.js';

let database: TestDatabase;
let auth: OpenedAuth;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  auth = await openAuth(database.url);
  await auth.source.query('truncate account, sign_up, session, code, mail, outbox');
});
afterEach(() => auth.close());
afterAll(() => database.drop());

const signUp = (email: string, username?: string) => auth.client.signUp(signUpRequest(email, username), VISITOR);

describe('signing up', () => {
  it('leads from the form through the mail to a session', async () => {
    // Aim: the whole way in; the account's event is published once it exists, without its address.
    await signUp('Ann@Example.com', 'ann');
    expect(await auth.events()).toEqual([]);
    const [mail] = auth.mailbox.to('Ann@Example.com');
    expect(mail?.subject).toBe('Confirm your email address - Switchback');
    const link = auth.mailbox.linkTo('Ann@Example.com');
    for (const part of [mail?.text, mail?.html])
      expect(part).toContain(`https://drives.example/signup/verify/${link.userId}/${link.code}`);
    await auth.client.confirmSignUp(link, VISITOR);
    const { token, account } = await auth.client.logIn(logInRequest(' ann@example.COM '), VISITOR);
    expect(account).toMatchObject({
      userId: link.userId,
      email: 'Ann@Example.com',
      accountType: FREE,
      passwordSet: true,
    });
    expect(await isValidToken(auth, token)).toBe(true);
    expect(auth.users.profiles).toEqual([link.userId]);
    expect(await auth.events()).toEqual([{ userId: link.userId, rev: 1, saved: { accountType: FREE, enabled: true } }]);
  });

  it('stores the accepted terms and policy, with the time', async () => {
    // Aim: the person's export can list the consents; a repeated sign-up renews them.
    const asked = Date.now();
    await signUp('ann@example.com', 'ann');
    await auth.source.query(
      `update sign_up set consented_at = now() - interval '1 day', consents = '{"terms":"2020"}'`,
    );
    await signUp('ann@example.com', 'ann');
    await auth.client.confirmSignUp(auth.mailbox.linkTo('ann@example.com'), VISITOR);
    const { account } = await auth.client.logIn(logInRequest('ann@example.com'), VISITOR);
    const caller = { userId: account?.userId ?? '', accountType: 'free' as const };
    const { consents } = await auth.client.getAccount({}, { ...VISITOR, caller });
    expect(consents.map(({ name, version }) => [name, version])).toEqual([
      ['terms', '2022-05'],
      ['dataPolicy', '2024-02-12'],
    ]);
    for (const { givenAt } of consents) expect(Math.abs(Date.parse(givenAt) - asked)).toBeLessThan(60_000);
  });

  it.each([
    ['email', { email: 'nobody' }],
    ['email', { email: '' }],
    ['email', { email: '\u212Aate@example.com' }],
    ['email', { email: 'e\u0301mile@example.com' }],
    ['email', { email: '\u0130rem@example.com' }],
    ['email', { email: 'kate@ex\uFF0Eample.com' }],
    ['email', { email: 'kate\u202E@example.com' }],
    ['email', { email: 'ka\u0000te@example.com' }],
    ['email', { email: 'ka\u00ADte@example.com' }],
    ['email', { email: 'kate\uD800@example.com' }],
    ['email', { email: 'kate@192.0.2.1' }],
    ['email', { email: 'kate@192.0x2' }],
    ['password', { password: 'short' }],
    ['password', { password: 'with a space' }],
  ])('rejects a wrong %s at its field', async (field, wrong) => {
    // Aim: whatever the edge lets through, no invalid value is stored or mailed to.
    const refusal = await errorOf(auth.client.signUp({ ...signUpRequest('a@b.example'), ...wrong }, VISITOR));
    expect([refusal?.error, Object.keys(refusal?.fields ?? {})]).toEqual(['invalidInput', [field]]);
    expect(auth.mailbox.mails).toEqual([]);
  });

  it('rejects a taken username, and nothing else', async () => {
    await signUp('ann@example.com', 'ann');
    const refusal = await errorOf(signUp('bob@example.com', 'ANN'));
    expect(refusal?.fields?.['username']).toMatchObject({ code: 'ERROR-00012', type: 409 });
  });

  it('returns the same response for a taken address, and notifies only its owner', async () => {
    // Aim: neither the response nor the stored data reveals that an address has an account (S3).
    await auth.member('ann@example.com');
    const before = auth.mailbox.to('ann@example.com').length;
    expect(await signUp('ann@example.com')).toEqual(await signUp('bob@example.com'));
    const told = auth.mailbox.to('ann@example.com').slice(before);
    expect(told.map(({ subject }) => subject)).toEqual(['You already have an account - Switchback']);
    expect(told[0]?.text).not.toContain('/verify/');
    expect(
      await errorOf(auth.client.logIn(logInRequest('ann@example.com', 'another-password'), VISITOR)),
    ).toMatchObject({
      error: 'wrongCredentials',
    });
  });

  it('sends another link for the same password, and keeps the name reserved', async () => {
    // Aim: a lost response or mail costs a person nothing, and whichever of their mails they open, it works.
    await signUp('ann@example.com', 'ann');
    const first = auth.mailbox.linkTo('ann@example.com');
    await signUp('ann@example.com', 'ann');
    const second = auth.mailbox.linkTo('ann@example.com');
    expect(second.userId).toBe(first.userId);
    expect(second.code).not.toBe(first.code);
    expect(await errorOf(auth.client.confirmSignUp(first, VISITOR))).toBeNull();
    expect(await errorOf(auth.client.confirmSignUp(second, VISITOR))).toMatchObject({ error: 'alreadyConfirmed' });
  });

  it('reserves no name if the users service is slower than the deadline', async () => {
    // Aim: a sign-up that was started ends with a mail, so that the person gets the username reserved for them.
    const { users } = auth;
    const reserveUsername = async (request: ReserveUsernameRequest, call: Call) => {
      const answer = await users.reserveUsername(request);
      if (call.deadlineMs !== undefined) throw new ProductError('timeout');
      return answer;
    };
    const slow = await openAuth(database.url, { users: async () => ({ ...users, reserveUsername }) });
    await slow.client.signUp(signUpRequest('ann@example.com', 'ann'), VISITOR);
    expect(users.names.get('ann')).toBe(slow.mailbox.linkTo('ann@example.com').userId);
    await slow.close();
  });

  it('treats 50 concurrent copies of a form as one', async () => {
    // Aim: F10: one sign-up, one mail, and 50 identical responses.
    const answers = await Promise.all(Array.from({ length: 50 }, () => signUp('ann@example.com', 'ann')));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(auth.mailbox.mails).toHaveLength(1);
    expect(await auth.source.query('select user_id from sign_up')).toHaveLength(1);
  });

  it('does not let a second sign-up with an address set the password of the person who confirms it', async () => {
    // Aim: two sign-ups with one address stay separate: each link creates the account that its own form asked for.
    await signUp('ann@example.com', 'ann');
    const own = auth.mailbox.linkTo('ann@example.com');
    await auth.client.signUp({ ...signUpRequest('ann@example.com', 'mallory'), password: 'set-by-mallory' }, VISITOR);
    await auth.client.confirmSignUp({ ...own, password: PASSWORD }, VISITOR);
    expect(await errorOf(auth.client.logIn(logInRequest('ann@example.com', 'set-by-mallory'), VISITOR))).not.toBeNull();
    expect(await errorOf(auth.client.logIn(logInRequest('ann@example.com', PASSWORD), VISITOR))).toBeNull();
    const later = auth.mailbox.linkTo('ann@example.com');
    expect(await errorOf(auth.client.confirmSignUp(later, VISITOR))).toMatchObject({ error: 'alreadyConfirmed' });
  });
});

describe('several sign-ups of one address', () => {
  const LINK_ERRORS = ['signUpPasswordNeeded', 'wrongPassword'];
  const confirm = (link: { userId: string; code: string }, password?: string) =>
    auth.client.confirmSignUp({ ...link, password, origin: originAt('192.0.2.1') }, VISITOR);

  it('use the password of the one whose link is opened', async () => {
    // Aim: a stranger who signs up with the owner's address first gets no account when the owner opens the older mail.
    const byMallory = { ...signUpRequest('kate@example.com', 'mallory'), password: 'set-by-mallory' };
    await auth.client.signUp(byMallory, VISITOR);
    const older = auth.mailbox.linkTo('kate@example.com');
    await signUp('kate@example.com', 'kate');
    const own = auth.mailbox.linkTo('kate@example.com');
    const asked = await errorOf(confirm(older));
    const refused = await errorOf(confirm(older, PASSWORD));
    expect([asked?.error, refused?.error]).toEqual(LINK_ERRORS);
    expect(asked?.fields?.['password']?.message).toContain('mallory');
    expect(await auth.source.query('select user_id from account')).toEqual([]);
    expect(await confirm(own, PASSWORD)).toEqual({ username: 'kate' });
    const mallorys = auth.client.logIn(logInRequest('kate@example.com', 'set-by-mallory'), VISITOR);
    expect((await errorOf(mallorys))?.error).toBe('wrongCredentials');
    expect(await errorOf(auth.client.logIn(logInRequest('kate@example.com'), VISITOR))).toBeNull();
    expect((await errorOf(confirm(older, 'set-by-mallory')))?.error).toBe('alreadyConfirmed');
  });

  it('count a wrong password as a failed login', async () => {
    await auth.client.signUp({ ...signUpRequest('kate@example.com'), password: 'set-by-mallory' }, VISITOR);
    await signUp('kate@example.com');
    const link = auth.mailbox.linkTo('kate@example.com');
    for (let count = 0; count < 10; count += 1)
      expect((await errorOf(confirm(link, 'guessed-it')))?.error).toBe('wrongPassword');
    expect((await errorOf(confirm(link, PASSWORD)))?.error).toBe('tooManyRequests');
  });

  it('are distinguished by the username in each mail', async () => {
    await signUp('kate@example.com', 'mallory');
    await auth.client.signUp({ ...signUpRequest('kate@example.com', 'kate'), password: 'another-one' }, VISITOR);
    const told = auth.mailbox.to('kate@example.com').map(({ text }) => /Your username: (\w+)/.exec(text)?.[1]);
    expect(told).toEqual(['mallory', 'kate']);
  });

  it('need no password once the others have expired', async () => {
    await auth.client.signUp({ ...signUpRequest('kate@example.com'), password: 'set-by-mallory' }, VISITOR);
    await age(auth.source, 'sign_up', 'expires_at', '24 hours 1 second');
    await signUp('kate@example.com', 'kate');
    expect(await confirm(auth.mailbox.linkTo('kate@example.com'))).toEqual({ username: 'kate' });
  });
});

describe('the link of a sign-up', () => {
  it('reports an existing account, and is otherwise invalid', async () => {
    await signUp('ann@example.com');
    const link = auth.mailbox.linkTo('ann@example.com');
    const errorNameOf = async (given: Partial<typeof link>) =>
      (await errorOf(auth.client.confirmSignUp({ ...link, ...given }, VISITOR)))?.error;
    expect(await errorNameOf({ code: 'made-up' })).toBe('linkExpired');
    expect(await errorNameOf({ userId: 'somebody' })).toBe('linkExpired');
    expect(await errorNameOf({})).toBeUndefined();
    expect([await errorNameOf({}), await errorNameOf({})]).toEqual(['alreadyConfirmed', 'alreadyConfirmed']);
    expect(await errorNameOf({ code: 'made-up' })).toBe('linkExpired');
  });

  it('creates one account if it is opened 50 times concurrently', async () => {
    // Aim: F10: a scanner and a person who open it concurrently do no harm.
    await signUp('ann@example.com');
    const link = auth.mailbox.linkTo('ann@example.com');
    const opened = Array.from({ length: 50 }, () => errorOf(auth.client.confirmSignUp(link, VISITOR)));
    const errors = (await Promise.all(opened)).map((refusal) => refusal?.error ?? 'none');
    expect(errors.filter((error) => error === 'none')).toHaveLength(1);
    expect(errors.filter((error) => error === 'alreadyConfirmed')).toHaveLength(49);
    expect(await auth.events()).toHaveLength(1);
  });

  it.each([[-10], [10]])(
    'is valid for a day by the clock of the database, with ours %i minutes off',
    async (minutes) => {
      // Aim: F13: however wrong a process's clock is, a link stays valid as long as it states.
      auth.clock.advance(minutes * 60_000);
      await signUp('ann@example.com');
      const link = auth.mailbox.linkTo('ann@example.com');
      for (const table of ['code', 'sign_up']) await age(auth.source, table, 'expires_at', '23 hours 59 minutes');
      expect(await errorOf(auth.client.confirmSignUp(link, VISITOR))).toBeNull();
      await signUp('bob@example.com');
      const late = auth.mailbox.linkTo('bob@example.com');
      for (const table of ['code', 'sign_up']) await age(auth.source, table, 'expires_at', '24 hours 1 second');
      expect(await errorOf(auth.client.confirmSignUp(late, VISITOR))).toMatchObject({ error: 'linkExpired' });
    },
  );

  it('works again after an outage of the users service', async () => {
    // Aim: a failure halfway spends neither the link nor the username.
    await signUp('ann@example.com');
    const link = auth.mailbox.linkTo('ann@example.com');
    auth.users.failure = new Error('away');
    await expect(auth.client.confirmSignUp(link, VISITOR)).rejects.toThrow();
    auth.users.failure = undefined;
    expect(await errorOf(auth.client.confirmSignUp(link, VISITOR))).toBeNull();
  });
});

describe('logging in before confirming', () => {
  it('mails the link again, if the password is right', async () => {
    await signUp('ann@example.com');
    const wrong = await errorOf(auth.client.logIn(logInRequest('ann@example.com', 'guessed-it'), VISITOR));
    expect([wrong?.error, auth.mailbox.mails.length]).toEqual(['wrongCredentials', 1]);
    const right = await errorOf(auth.client.logIn(logInRequest('ann@example.com'), VISITOR));
    expect(right?.fields?.['submit']).toMatchObject({ type: 403 });
    expect(auth.mailbox.mails).toHaveLength(2);
    await auth.client.confirmSignUp(auth.mailbox.linkTo('ann@example.com'), VISITOR);
    expect(await errorOf(auth.client.logIn(logInRequest('ann@example.com'), VISITOR))).toBeNull();
  });

  it('keeps the link of the first mail valid', async () => {
    await signUp('ann@example.com');
    const first = auth.mailbox.linkTo('ann@example.com');
    await errorOf(auth.client.logIn(logInRequest('ann@example.com'), VISITOR));
    await auth.client.confirmSignUp(first, VISITOR);
    expect(await errorOf(auth.client.logIn(logInRequest('ann@example.com'), VISITOR))).toBeNull();
  });
});

describe('mails requested without a session', () => {
  it('are limited per mailbox and hour, without revealing it', async () => {
    // Aim: S4: no mailbox is flooded; and since no request is refused, no one can be kept from asking.
    for (let count = 0; count < 9; count += 1)
      await auth.client.requestPasswordReset(
        { email: 'ann@example.com', origin: originAt(`192.0.2.${count}`) },
        VISITOR,
      );
    expect(auth.jobs.done).toHaveLength(5);
  });

  it('count for one mailbox, however its domain is spelled', async () => {
    // Aim: a mailbox cannot be flooded by spelling its domain in other IDNA forms.
    for (const domain of ['m.bücher', 'M.BÜCHER', 'm.xn--bcher-kva', 'm\u3002bücher'])
      for (let count = 0; count < 4; count += 1)
        await auth.client.requestPasswordReset(
          { email: `ann@${domain}.example`, origin: originAt('192.0.2.1') },
          VISITOR,
        );
    expect(auth.jobs.done).toHaveLength(5);
  });

  it('are limited per IP address, and per IPv6 /48', async () => {
    // Aim: M3: a client with more addresses than there are mails cannot use up all the mails.
    await auth.close();
    const rates = { failuresPerAccount: 10, failuresPerAddress: 100 };
    auth = await openAuth(database.url, {
      rates: { ...rates, mailsPerMailbox: 9, mailsPerAddress: 2, mailsPerAccount: 5, mailsPerHour: 3 },
    });
    let count = 0;
    const ask = async (address: string) => {
      const email = `p${(count += 1)}@example.com`;
      return (await errorOf(auth.client.requestPasswordReset({ email, origin: originAt(address) }, VISITOR)))?.error;
    };
    for (const address of ['192.0.2.1', '2001:db8:1:1'])
      expect([await ask(address), await ask(address), await ask(address)]).toEqual([
        undefined,
        undefined,
        'tooManyRequests',
      ]);
    const errors: (string | undefined)[] = [];
    for (let subnet = 2; subnet < 30; subnet++) errors.push(await ask(`2001:db8:1:${subnet.toString(16)}`));
    expect(errors.indexOf('tooManyRequests')).toBe(17);
    expect(new Set(errors.slice(17))).toEqual(new Set(['tooManyRequests']));
    expect([await ask('2001:db8:2:1'), await ask('192.0.2.2')]).toEqual([undefined, undefined]);
  });
});
