// Aim: a person whom a real provider vouches for gets into their own account and no other; a response that is expired,
// used, altered or another person's is refused.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { OidcProviderProcess } from '@switchback/testing/oidc-provider-process';
import {
  age,
  isValidToken,
  logInRequest,
  openAuth,
  type OpenedAuth,
  originAt,
  PASSWORD,
  errorOf,
  VISITOR,
} from '../auth.fixture.js';
import { hashSecret } from '../secrets.js';
import { UpkeepWorker } from '../upkeep/upkeep.worker.js';

const PEOPLE = {
  ann: { email: 'Ann@example.com', email_verified: true, preferred_username: 'Ann Öhm' },
  bob: { email: 'bob@example.com', email_verified: false, preferred_username: 'bob' },
  kelvin: { email: '\u212Aate@example.com', email_verified: true, preferred_username: 'kelvin' },
  nobody: {},
};

let provider: OidcProviderProcess;
let database: TestDatabase;
let auth: OpenedAuth;
let faults: string[];

beforeAll(async () => {
  [database, provider] = await Promise.all([
    createTestDatabase(),
    OidcProviderProcess.start({ redirectUri: 'https://drives.example/login/callback', people: PEOPLE }),
  ]);
}, 120_000);
beforeEach(async () => {
  faults = [];
  auth = await openAuth(database.url, { provider: provider.plan, onProviderFault: (reason) => faults.push(reason) });
  await auth.source.query(
    'truncate account, sign_up, session, code, totp, recovery_code, identity, oidc_login, mail, outbox',
  );
});
afterEach(() => auth.close());
afterAll(async () => {
  await provider.stop();
  await database.drop();
});

const origin = originAt('192.0.2.1');
const start = () => auth.client.beginOidc({ origin }, VISITOR);
const finish = (answer: string, browser: string, oneTimeCode = '') =>
  auth.client.finishOidc({ answer, browser, oneTimeCode, origin }, VISITOR);
const errorNameOf = async (promise: Promise<unknown>) => (await errorOf(promise))?.error;

/** Goes to the provider and back, as one of its people. */
async function away(subject: keyof typeof PEOPLE) {
  const { url, browser } = await start();
  return { answer: await provider.visit(url, subject), browser };
}

async function logIn(subject: keyof typeof PEOPLE) {
  const { answer, browser } = await away(subject);
  return finish(answer, browser);
}

async function userOf(token: string): Promise<string> {
  return (await auth.client.checkSession({ tokenHash: hashSecret(token) }, VISITOR)).userId;
}

describe('logging in through a provider', () => {
  it('creates an account for a new person, and opens it again for the same person', async () => {
    const first = await logIn('ann');
    const again = await logIn('ann');
    expect(first.account).toMatchObject({ email: 'Ann@example.com', passwordSet: false });
    expect([await userOf(first.token), await userOf(again.token)]).toEqual(Array(2).fill(first.account?.userId));
    expect([...auth.users.names]).toEqual([['ann.ohm', first.account?.userId]]);
    expect(auth.users.profiles).toEqual([first.account?.userId]);
    expect((await auth.events()).map(({ rev, saved }) => [rev, saved?.enabled])).toEqual([[1, true]]);
    expect(await auth.source.query('select user_id from sign_up union all select user_id from oidc_login')).toEqual([]);
  });

  it('creates one account for concurrent logins', async () => {
    const trips = [await away('ann'), await away('ann'), await away('ann')];
    const entered = await Promise.all(trips.map(({ answer, browser }) => finish(answer, browser).catch(() => null)));
    const users = new Set(entered.flatMap((one) => (one?.account ? [one.account.userId] : [])));
    expect(users.size).toBe(1);
    expect(await auth.source.query('select user_id from account')).toHaveLength(1);
    const gone = (await auth.events()).filter(({ deleted }) => deleted).map(({ userId }) => userId);
    expect([...users, ...gone].toSorted()).toEqual(auth.users.profiles.toSorted());
  });

  it('picks another name if the preferred one is taken', async () => {
    auth.users.names.set('ann.ohm', 'somebody');
    const { account } = await logIn('ann');
    const own = [...auth.users.names].filter(([, holder]) => holder === account?.userId);
    expect(own).toEqual([[expect.stringMatching(/^ann\.ohm\.\d{4}$/), account?.userId]]);
  });

  it('can be combined with a password set later', async () => {
    const { account } = await logIn('ann');
    await auth.client.requestPasswordReset({ email: 'ann@example.com', origin }, VISITOR);
    const link = auth.mailbox.linkTo('Ann@example.com');
    await auth.client.confirmPasswordReset({ ...link, password: PASSWORD, origin }, VISITOR);
    const { token } = await auth.client.logIn(logInRequest('ann@example.com'), VISITOR);
    expect([await userOf(token), await userOf((await logIn('ann')).token)]).toEqual(Array(2).fill(account?.userId));
  });

  it('sets a password and changes its address in its own session only, while it has no password', async () => {
    const { account, sessionId } = await logIn('ann');
    const userId = account?.userId ?? '';
    const call = { ...VISITOR, caller: { userId, accountType: 'free', sessionId } as const };
    const changeEmail = () => auth.client.changeEmail({ newEmail: 'ann@example.net', password: '' }, call);
    const setPassword = () =>
      auth.client.changePassword({ sessionId, currentPassword: '', newPassword: PASSWORD }, call);
    await changeEmail();
    const link = auth.mailbox.linkTo('ann@example.net');
    expect(await auth.client.confirmEmailChange({ ...link, origin }, VISITOR)).toMatchObject({
      email: 'ann@example.net',
    });
    await setPassword();
    expect(await userOf((await auth.client.logIn(logInRequest('ann@example.net'), VISITOR)).token)).toBe(userId);
    for (const [again, field] of [
      [setPassword, 'currentPassword'],
      [changeEmail, 'password'],
    ] as const) {
      const refusal = await errorOf(again());
      expect(refusal?.fields?.[field]?.message).toBe('Password is required');
    }
  });

  it('ends after unlinking, which requires a password, until its mailbox proves it again', async () => {
    const { account, sessionId } = await logIn('ann');
    const caller = { userId: account?.userId ?? '', accountType: 'free', sessionId } as const;
    const call = { ...VISITOR, caller };
    const unlink = (password: string) => auth.client.unlinkIdentity({ issuer: provider.plan.issuer, password }, call);
    expect(await errorNameOf(unlink(PASSWORD))).toBe('passwordNeeded');
    await auth.client.requestPasswordReset({ email: 'ann@example.com', origin }, VISITOR);
    const link = auth.mailbox.linkTo('Ann@example.com');
    await auth.client.confirmPasswordReset({ ...link, password: PASSWORD, origin }, VISITOR);
    expect(await errorNameOf(unlink('guessed-it'))).toBe('wrongPassword');
    await unlink(PASSWORD);
    expect((await auth.client.getSignIn({}, call)).identities).toEqual([]);
    await unlink(PASSWORD);
    expect((await logIn('ann')).account?.userId).toBe(account?.userId);
    expect(auth.mailbox.to('Ann@example.com').map(({ subject }) => subject.split(' - ')[0])).toEqual([
      'Set a new password',
      'Your password was changed',
      'A login provider was unlinked',
      'A login provider was linked',
    ]);
  });

  it('cleans up after an unfinished login', async () => {
    auth.users.failure = new Error('The users service is away.');
    await expect(logIn('ann')).rejects.toThrow();
    auth.users.failure = undefined;
    const { account } = await logIn('ann');
    await age(auth.source, 'sign_up', 'expires_at', '11 minutes');
    const { accounts, source, mails } = auth;
    await new UpkeepWorker(source, accounts, mails, { sessions: { idleDays: 30, days: 180 } }).clear();
    const told = (await auth.events()).map(({ userId, deleted }) => [userId === account?.userId, Boolean(deleted)]);
    expect(told).toEqual([
      [true, false],
      [false, true],
    ]);
  });
});

describe('an existing account', () => {
  it('is linked if the provider vouches for its address, and its owner is notified', async () => {
    const ann = await auth.member('ann@example.com');
    const { account } = await logIn('ann');
    expect(account).toMatchObject({ userId: ann.userId, passwordSet: true });
    expect(auth.mailbox.to('ann@example.com').at(-1)?.subject).toBe('A login provider was linked - Switchback');
    const { identities } = await auth.client.getSignIn({}, ann.call);
    expect(identities).toEqual([
      { issuer: provider.plan.issuer, subject: 'ann', linkedAt: expect.stringMatching(/^\d{4}-/) },
    ]);
    expect(await isValidToken(auth, ann.token)).toBe(true);
  });

  it('is neither taken over nor revealed otherwise', async () => {
    const unknown = await errorOf(logIn('bob'));
    const bob = await auth.member('bob@example.com');
    const known = await errorOf(logIn('bob'));
    expect([unknown?.error, known?.toApiError('r')]).toEqual(['emailNotVerified', unknown?.toApiError('r')]);
    expect((await auth.client.getSignIn({}, bob.call)).identities).toEqual([]);
    expect(await errorNameOf(logIn('nobody'))).toBe('emailNotVerified');
    expect(auth.users.profiles).toEqual([bob.userId]);
  });

  it('is still found by its link after its address changes', async () => {
    const { account } = await logIn('ann');
    await auth.source.query("update account set email = 'new@example.com', email_key = 'new@example.com'");
    expect((await logIn('ann')).account?.userId).toBe(account?.userId);
  });

  it('is not found by an address whose spelling folds to its own', async () => {
    // Aim: a provider that vouches for an odd spelling of kate's address neither enters her account nor claims her
    // address.
    const kate = await auth.member('kate@example.com');
    expect(await errorNameOf(logIn('kelvin'))).toBe('emailNotVerified');
    expect(await auth.source.query('select user_id from account')).toEqual([{ user_id: kate.userId }]);
    expect(await auth.source.query('select * from identity')).toEqual([]);
  });

  it('stays disabled if staff disabled it', async () => {
    await logIn('ann');
    await auth.staff.setEnabled('ann@example.com', false);
    expect(await errorNameOf(logIn('ann'))).toBe('notAllowed');
  });

  it('also requires its code, with the response that proved it', async () => {
    const ann = await auth.member('ann@example.com');
    await auth.client.beginTotp({ password: PASSWORD }, ann.call);
    await auth.source.query('update totp set on_since = now()');
    const hash = hashSecret('ABCDEFGHIJKLMNOP');
    await auth.source.query('insert into recovery_code (user_id, hash) values ($1, $2)', [ann.userId, hash]);
    const { answer, browser } = await away('ann');
    expect(await errorNameOf(finish(answer, browser))).toBe('oneTimeCodeNeeded');
    expect(await errorNameOf(finish(answer, 'another browser', 'ABCD-EFGH-IJKL-MNOP'))).toBe('signInExpired');
    expect(await errorNameOf(finish(answer, browser, '000000'))).toBe('wrongOneTimeCode');
    const { token } = await finish(answer, browser, 'ABCD-EFGH-IJKL-MNOP');
    expect(await userOf(token)).toBe(ann.userId);
    for (let count = 0; count < 9; count += 1) await errorNameOf(logIn('ann'));
    const later = await away('ann');
    for (let count = 0; count < 9; count += 1) await errorNameOf(finish(later.answer, later.browser, '000000'));
    expect(await errorNameOf(finish(later.answer, later.browser, '000000'))).toBe('tooManyRequests');
  }, 120_000);

  it('is deleted with its link', async () => {
    const { account, token } = await logIn('ann');
    const { userId, sessionId } = await auth.client.checkSession({ tokenHash: hashSecret(token) }, VISITOR);
    const caller = { userId, sessionId, accountType: 'free' } as const;
    await auth.client.deleteAccount({ sessionId, password: '' }, { requestId: 'r', caller });
    expect(await auth.source.query('select * from identity')).toEqual([]);
    expect((await logIn('ann')).account?.userId).not.toBe(account?.userId);
  });
});

describe('a response of the provider', () => {
  it('is accepted only from the browser that was sent there', async () => {
    const { answer, browser } = await away('ann');
    const other = await start();
    expect(await errorNameOf(finish(answer, other.browser))).toBe('signInExpired');
    expect(await errorNameOf(finish(answer, ''))).toBe('signInExpired');
    expect(await errorNameOf(finish(answer, browser))).toBeUndefined();
  });

  it('is accepted once, also of ten concurrent ones', async () => {
    const { answer, browser } = await away('ann');
    const errors = await Promise.all(Array.from({ length: 10 }, () => errorNameOf(finish(answer, browser))));
    expect(errors.toSorted()).toEqual([...Array<string>(9).fill('signInExpired'), undefined]);
    expect(await auth.source.query('select id from session')).toHaveLength(1);
  });

  it('is valid for ten minutes', async () => {
    const { answer, browser } = await away('ann');
    await age(auth.source, 'oidc_login', 'expires_at', '10 minutes');
    expect(await errorNameOf(finish(answer, browser))).toBe('signInExpired');
  });

  it.each(['', 'state=', 'code=made-up', 'code=made-up&state=made-up'])('is not %p', async (answer) => {
    const { browser } = await start();
    expect(await errorNameOf(finish(answer, browser))).toBe('signInExpired');
  });

  it('is rejected with a used code, or one of another login', async () => {
    const [first, second] = [await away('ann'), await start()];
    const state = new URL(second.url).searchParams.get('state') ?? '';
    const mixed = new URLSearchParams(first.answer);
    mixed.set('state', state);
    // Aim: PKCE: a stolen code is worthless in another round trip.
    expect(await errorNameOf(finish(mixed.toString(), second.browser))).toBe('providerRefused');
    expect(faults).toEqual([expect.stringContaining('invalid_grant')]);
    expect(faults.join()).not.toContain(mixed.get('code'));
    const third = await start();
    mixed.set('state', new URL(third.url).searchParams.get('state') ?? '');
    expect(await errorNameOf(finish(mixed.toString(), third.browser))).toBe('providerRefused');
  });

  it('is rejected with another nonce', async () => {
    const { url, browser } = await start();
    const altered = new URL(url);
    altered.searchParams.set('nonce', 'of somebody else');
    const answer = await provider.visit(altered.href, 'ann');
    expect(await errorNameOf(finish(answer, browser))).toBe('providerRefused');
    expect(await auth.source.query('select user_id from account')).toEqual([]);
  });

  it('is rejected if it claims another provider', async () => {
    // Aim: RFC 9207: a response of one provider is not accepted as another's.
    const { answer, browser } = await away('ann');
    const altered = new URLSearchParams(answer);
    altered.set('iss', 'https://evil.example');
    expect(await errorNameOf(finish(altered.toString(), browser))).toBe('providerRefused');
  });

  it('is rejected if the person declined', async () => {
    const { url, browser } = await start();
    const query = new URLSearchParams({ error: 'access_denied', iss: provider.plan.issuer });
    query.set('state', new URL(url).searchParams.get('state') ?? '');
    expect(await errorNameOf(finish(query.toString(), browser))).toBe('providerRefused');
  });
});

describe('an unavailable provider', () => {
  const fresh = async () => {
    await auth.close();
    auth = await openAuth(database.url, { provider: provider.plan });
  };
  afterEach(() => {
    provider.wire.restore();
    provider.wire.resume();
  });

  it('is reported, while passwords still work, and retried', async () => {
    await auth.member('ann@example.com');
    await fresh();
    provider.wire.cut();
    expect(await errorNameOf(start())).toBe('providerUnavailable');
    expect(await errorNameOf(auth.client.logIn(logInRequest('ann@example.com'), VISITOR))).toBeUndefined();
    provider.wire.restore();
    expect(await errorNameOf(logIn('ann'))).toBeUndefined();
  });

  it('may fail in the middle of a login', async () => {
    const { answer, browser } = await away('ann');
    provider.wire.cut();
    expect(await errorNameOf(finish(answer, browser))).toBe('providerUnavailable');
  });

  it('delays no request for long', async () => {
    await fresh();
    provider.wire.pause();
    const startMs = performance.now();
    expect(await errorNameOf(start())).toBe('providerUnavailable');
    expect(performance.now() - startMs).toBeLessThan(4_000);
  });

  it('is not offered if none is configured', async () => {
    await auth.close();
    auth = await openAuth(database.url);
    expect([await errorNameOf(start()), await errorNameOf(finish('state=s', 'b'))]).toEqual([
      'notOffered',
      'notOffered',
    ]);
  });
});

describe('the redirect of a browser', () => {
  it('leads to the provider, with PKCE and no secrets', async () => {
    const { url, browser } = await start();
    const { origin: at, searchParams } = new URL(url);
    expect([at, Object.fromEntries(searchParams)]).toEqual([
      provider.plan.issuer,
      {
        client_id: 'switchback',
        response_type: 'code',
        scope: 'openid email profile',
        redirect_uri: 'https://drives.example/login/callback',
        code_challenge_method: 'S256',
        state: expect.any(String),
        nonce: expect.any(String),
        code_challenge: expect.any(String),
      },
    ]);
    expect(url).not.toContain(browser);
    const kept = JSON.stringify(await auth.source.query('select * from oidc_login'));
    expect(kept).not.toContain(searchParams.get('state'));
  });

  it('is limited per IP address', async () => {
    const rates = { failuresPerAccount: 10, failuresPerAddress: 2 };
    await auth.close();
    auth = await openAuth(database.url, {
      provider: provider.plan,
      rates: { ...rates, mailsPerMailbox: 5, mailsPerAddress: 5, mailsPerHour: 5, mailsPerAccount: 5 },
    });
    expect([await errorNameOf(start()), await errorNameOf(start()), await errorNameOf(start())]).toEqual([
      undefined,
      undefined,
      'tooManyRequests',
    ]);
  });
});
