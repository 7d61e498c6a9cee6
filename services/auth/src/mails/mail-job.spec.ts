// Aim: every mail is sent once: retried after a definite refusal, never sent twice, and not lost if a process dies.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { queryRows } from '@switchback/platform/db/sql';
import { MailRefused, MailUncertain } from '@switchback/platform/mail/mail';
import type { Logger } from '@switchback/platform/telemetry/logger';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { waitUntil } from '@switchback/testing/wait';
import { z } from 'zod';
import {
  age,
  openAuth,
  type OpenedAuth,
  originAt,
  errorOf,
  signUpRequest,
  UNLIMITED,
  VISITOR,
} from '../auth.fixture.js';
import { UpkeepWorker } from '../upkeep/upkeep.worker.js';
import { MailWorker } from './mail.worker.js';
import { PendingMail } from './pending-mail.entity.js';

let database: TestDatabase;
let auth: OpenedAuth;
let lost: unknown[];

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  lost = [];
  auth = await openAuth(database.url);
  await auth.source.query('truncate account, sign_up, session, code, mail, outbox');
});
afterEach(() => auth.close());
afterAll(() => database.drop());

/** The transaction of a job, and a lock that waits for it. */
const JOB = z.strictObject({ id: z.string() });
const HELD = z.strictObject({});
const logger = { warn: ({ error }: { error: unknown }) => void lost.push(error) } as unknown as Logger;

/** Runs one attempt at a mail's job. */
const attempt = (mailId: string) => {
  const { source, mailRenderer, limits, mailbox } = auth;
  return new MailWorker(source.getRepository(PendingMail), mailRenderer, mailbox, limits, logger).send({ mailId });
};
const upkeep = () => {
  const { source, accounts, mails } = auth;
  return new UpkeepWorker(source, accounts, mails, { sessions: { idleDays: 30, days: 180 } }).clear();
};
const pending = () => auth.source.getRepository(PendingMail).find();

/** Creates a sign-up whose mail is unsent and has no job. */
async function unsent(email: string): Promise<string> {
  auth.mailbox.failures.push(new MailRefused('away', { isFinal: false }));
  await auth.client.signUp(signUpRequest(email), VISITOR);
  const [mail] = await pending();
  return mail!.id;
}

describe('the job of a mail', () => {
  it('is retried if the server definitely rejected the mail, and then contains a working link', async () => {
    const mailId = await unsent('ann@example.com');
    auth.mailbox.failures.push(new MailRefused('busy', { isFinal: false }));
    await expect(attempt(mailId)).rejects.toThrow('busy');
    await attempt(mailId);
    expect([auth.mailbox.mails.map(({ id }) => id), lost]).toEqual([[mailId], []]);
    expect(await errorOf(auth.client.confirmSignUp(auth.mailbox.linkTo('ann@example.com'), VISITOR))).toBeNull();
    expect(await pending()).toEqual([]);
  });

  it.each([
    ['may have been accepted', new MailUncertain('no answer')],
    ['was rejected for good', new MailRefused('no such mailbox', { isFinal: true })],
  ])('gives up on a mail that %s, and reports it', async (_what, failure) => {
    // Aim: no link is mailed twice, and a mail to a nonexistent mailbox is not retried forever.
    const mailId = await unsent('ann@example.com');
    auth.mailbox.failures.push(failure);
    await attempt(mailId);
    await attempt(mailId);
    expect([auth.mailbox.mails, lost, await pending()]).toEqual([[], [failure], []]);
  });

  it('sends one mail if it runs ten times concurrently', async () => {
    // Aim: jobs run at least once; mails are sent at most once.
    const mailId = await unsent('ann@example.com');
    await Promise.all(Array.from({ length: 10 }, () => attempt(mailId)));
    expect(auth.mailbox.mails).toHaveLength(1);
    expect(await errorOf(auth.client.confirmSignUp(auth.mailbox.linkTo('ann@example.com'), VISITOR))).toBeNull();
  });

  it('skips a mail that another attempt is sending, and sends it if that one was rejected', async () => {
    // Aim: an early attempt neither sends a second mail nor loses the first.
    const mailId = await unsent('ann@example.com');
    const { source, mailRenderer, limits, mailbox } = auth;
    const sending = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    const send = () => {
      sending.resolve();
      return answer.promise;
    };
    const mailer = { send, close: () => Promise.resolve() };
    const worker = new MailWorker(source.getRepository(PendingMail), mailRenderer, mailer, limits, logger);
    const first = worker.send({ mailId });
    await sending.promise;
    await attempt(mailId);
    expect([mailbox.mails, (await pending()).length]).toEqual([[], 1]);
    answer.reject(new MailRefused('busy', { isFinal: false }));
    await expect(first).rejects.toThrow('busy');
    await attempt(mailId);
    expect([mailbox.mails.map(({ id }) => id), await pending()]).toEqual([[mailId], []]);
  });

  it('stores no code outside the mail', async () => {
    // Aim: read access to the database or the job queue does not give anyone a working link.
    await auth.client.signUp(signUpRequest('ann@example.com'), VISITOR);
    const { code } = auth.mailbox.linkTo('ann@example.com');
    for (const table of ['code', 'mail', 'sign_up', 'outbox'])
      expect(JSON.stringify(await auth.source.query(`select * from ${table}`))).not.toContain(code);
  });
});

describe('the hourly limit', () => {
  it('counts only mails to the person, and delays the excess', async () => {
    // Aim: M3: requests for addresses without an account use up no quota, and no response reveals which addresses those
    // are.
    await auth.close();
    auth = await openAuth(database.url, { rates: { ...UNLIMITED, mailsPerHour: 3 } });
    await auth.member('ann@example.com');
    const ask = (email: string) =>
      errorOf(auth.client.requestPasswordReset({ email, origin: originAt('192.0.2.1') }, VISITOR));
    for (let index = 0; index < 20; index++) expect(await ask(`nobody-${index}@example.com`)).toBeNull();
    for (let index = 0; index < 3; index++) expect(await ask('ann@example.com')).toBeNull();
    const resets = () => auth.mailbox.to('ann@example.com').filter(({ subject }) => subject.startsWith('Set a new'));
    expect([resets().length, (await pending()).length]).toEqual([2, 1]);
    expect(await auth.source.query("select hash from code where purpose = 'password-reset'")).toHaveLength(2);
    auth.clock.advance(3_600_001);
    await age(auth.source, 'mail', 'created_at', '61 seconds');
    await upkeep();
    expect([resets().length, await pending()]).toEqual([3, []]);
  });

  it('delays no notice, and does not count rejected mails', async () => {
    await auth.close();
    auth = await openAuth(database.url, { rates: { ...UNLIMITED, mailsPerHour: 2 } });
    const { userId } = await auth.member('ann@example.com');
    await auth.client.requestPasswordReset({ email: 'ann@example.com', origin: originAt('192.0.2.1') }, VISITOR);
    const notice = { kind: 'totp-on', address: 'ann@example.com', userId } as const;
    await auth.mails.send([await auth.mails.add(auth.source.manager, notice)]);
    expect(auth.mailbox.to('ann@example.com').at(-1)?.subject).toBe('Two-step login is on - Switchback');
    auth.clock.advance(3_600_001);
    auth.mailbox.failures.push(new MailRefused('busy', { isFinal: false }));
    await auth.client.requestPasswordReset({ email: 'ann@example.com', origin: originAt('192.0.2.1') }, VISITOR);
    const [mail] = await pending();
    await attempt(mail!.id);
    await auth.client.requestPasswordReset({ email: 'ann@example.com', origin: originAt('192.0.2.1') }, VISITOR);
    expect(await pending()).toEqual([]);
  });
});

describe('a mail of an account that is deleted meanwhile', () => {
  it.each([
    ['email-change', 'new@example.com'],
    ['password-reset', 'ann@example.com'],
  ] as const)('leaves no code of %s', async (kind, address) => {
    // Aim: M9: a requested address does not outlive the account, whether the mail or the deletion comes first.
    const { userId, sessionId, call } = await auth.member('ann@example.com');
    const mailId = await auth.mails.add(auth.source.manager, { kind, address, userId });
    let deletion: Promise<unknown> | undefined;
    let job: z.infer<typeof JOB> | undefined;
    const { source, mailRenderer, limits, mailbox: mailer } = auth;
    const render: typeof mailRenderer.render = async (manager, mail) => {
      [job] = await queryRows(manager, JOB, 'select pg_current_xact_id()::xid::text as id');
      return mailRenderer.render(manager, mail);
    };
    const isHeld = 'select from pg_locks where not granted and transactionid = $1::xid';
    // Last step before the commit.
    const countMail = async () => {
      let isDone = false;
      deletion = auth.client.deleteAccount({ sessionId, password: '' }, call).finally(() => (isDone = true));
      const hasCome = async () => isDone || (await queryRows(source, HELD, isHeld, [job?.id])).length > 0;
      await waitUntil('the deletion to come so far', hasCome);
      return limits.countMail();
    };
    await new MailWorker(source.getRepository(PendingMail), { render }, mailer, { countMail }, logger).send({ mailId });
    await deletion;
    for (const table of ['account', 'code', 'mail'])
      expect([table, await source.query(`select * from ${table} where user_id = $1`, [userId])]).toEqual([table, []]);
  });
});

describe('upkeep', () => {
  it('sends mails whose job was lost, once they are a minute old', async () => {
    // Aim: a process that dies between the commit and enqueuing the job loses no mail.
    const mailId = await unsent('ann@example.com');
    await upkeep();
    expect(auth.mailbox.mails).toEqual([]);
    await age(auth.source, 'mail', 'created_at', '61 seconds');
    await upkeep();
    expect(auth.mailbox.mails.map(({ id }) => id)).toEqual([mailId]);
  });

  it('sends no outdated mails', async () => {
    await unsent('ann@example.com');
    await age(auth.source, 'mail', 'created_at', '25 hours');
    await age(auth.source, 'mail', 'expires_at', '25 hours');
    await upkeep();
    expect([auth.mailbox.mails, await pending()]).toEqual([[], []]);
  });

  it('deletes expired rows, and reports abandoned profiles', async () => {
    // Aim: an address typed into a form is not retained, and an abandoned sign-up blocks no username.
    await auth.client.signUp(signUpRequest('ann@example.com'), VISITOR);
    const { userId, code } = auth.mailbox.linkTo('ann@example.com');
    auth.users.failure = new Error('away');
    await expect(auth.client.confirmSignUp({ userId, code }, VISITOR)).rejects.toThrow();
    await auth.client.signUp(signUpRequest('bob@example.com'), VISITOR);
    await age(auth.source, 'sign_up', 'expires_at', '25 hours');
    await upkeep();
    expect(await auth.source.query('select user_id from sign_up')).toEqual([]);
    expect(await auth.events()).toEqual([{ userId, rev: 1, deleted: {} }]);
  });

  it('keeps rows that are still needed', async () => {
    const ann = await auth.member('ann@example.com');
    await upkeep();
    expect((await auth.client.listSessions({}, ann.call)).sessions).toHaveLength(1);
    await age(auth.source, 'code', 'expires_at', '100 days');
    await upkeep();
    const link = auth.mailbox.linkTo('ann@example.com');
    expect((await errorOf(auth.client.confirmSignUp(link, VISITOR)))?.error).toBe('alreadyConfirmed');
  });
});
