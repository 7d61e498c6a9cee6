// Aim: every mail is sent once: retried when it was surely refused, never sent twice, and not lost with a process.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { MailRefused, MailUncertain } from '@switchback/platform/mail/mail';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { age, JOB_CONTEXT, openAuth, type OpenedAuth, refusalOf, signUpRequest, VISITOR } from '../auth.fixture.js';
import { upkeepHandler } from '../upkeep/upkeep.js';
import { mailHandler } from './mail-job.js';

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

/** One attempt at a mail's job. */
const attempt = (mailId: string) => {
  const { source, letters, mailbox } = auth;
  const handler = mailHandler({ source, letters, mailer: mailbox, onLost: (error) => lost.push(error) });
  return handler({ mailId }, JOB_CONTEXT);
};
const upkeep = () => upkeepHandler({ ...auth, idleDays: 30 })({}, JOB_CONTEXT);
const pending = () => auth.source.query<{ id: string }[]>('select id from mail');

/** A sign-up whose mail no job was enqueued for. */
async function unsent(email: string): Promise<string> {
  auth.mailbox.failures.push(new MailRefused('away', { isFinal: false }));
  await auth.client.signUp(signUpRequest(email), VISITOR);
  const [mail] = await pending();
  return mail!.id;
}

describe('the job of a mail', () => {
  it('is tried again when the mail was surely not taken, and then holds a link that works', async () => {
    const mailId = await unsent('ann@example.com');
    auth.mailbox.failures.push(new MailRefused('busy', { isFinal: false }));
    await expect(attempt(mailId)).rejects.toThrow('busy');
    await attempt(mailId);
    expect([auth.mailbox.mails.map(({ id }) => id), lost]).toEqual([[mailId], []]);
    expect(await refusalOf(auth.client.confirmSignUp(auth.mailbox.linkTo('ann@example.com'), VISITOR))).toBeNull();
    expect(await pending()).toEqual([]);
  });

  it.each([
    ['may have been taken', new MailUncertain('no answer')],
    ['is not wanted', new MailRefused('no such mailbox', { isFinal: true })],
  ])('gives up a mail that %s, and says so', async (_what, failure) => {
    // Aim: the same link is never mailed twice, and nothing is sent to a mailbox that is none for ever.
    const mailId = await unsent('ann@example.com');
    auth.mailbox.failures.push(failure);
    await attempt(mailId);
    await attempt(mailId);
    expect([auth.mailbox.mails, lost, await pending()]).toEqual([[], [failure], []]);
  });

  it('sends one mail when it runs ten times at once', async () => {
    // Aim: jobs come at least once; mails come at most once.
    const mailId = await unsent('ann@example.com');
    await Promise.all(Array.from({ length: 10 }, () => attempt(mailId)));
    expect(auth.mailbox.mails).toHaveLength(1);
    expect(await refusalOf(auth.client.confirmSignUp(auth.mailbox.linkTo('ann@example.com'), VISITOR))).toBeNull();
  });

  it('leaves a mail alone that another attempt is sending, and sends it when that one was refused', async () => {
    // Aim: an attempt that comes too early neither sends a second mail nor loses the first.
    const mailId = await unsent('ann@example.com');
    const { source, letters, mailbox } = auth;
    const sending = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    const send = () => {
      sending.resolve();
      return answer.promise;
    };
    const handler = mailHandler({ source, letters, mailer: { send }, onLost: (error) => lost.push(error) });
    const first = handler({ mailId }, JOB_CONTEXT);
    await sending.promise;
    await attempt(mailId);
    expect([mailbox.mails, (await pending()).length]).toEqual([[], 1]);
    answer.reject(new MailRefused('busy', { isFinal: false }));
    await expect(first).rejects.toThrow('busy');
    await attempt(mailId);
    expect([mailbox.mails.map(({ id }) => id), await pending()]).toEqual([[mailId], []]);
  });

  it('keeps no code anywhere but in the mail', async () => {
    // Aim: who reads the database, or the queue of the jobs, can use no link.
    await auth.client.signUp(signUpRequest('ann@example.com'), VISITOR);
    const { code } = auth.mailbox.linkTo('ann@example.com');
    for (const table of ['code', 'mail', 'sign_up', 'outbox'])
      expect(JSON.stringify(await auth.source.query(`select * from ${table}`))).not.toContain(code);
  });
});

describe('upkeep', () => {
  it('sends mails whose job was lost, once they are a minute old', async () => {
    // Aim: a process that dies between the commit and its job loses no mail.
    const mailId = await unsent('ann@example.com');
    await upkeep();
    expect(auth.mailbox.mails).toEqual([]);
    await age(auth.source, 'mail', 'created_at', '61 seconds');
    await upkeep();
    expect(auth.mailbox.mails.map(({ id }) => id)).toEqual([mailId]);
  });

  it('sends nothing that nobody waits for any more', async () => {
    await unsent('ann@example.com');
    await age(auth.source, 'mail', 'created_at', '25 hours');
    await age(auth.source, 'mail', 'expires_at', '25 hours');
    await upkeep();
    expect([auth.mailbox.mails, await pending()]).toEqual([[], []]);
  });

  it('forgets what has expired, and tells of profiles that were made for nobody', async () => {
    // Aim: an address typed in a form is not kept, and no name is blocked by who never came back.
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

  it('keeps what is still of use', async () => {
    const ann = await auth.member('ann@example.com');
    await upkeep();
    expect((await auth.client.listSessions({}, ann.call)).sessions).toHaveLength(1);
    await age(auth.source, 'code', 'expires_at', '100 days');
    await upkeep();
    const link = auth.mailbox.linkTo('ann@example.com');
    expect((await refusalOf(auth.client.confirmSignUp(link, VISITOR)))?.error).toBe('alreadyConfirmed');
  });
});
