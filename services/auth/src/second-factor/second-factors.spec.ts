// Aim: with codes on, no login succeeds without one, each code works once, and responses reveal nothing.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { queryRows } from '@switchback/platform/db/sql';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { z } from 'zod';
import type { AuthSettings, TotpSettings } from '../auth-settings.js';
import {
  isValidToken,
  logInRequest,
  type Member,
  openAuth,
  type OpenedAuth,
  originAt,
  PASSWORD,
  errorOf,
  VISITOR,
} from '../auth.fixture.js';
import { totpCode } from './totp.js';

const KEY = 'a key of this installation alone';

let database: TestDatabase;
let auth: OpenedAuth;
let ann: Member;

beforeAll(async () => {
  database = await createTestDatabase();
});
const open = async (given: Partial<TotpSettings> = {}, options: Partial<AuthSettings> = {}) => {
  auth = await openAuth(database.url, { totp: { isOffered: true, keys: () => [KEY], ...given }, ...options });
};
/** Restarts with other settings. */
const reopen = async (...given: Parameters<typeof open>) => {
  await auth.close();
  await open(...given);
};
beforeEach(async () => {
  await open();
  await auth.source.query('truncate account, sign_up, session, code, totp, recovery_code, mail, outbox');
  ann = await auth.member('ann@example.com');
});
afterEach(() => auth.close());
afterAll(() => database.drop());

/** Decodes a secret as an app does. */
function decoded(secret: string): Buffer {
  const bits = [...secret].map((sign) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0'));
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

const STEP = z.strictObject({ step: z.number() });
const STORED = z.strictObject({ kept: z.instanceof(Buffer) });

async function codeOf(secret: string, stepsAhead = 0): Promise<string> {
  const statement = 'select floor(extract(epoch from now()) / 30)::integer as step';
  const [now] = await queryRows(auth.source, STEP, statement);
  return totpCode(decoded(secret), now!.step + stepsAhead);
}

/** Turns codes on with the code before the current one, so that the current one stays unused. */
async function turnOn() {
  const { secret } = await auth.client.beginTotp({ password: PASSWORD }, ann.call);
  const { recoveryCodes } = await auth.client.confirmTotp({ code: await codeOf(secret, -1) }, ann.call);
  return { secret, recoveryCodes };
}

const logIn = (oneTimeCode = '', password = PASSWORD, address = '192.0.2.9') =>
  auth.client.logIn({ ...logInRequest(ann.email, password, address), oneTimeCode }, VISITOR);
const errorNameOf = async (asked: Promise<unknown>) => (await errorOf(asked))?.error;
const signIn = () => auth.client.getSignIn({}, ann.call);

describe('new recovery codes', () => {
  it('replace the remaining ones, require the password, and are reported by mail', async () => {
    const replace = (password: string) => auth.client.replaceRecoveryCodes({ password }, ann.call);
    expect(await errorNameOf(replace(PASSWORD))).toBe('oneTimeCodesOff');
    const { recoveryCodes: old } = await turnOn();
    expect(await errorNameOf(replace('guessed-it'))).toBe('wrongPassword');
    await logIn(old[0]);
    const { recoveryCodes } = await replace(PASSWORD);
    expect((await signIn()).recoveryCodesLeft).toBe(10);
    expect(await errorNameOf(logIn(old[1]))).toBe('wrongOneTimeCode');
    expect(await errorNameOf(logIn(recoveryCodes[1]))).toBeUndefined();
    expect(auth.mailbox.to(ann.email).at(-1)?.subject).toBe('New recovery codes - Switchback');
  });
});

describe('turning codes on', () => {
  it('requires the password and a first code, and mails a confirmation', async () => {
    const { secret, uri } = await auth.client.beginTotp({ password: PASSWORD }, ann.call);
    expect(uri).toBe(`otpauth://totp/Switchback:ann%40example.com?secret=${secret}&issuer=Switchback`);
    expect(await errorNameOf(logIn())).toBeUndefined();
    expect(Object.keys((await errorOf(auth.client.confirmTotp({ code: '000' }, ann.call)))?.fields ?? {})).toEqual([
      'code',
    ]);
    const { recoveryCodes } = await auth.client.confirmTotp({ code: await codeOf(secret) }, ann.call);
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(await signIn()).toMatchObject({ totpOffered: true, totpOn: true, recoveryCodesLeft: 10 });
    expect(auth.mailbox.to(ann.email).at(-1)?.subject).toBe('Two-step login is on - Switchback');
    expect(await isValidToken(auth, ann.token)).toBe(true);
  });

  it('is rejected with a wrong password, if already on, and if not offered', async () => {
    const start = (password = PASSWORD) => auth.client.beginTotp({ password }, ann.call);
    expect(Object.keys((await errorOf(start('guessed-it')))?.fields ?? {})).toEqual(['password']);
    expect(await errorNameOf(auth.client.confirmTotp({ code: '000000' }, ann.call))).toBe('notOffered');
    await turnOn();
    expect(await errorNameOf(start())).toBe('oneTimeCodesOn');
    await reopen({ isOffered: false });
    expect(await errorNameOf(start())).toBe('notOffered');
  });

  it('counts wrong first codes', async () => {
    await auth.client.beginTotp({ password: PASSWORD }, ann.call);
    for (let count = 0; count < 10; count += 1) await errorNameOf(auth.client.confirmTotp({ code: '000' }, ann.call));
    expect(await errorNameOf(auth.client.confirmTotp({ code: '000' }, ann.call))).toBe('tooManyRequests');
  });
});

describe('logging in with codes on', () => {
  it('requires one, at its field, and succeeds with it', async () => {
    const { secret } = await turnOn();
    const asked = await errorOf(logIn());
    expect([asked?.error, Object.keys(asked?.fields ?? {})]).toEqual(['oneTimeCodeNeeded', ['oneTimeCode']]);
    expect(await errorNameOf(logIn('000'))).toBe('wrongOneTimeCode');
    const code = await codeOf(secret);
    const { token } = await logIn(`${code.slice(0, 3)} ${code.slice(3)}`);
    expect(await isValidToken(auth, token)).toBe(true);
  });

  // F13: an app follows the time of day, which the database has.
  it.each([-10, 10])('accepts the code of the actual time, with our clock off by %d minutes', async (minutes) => {
    auth.clock.advance(minutes * 60_000);
    const { secret } = await turnOn();
    expect(await errorNameOf(logIn(await codeOf(secret, 20)))).toBe('wrongOneTimeCode');
    expect(await errorNameOf(logIn(await codeOf(secret, -20)))).toBe('wrongOneTimeCode');
    const { token } = await logIn(await codeOf(secret));
    expect(await isValidToken(auth, token)).toBe(true);
  });

  it('reveals nothing about codes without the password', async () => {
    const { secret } = await turnOn();
    const answers = [await errorOf(logIn('', 'guessed-it')), await errorOf(logIn(await codeOf(secret), 'guessed-it'))];
    expect(answers.map((refusal) => refusal?.error)).toEqual(['wrongCredentials', 'wrongCredentials']);
  });

  it('accepts no code twice, none before it, and none from far off', async () => {
    const { secret } = await turnOn();
    const code = await codeOf(secret);
    const before = await codeOf(secret, -1);
    await logIn(code);
    const later = [code, before, await codeOf(secret, -3), await codeOf(secret, 3)];
    for (const refused of later) expect(await errorNameOf(logIn(refused))).toBe('wrongOneTimeCode');
  });

  it('admits one of 20 concurrent logins with the same code', async () => {
    const { secret } = await turnOn();
    const code = await codeOf(secret);
    const addresses = Array.from({ length: 20 }, (_, index) => `192.0.2.${index + 20}`);
    const limits = { failuresPerAccount: 1_000, failuresPerAddress: 1_000 };
    const rates = { ...limits, mailsPerMailbox: 5, mailsPerAddress: 5, mailsPerAccount: 5, mailsPerHour: 5 };
    await reopen({}, { rates });
    const errors = await Promise.all(addresses.map((address) => errorNameOf(logIn(code, PASSWORD, address))));
    expect(errors.filter((error) => error === undefined)).toHaveLength(1);
    expect(errors.filter((error) => error === 'wrongOneTimeCode')).toHaveLength(19);
  });

  it('counts recovery codes apart from codes of the app, each kind for itself', async () => {
    const { recoveryCodes } = await turnOn();
    for (let count = 0; count < 10; count += 1) await errorNameOf(logIn('000'));
    expect(await errorNameOf(logIn('000'))).toBe('tooManyRequests');
    expect(await errorNameOf(logIn(recoveryCodes[0]))).toBeUndefined();
    for (let count = 0; count < 10; count += 1)
      expect(await errorNameOf(logIn('AAAA-BBBB-CCCC-DDDD'))).toBe('wrongOneTimeCode');
    expect(await errorNameOf(logIn(recoveryCodes[1]))).toBe('tooManyRequests');
  });

  it('counts wrong codes like wrong passwords, and does not count the prompt for one', async () => {
    const { secret } = await turnOn();
    for (let count = 0; count < 12; count += 1) expect(await errorNameOf(logIn())).toBe('oneTimeCodeNeeded');
    for (let count = 0; count < 10; count += 1) expect(await errorNameOf(logIn('000'))).toBe('wrongOneTimeCode');
    expect(await errorNameOf(logIn(await codeOf(secret)))).toBe('tooManyRequests');
    // The prompt still appears: the password is right.
    expect(await errorNameOf(logIn())).toBe('oneTimeCodeNeeded');
  });

  it('accepts each recovery code once, however it is written', async () => {
    const { recoveryCodes } = await turnOn();
    const [first = '', second = ''] = recoveryCodes;
    expect(await errorNameOf(logIn(first.toLowerCase().replaceAll('-', ' ')))).toBeUndefined();
    expect(await errorNameOf(logIn(first))).toBe('wrongOneTimeCode');
    expect(await errorNameOf(logIn(second))).toBeUndefined();
    expect((await signIn()).recoveryCodesLeft).toBe(8);
  });

  it('works even after the operator disables new ones', async () => {
    const { secret } = await turnOn();
    await reopen({ isOffered: false });
    expect(await errorNameOf(logIn())).toBe('oneTimeCodeNeeded');
    expect(await errorNameOf(logIn(await codeOf(secret)))).toBeUndefined();
  });
});

describe('bypasses of a code', () => {
  it('do not exist with mailed links: a new password opens no session, and codes are still required', async () => {
    await turnOn();
    await auth.client.requestPasswordReset({ email: ann.email, origin: originAt('192.0.2.1') }, VISITOR);
    const link = { ...auth.mailbox.linkTo(ann.email), password: 'staple-battery', origin: originAt('192.0.2.1') };
    expect(await auth.client.confirmPasswordReset(link, VISITOR)).toEqual({ token: '' });
    expect(await errorNameOf(logIn('', 'staple-battery'))).toBe('oneTimeCodeNeeded');
  });

  it('do not exist with a change of address', async () => {
    await turnOn();
    await auth.client.changeEmail({ newEmail: 'new@example.com', password: PASSWORD }, ann.call);
    const link = { ...auth.mailbox.linkTo('new@example.com'), origin: originAt('192.0.2.1') };
    expect((await auth.client.confirmEmailChange(link, VISITOR)).token).toBe('');
  });
});

describe('turning codes off', () => {
  it('requires the password, and mails a confirmation', async () => {
    await turnOn();
    expect(await errorNameOf(auth.client.turnOffTotp({ password: 'guessed-it' }, ann.call))).toBe('wrongPassword');
    await auth.client.turnOffTotp({ password: PASSWORD }, ann.call);
    expect(await errorNameOf(logIn())).toBeUndefined();
    expect((await signIn()).recoveryCodesLeft).toBe(0);
    expect(auth.mailbox.to(ann.email).at(-1)?.subject).toBe('Two-step login is off - Switchback');
  });

  it('is possible for the operator, for a person who has lost everything', async () => {
    await turnOn();
    expect([await auth.staff.turnOffTotp(ann.email), await auth.staff.turnOffTotp(ann.email)]).toEqual([true, false]);
    expect(await auth.staff.turnOffTotp('nobody@example.com')).toBeNull();
    expect(await errorNameOf(logIn())).toBeUndefined();
  });

  it('happens with the deletion of the account', async () => {
    await turnOn();
    await auth.client.deleteAccount({ sessionId: ann.sessionId, password: '' }, ann.call);
    expect(await auth.source.query('select user_id from totp union all select user_id from recovery_code')).toEqual([]);
  });
});

describe('the stored secret', () => {
  it('is useless to a reader of the database', async () => {
    const { secret, recoveryCodes } = await turnOn();
    const rows = await queryRows(
      auth.source,
      STORED,
      'select secret as kept from totp union select hash from recovery_code',
    );
    const kept = Buffer.concat(rows.map((row) => row.kept)).toString('latin1');
    const known = [
      decoded(secret).toString('latin1'),
      secret,
      ...recoveryCodes.flatMap((code) => [code, code.replaceAll('-', '')]),
    ];
    expect(known.filter((text) => kept.includes(text))).toEqual([]);
  });

  it('opens for no other account', async () => {
    // Aim: a row copied to another account with write access to the database is worthless there.
    const { secret } = await turnOn();
    await auth.source.query("update totp set user_id = 'eve'");
    await auth.source.query("update account set user_id = 'eve'");
    await expect(logIn(await codeOf(secret))).rejects.toMatchObject({ error: 'internal' });
  });

  it('survives the rotation of the key if a code was used while both were known', async () => {
    const { secret } = await turnOn();
    const next = 'the next key of this installation';
    await reopen({ keys: () => [next, KEY] });
    expect(await errorNameOf(logIn(await codeOf(secret)))).toBeUndefined();
    await reopen({ keys: () => [next] });
    expect(await errorNameOf(logIn(await codeOf(secret, 1)))).toBeUndefined();
  });

  it('is replaced by recovery codes after that', async () => {
    const { recoveryCodes } = await turnOn();
    await reopen({ keys: () => ['another key of another installation'] });
    expect(await errorNameOf(logIn(recoveryCodes[0]))).toBeUndefined();
  });
});
