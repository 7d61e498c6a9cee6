// Aim: who tries the product on their own machine can read what it mails; nobody else can, and in production nobody at all.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { openGateway } from '../testing/open-gateway.js';

const folder = mkdtempSync(join(tmpdir(), 'mailbox-'));
const mail = (lines: string[]) => lines.join('\r\n');
const LINK = 'https://drives.example/signup/verify/8f1/codecodecodecodecodecodecodecodecode';
mkdirSync(join(folder, 'mail'));
writeFileSync(
  join(folder, 'mail', '20260102T030405000Z-a.eml'),
  mail([
    'From: "Switchback" <no-reply@drives.example>',
    'To: ada@example.com',
    'Subject: =?UTF-8?Q?Confirm_your_account_=E2=80=93?=',
    ' =?UTF-8?Q?_please?=',
    'Date: Fri, 02 Jan 2026 03:04:05 +0000',
    'Content-Type: multipart/alternative;',
    ' boundary="--b1"',
    '',
    '----b1',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    `Open ${LINK.slice(0, 40)}=`,
    `${LINK.slice(40)} <b>now</b> =E2=80=93 Ada=3D1`,
    '----b1',
    'Content-Type: text/html; charset=utf-8',
    '',
    '<p>Hidden</p>',
    '----b1--',
  ]),
);
writeFileSync(
  join(folder, 'mail', '20260103T030405000Z-b.eml'),
  mail(['To: bob@example.com', 'Subject: Newer', 'Content-Transfer-Encoding: base64', '', 'SGVsbG8gQm9i']),
);
writeFileSync(join(folder, 'mail', '20260103T030405000Z-c.eml.part'), 'half');
const { ask, close } = await openGateway({ environment: { DATA_DIR: folder } });
afterAll(async () => {
  await close();
  rmSync(folder, { recursive: true });
});

const local = { url: '/dev/mail', headers: { host: 'localhost:8080' } };

describe('the mailbox', () => {
  it('shows the text of each mail, the newest first, with links to follow', async () => {
    const { status, text, headers } = await ask(local);
    expect(status).toBe(200);
    expect(text.indexOf('Newer')).toBeLessThan(text.indexOf('Confirm your account – please'));
    expect(text).toContain('Hello Bob');
    expect(text).toContain(`<a href="${LINK}">${LINK}</a> &lt;b&gt;now&lt;/b&gt; – Ada=1`);
    expect(text).not.toMatch(/Hidden|half/);
    expect(headers['referrer-policy']).toBe('no-referrer');
  });

  it.each([
    [{ ...local, remoteAddress: '192.0.2.7' }],
    [{ ...local, headers: { host: 'drives.example' } }],
    [{ ...local, headers: { host: 'localhost.evil.example' } }],
    [{ ...local, headers: { ...local.headers, 'x-forwarded-for': '192.0.2.7' } }],
  ])('is not there for others: %j', async (request) => {
    expect((await ask(request)).status).toBe(404);
  });

  it.each<Record<string, string>>([{ NODE_ENV: 'production' }, { SMTP_URL: 'smtp://localhost' }])(
    'is not there with %j',
    async (settings) => {
      const other = await openGateway({ environment: { DATA_DIR: folder, ...settings } });
      expect((await other.ask(local)).status).toBe(404);
      await other.close();
    },
  );
});
