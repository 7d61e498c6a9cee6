// Aim: by any transport, a mail arrives complete, once and at a single address, and the sender knows whether it did.
import { afterEach, describe, expect, it } from '@jest/globals';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../clock.js';
import { loadSettings } from '../config/settings.js';
import { createLogger } from '../telemetry/logger.js';
import { EmlMailer } from './eml/eml-mailer.js';
import { type Mail, type Mailer, MailRefused, MailUncertain } from './mail.js';
import { openMailer } from './open-mailer.js';
import { received, type Received } from './received.fixture.js';
import { SmtpMailer, secureUrl } from './smtp/smtp-mailer.js';
import { type MailServer, startMailServer } from './smtp-server.fixture.js';

const SENDER = { from: '"Switchback" <no-reply@drives.example>', domain: 'drives.example' };
const MAIL: Mail = {
  id: 'a1b2',
  to: 'ann@example.com',
  subject: 'Grüße aus Ähnlich 🚗',
  text: 'First line\n\n.A line that begins with a dot, and ends with ü\n',
  html: `<p>${'A long line of HTML with <b>markup</b>. '.repeat(30)}</p>`,
};

/** A transport under test, the mail that arrived through it, and a way to block it. */
interface Way {
  mailer: Mailer;
  arrived(): Received[];
  block(): Promise<void>;
  close(): Promise<void>;
}

const WAYS: Record<string, () => Promise<Way>> = {
  files: async () => {
    const root = mkdtempSync(join(tmpdir(), 'switchback-mail-'));
    const folder = join(root, 'mail');
    const names = () => (existsSync(folder) ? readdirSync(folder).toSorted() : []);
    return {
      mailer: new EmlMailer({ ...SENDER, folder, clock: systemClock }),
      arrived: () => names().map((name) => received(readFileSync(join(folder, name), 'utf8'))),
      block: async () => {
        rmSync(folder, { recursive: true, force: true });
        writeFileSync(folder, 'in the way');
      },
      close: async () => rmSync(root, { recursive: true }),
    };
  },
  SMTP: async () => {
    const server = await startMailServer();
    return {
      mailer: new SmtpMailer({ ...SENDER, url: server.url }),
      arrived: () => server.taken.map(({ message }) => received(message)),
      block: () => server.close(),
      close: () => server.close().catch(() => undefined),
    };
  },
};

describe.each(Object.keys(WAYS))('a mailer by %s', (name) => {
  let way: Way;
  afterEach(async () => {
    await way.mailer.close();
    await way.close();
  });
  const open = async () => (way = await WAYS[name]!());

  it('delivers a complete mail, as text and as HTML', async () => {
    await open();
    await way.mailer.send(MAIL);
    const [mail] = way.arrived();
    expect([mail?.text.trimEnd(), mail?.html.trimEnd()]).toEqual([MAIL.text.trimEnd(), MAIL.html]);
    expect(mail?.headers).toMatchObject({
      to: 'ann@example.com',
      'message-id': '<a1b2@drives.example>',
      'auto-submitted': 'auto-generated',
      from: expect.stringMatching(/^"?Switchback"? <no-reply@drives\.example>$/),
      subject: expect.stringMatching(/^=\?UTF-8\?/),
    });
  });

  it('lets no user input become a header or another address', async () => {
    // Aim: user-chosen names and addresses cannot add recipients.
    await open();
    await way.mailer.send({ ...MAIL, subject: 'Hello\r\nBcc: eve@example.com' });
    await way.mailer.send({ ...MAIL, to: 'ann@example.com, eve@example.com' }).catch(() => undefined);
    await way.mailer.send({ ...MAIL, to: 'ann@example.com\r\nBcc: eve@example.com' }).catch(() => undefined);
    for (const { headers } of way.arrived()) expect([headers['bcc'], headers['cc']]).toEqual([undefined, undefined]);
    expect(way.arrived()[0]?.headers['subject']).toBe('Hello Bcc: eve@example.com');
  });

  it('reads no file and no URL that a mail names', async () => {
    await open();
    const html = { path: '/etc/hostname' } as unknown as string;
    await expect(way.mailer.send({ ...MAIL, html })).rejects.toThrow();
    expect(way.arrived()).toEqual([]);
  });

  it('delivers 20 concurrent mails once each', async () => {
    await open();
    await Promise.all(Array.from({ length: 20 }, (_, index) => way.mailer.send({ ...MAIL, id: `m${index}` })));
    const ids = new Set(way.arrived().map(({ headers }) => headers['message-id']));
    expect([way.arrived().length, ids.size]).toEqual([20, 20]);
  });

  it('reports that a mail was definitely not accepted', async () => {
    await open();
    await expect(way.mailer.probe()).resolves.toBeUndefined();
    await way.block();
    await expect(way.mailer.probe()).rejects.toThrow();
    const failure = await way.mailer.send(MAIL).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(MailRefused);
    expect((failure as MailRefused).isFinal).toBe(false);
  });
});

describe('mails as files', () => {
  it('are named by their time, and readable only by their owner', async () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'switchback-mail-')), 'mail');
    const now = new Date('2026-01-02T03:04:05.678Z');
    await new EmlMailer({ ...SENDER, folder, clock: { now: () => now } }).send(MAIL);
    expect(readdirSync(folder)).toEqual(['20260102T030405678Z-a1b2.eml']);
    expect(statSync(join(folder, '20260102T030405678Z-a1b2.eml')).mode & 0o777).toBe(0o600);
    rmSync(join(folder, '..'), { recursive: true });
  });
});

describe('mails by SMTP', () => {
  let server: MailServer;
  afterEach(() => server.close());
  const send = async (settings: object = {}) => {
    const mailer = new SmtpMailer({ ...SENDER, url: server.url, ...settings });
    return mailer.send(MAIL).then(
      () => 'sent',
      (error: unknown) => error,
    );
  };

  it.each([
    [450, false],
    [550, true],
  ] as const)('distinguish a temporary from a permanent refusal: %i', async (code, isFinal) => {
    server = await startMailServer();
    server.mood = code;
    expect(await send()).toMatchObject({ name: 'MailRefused', isFinal });
    expect(server.taken).toEqual([]);
  });

  it('are retried if the connection broke before the mail, but not after it', async () => {
    // Aim: a lost response never leads to a duplicate mail.
    server = await startMailServer();
    server.mood = 'cut before the mail';
    expect(await send()).toBeInstanceOf(MailRefused);
    expect(server.taken).toHaveLength(0);
    server.mood = 'cut after the mail';
    expect(await send()).toBeInstanceOf(MailUncertain);
    expect(server.taken).toHaveLength(1);
  });

  it.each([
    ['drives.example', 'drives.example'],
    ['127.0.0.1', '[127.0.0.1]'],
    ['[2001:db8::1]', '[ipv6:2001:db8::1]'],
    ['localhost', 'localhost'],
  ])('greet the server as the product at %s', async (domain, greeting) => {
    server = await startMailServer();
    expect(await send({ domain })).toBe('sent');
    expect(server.taken.map((mail) => mail.greeting)).toEqual([greeting]);
  });

  it.each([
    ['smtp://ann:p%40ss@mail.example:465', 'smtps://ann:p%40ss@mail.example:465'],
    ['SMTP://mail.example:465/?tls.rejectUnauthorized=false', 'smtps://mail.example:465/?tls.rejectUnauthorized=false'],
    ['smtps://mail.example:465', 'smtps://mail.example:465'],
    ['smtp://mail.example:587', 'smtp://mail.example:587'],
    ['smtp://mail465.example', 'smtp://mail465.example'],
  ])('begin with TLS on port 465: %s', (given, used) => {
    server = { close: async () => undefined } as MailServer;
    expect(secureUrl(given)).toBe(used);
  });

  it('time out without a response', async () => {
    server = await startMailServer();
    server.mood = 'silent after the mail';
    expect(await send({ silenceTimeoutMs: 200 })).toBeInstanceOf(MailUncertain);
  });

  it('log in if the server requires it; a wrong password is retried, so nothing is lost', async () => {
    server = await startMailServer({ user: 'mailer', password: 'secret' });
    const withLogin = (login: string) => ({ url: server.url.replace('//', `//${login}@`) });
    expect(await send(withLogin('mailer:wrong'))).toMatchObject({ name: 'MailRefused', isFinal: false });
    expect(await send(withLogin('mailer:secret'))).toBe('sent');
  });
});

describe('openMailer', () => {
  it('follows the settings; the default sender is the product', async () => {
    const server = await startMailServer();
    const folder = mkdtempSync(join(tmpdir(), 'switchback-mail-'));
    const common = { DATA_DIR: folder, PUBLIC_URL: 'https://drives.example', PRODUCT_NAME: 'Hill "Top" Drives' };
    const lines: string[] = [];
    const logger = createLogger({ service: 'mail', level: 'info', sink: { write: (line) => lines.push(line) } });
    const host = { clock: systemClock, logger };
    await (await openMailer(loadSettings(common), host)).send(MAIL);
    const [file = ''] = readdirSync(join(folder, 'mail'));
    const { headers } = received(readFileSync(join(folder, 'mail', file), 'utf8'));
    expect(headers['from']).toBe('Hill Top Drives <no-reply@drives.example>');
    const settings = loadSettings({ ...common, SMTP_URL: server.url, MAIL_FROM: 'Ann <ann@hills.example>' });
    await (await openMailer(settings, host)).send(MAIL);
    expect(received(server.taken[0]!.message).headers['from']).toBe('Ann <ann@hills.example>');
    expect([server.taken[0]!.greeting, lines]).toEqual(['drives.example', []]);
    await server.close();
    rmSync(folder, { recursive: true });
  });

  it('logs each failed delivery with the words of the server, but no address and no login', async () => {
    const server = await startMailServer({ user: 'mailer', password: 'canary' });
    const lines: string[] = [];
    const logger = createLogger({ service: 'mail', level: 'info', sink: { write: (line) => lines.push(line) } });
    const open = (password: string) => {
      const SMTP_URL = server.url.replace('//', `//mailer:${password}@`);
      return openMailer(loadSettings({ PUBLIC_URL: 'https://drives.example', SMTP_URL }), {
        clock: systemClock,
        logger,
      });
    };
    server.mood = 450;
    await expect((await open('canary')).send(MAIL)).rejects.toThrow(MailRefused);
    await expect((await open('wrong-canary')).send(MAIL)).rejects.toThrow(MailRefused);
    await server.close();
    await expect((await open('canary')).send(MAIL)).rejects.toThrow(MailRefused);
    expect(lines.map((line) => (JSON.parse(line) as { error: { message: string } }).error.message)).toEqual([
      expect.stringContaining('450 <[address]>: greylisted, not now'),
      expect.stringContaining('AUTH PLAIN: 535'),
      // Another program may have taken the port by now.
      expect.stringMatching(/ECONN(REFUSED|RESET)/),
    ]);
    expect(lines.join('\n')).not.toMatch(/canary|ann@example/);
  });
});
