// Aim: a message to the staff reaches their mailbox, is stored as long as it is useful, and is deleted with its
// account.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { systemClock } from '@switchback/platform/clock';
import { loadSettings } from '@switchback/platform/config/settings';
import { MailUncertain } from '@switchback/platform/mail/mail';
import { received } from '@switchback/platform/mail/received.fixture';
import { createLogger } from '@switchback/platform/telemetry/logger';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { as, join as signUp, openUsers, type OpenedUsers, outboxOf, STAFF, VISITOR } from '../users.fixture.js';
import { ContactMessage } from './contact-message.entity.js';
import { ContactMailWorker, openContactDesk } from './contact-mail.js';

const TYPED = { name: 'Ann', email: 'ann@example.com', reason: 'account-help', message: 'Hello\nI need help' };

let database: TestDatabase;
let users: OpenedUsers;

beforeAll(async () => {
  database = await createTestDatabase();
  users = await openUsers(database.url);
});
beforeEach(async () => {
  await users.source.query(
    'truncate username, profile, recent_search, listed_drive, export, contact_message, outbox cascade',
  );
  users.mailer.mails.length = 0;
});
afterAll(async () => {
  await users.close();
  await database.drop();
});

const stored = () => users.source.getRepository(ContactMessage).find({ select: { name: true, message: true } });

/** Builds the event of a message as the bus delivers it. */
function eventOf(id: string, typed: Partial<typeof TYPED> = {}, userId = '') {
  const payload = { ...TYPED, ...typed, id, userId };
  return {
    id: `event-${id}`,
    type: 'contact.received',
    source: 'users',
    subject: id,
    version: 1,
    time: new Date(),
    payload,
  };
}

describe('a message to the staff', () => {
  it('is mailed to them once, and replies go to its author', async () => {
    await users.receive(eventOf('m1'));
    await users.receive(eventOf('m1'));
    expect(users.mailer.mails).toEqual([
      {
        id: 'm1',
        to: STAFF,
        replyTo: 'ann@example.com',
        subject: 'Contact: account-help - Switchback',
        text: 'Hello\nI need help\n\n-- \nName: Ann\nEmail: ann@example.com\nAccount: none\n',
      },
    ]);
  });

  it('is mailed by another attempt if the mail server failed', async () => {
    // Aim: no visitor waits for a reply to a message that was never read.
    users.mailer.failures.push(new MailUncertain('no answer'));
    await expect(users.receive(eventOf('m1'))).rejects.toThrow('no answer');
    await users.receive(eventOf('m1'));
    expect(users.mailer.to(STAFF)).toHaveLength(1);
  });

  it('is stored for 90 days', async () => {
    const { time, ...old } = eventOf('old', { message: 'old' });
    await users.receive({ ...old, time: new Date(time.getTime() - 91 * 86_400_000) });
    await users.receive(eventOf('new', { message: 'new' }));
    await users.messages.sweep();
    expect(await stored()).toEqual([{ name: 'Ann', message: 'new' }]);
  });

  it('is deleted with the account of its author, and does not come back', async () => {
    await signUp(users, 'ann');
    await users.receive(eventOf('m1', {}, 'ann'));
    await users.receive(eventOf('m2', { name: 'A visitor' }));
    await users.accounts.erase('ann');
    await users.receive(eventOf('m1', {}, 'ann'));
    expect(await stored()).toMatchObject([{ name: 'A visitor' }]);
  });

  it('is in the export of its author', async () => {
    await signUp(users, 'ann');
    await users.receive(eventOf('m1', {}, 'ann'));
    await users.receive(eventOf('m2', { message: 'of a visitor' }));
    expect(await users.messages.ofPerson('ann')).toMatchObject([{ ...TYPED, receivedAt: expect.any(Date) }]);
  });
});

describe('the contact form', () => {
  const typed = { name: ' Ann ', email: 'ann@example.com', reason: 'other', message: ' Hello ' };
  const message = { ...typed, idempotency: undefined };

  it('passes a message on', async () => {
    // Aim: the staff get the whole message and its sender, once.
    await users.rpc.receiveContact(message, VISITOR);
    await users.rpc.receiveContact(message, as('ann'));
    const told = (await outboxOf(users.source)).map(({ payload }) => payload);
    expect(told).toMatchObject([
      { name: 'Ann', email: 'ann@example.com', reason: 'other', message: 'Hello', userId: '' },
      { userId: 'ann' },
    ]);
  });

  it('accepts a message repeated with its key once, of a person and of a visitor', async () => {
    await users.source.query('truncate outbox, idempotent_request');
    const keyed = { ...message, idempotency: { key: 'k', fingerprint: 'f' } };
    for (const call of [VISITOR, as('ann')])
      await Promise.all([users.rpc.receiveContact(keyed, call), users.rpc.receiveContact(keyed, call)]);
    expect(await outboxOf(users.source)).toHaveLength(2);
    const other = { ...keyed, idempotency: { key: 'k', fingerprint: 'g' } };
    await expect(users.rpc.receiveContact(other, VISITOR)).rejects.toMatchObject({ error: 'keyReused' });
  });

  it.each([
    ['name', ' '],
    ['email', 'ann@'],
    ['reason', 'because'],
    ['message', ''],
    ['message', 'x'.repeat(1_001)],
  ])('rejects an invalid %s', async (field, value) => {
    // Aim: each error is on its field, and nothing is published.
    await expect(users.rpc.receiveContact({ ...message, [field]: value }, VISITOR)).rejects.toMatchObject({
      fields: { [field]: expect.anything() },
    });
    expect(await outboxOf(users.source)).toEqual([]);
  });
});

describe('the mail of a message', () => {
  /** Mails a message into a folder, with these settings. @returns the file's content. */
  async function mailed(typed: Partial<typeof TYPED>, settings: Record<string, string>): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'contact-'));
    const logger = createLogger({ service: 'users', level: 'silent' });
    const desk = await openContactDesk(loadSettings({ DATA_DIR: folder, ...settings }), { clock: systemClock, logger });
    const { payload } = eventOf('m1', typed);
    const messages = { unmailed: async () => payload, noteMailed: async () => undefined };
    await new ContactMailWorker(messages, desk).send({ messageId: 'm1' });
    await desk.mailer.close();
    const [name] = await readdir(join(folder, 'mail'));
    const file = await readFile(join(folder, 'mail', name!), 'utf8');
    await rm(folder, { recursive: true });
    return file;
  }

  it('goes to CONTACT_MAIL', async () => {
    const { headers, text } = received(await mailed({}, { CONTACT_MAIL: 'staff@drives.example' }));
    expect(headers).toMatchObject({ to: 'staff@drives.example', 'reply-to': 'ann@example.com' });
    expect(text).toContain('I need help');
  });

  it('is written to the data folder without CONTACT_MAIL, even with a mail server', async () => {
    const settings = { SMTP_URL: 'smtp://127.0.0.1:1', PUBLIC_URL: 'https://drives.example' };
    const { headers } = received(await mailed({}, settings));
    expect(headers).toMatchObject({ to: 'contact@drives.example', 'reply-to': 'ann@example.com' });
  });

  it.each([
    { name: 'Ann\r\nBcc: eve@example.com' },
    { email: 'ann@example.com\r\nBcc: eve@example.com' },
    { reason: 'other\r\nBcc: eve@example.com' },
    { message: 'Hello\r\n\r\nBcc: eve@example.com' },
  ])('has no header from user input: %j', async (typed) => {
    const { headers } = received(await mailed(typed, { CONTACT_MAIL: 'staff@drives.example' }));
    expect(headers['bcc']).toBeUndefined();
    expect(headers['to']).toBe('staff@drives.example');
    expect(headers['content-type']).toMatch(/^text\/plain/);
  });
});
