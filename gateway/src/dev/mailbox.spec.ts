// Aim: a person trying the product on their own machine can read its mails; no one else can, nor through a proxy.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
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
const ENVIRONMENT = { DATA_DIR: folder, PUBLIC_URL: 'http://localhost:8080' };
const { ask, gateway, close } = await openGateway({ environment: ENVIRONMENT });
afterAll(async () => {
  await close();
  rmSync(folder, { recursive: true });
});

const local = { url: '/dev/mail', headers: { host: 'localhost:8080' } };

describe('the mailbox', () => {
  it('shows the text of each mail, the latest first, with links', async () => {
    const { status, text: shown, headers } = await ask(local);
    expect(status).toBe(200);
    expect(shown.indexOf('Newer')).toBeLessThan(shown.indexOf('Confirm your account – please'));
    expect(shown).toContain('Hello Bob');
    expect(shown).toContain(`<a href="${LINK}">${LINK}</a> &lt;b&gt;now&lt;/b&gt; – Ada=1`);
    expect(shown).not.toMatch(/Hidden|half/);
    expect(headers['referrer-policy']).toBe('no-referrer');
  });

  it.each([
    [{ ...local, remoteAddress: '192.0.2.7' }],
    [{ ...local, headers: { host: 'drives.example' } }],
    [{ ...local, headers: { host: 'localhost.evil.example' } }],
  ])('is not served to other machines: %j', async (request) => {
    expect((await ask(request)).status).toBe(404);
  });

  it.each([
    'forwarded',
    'via',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'x-forwarded',
    'x-real-ip',
    'cf-connecting-ip',
    'cf-ray',
    'true-client-ip',
    'x-client-ip',
    'client-ip',
    'x-original-url',
    'X-Real-IP',
    'x-cluster-client-ip',
    'fastly-client-ip',
    'x-envoy-external-address',
    'x-amzn-trace-id',
  ])('is not served behind a proxy that adds %s', async (header) => {
    for (const url of ['/dev/mail', '/%64ev/mail', '/dev/%6dail', '/dev/mail?x=1'])
      expect((await ask({ url, headers: { ...local.headers, [header]: '203.0.113.9' } })).status).toBe(404);
  });

  it('is not served behind a proxy that adds nothing but speaks HTTP 1.0, as nginx does by default', async () => {
    const port = await gateway.listen(0, '127.0.0.1');
    const socket = connect(port, '127.0.0.1', () => socket.write('GET /dev/mail HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n'));
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 404 /);
  });

  it.each<Record<string, string>>([
    { NODE_ENV: 'production' },
    { SMTP_URL: 'smtp://localhost' },
    { PUBLIC_URL: 'https://drives.example.org' },
    { PUBLIC_URL: 'http://192.0.2.7:8080' },
    { TRUST_PROXY: '1' },
    { TRUST_PROXY: '127.0.0.1' },
  ])('is not served with %j', async (settings) => {
    const other = await openGateway({ environment: { ...ENVIRONMENT, ...settings } });
    for (const url of ['/dev/mail', '/%64ev/mail']) expect((await other.ask({ ...local, url })).status).toBe(404);
    await other.close();
  });

  it.each(['http://127.0.0.1:8123', 'http://[::1]:8123', 'http://localhost'])('is served at %s', async (address) => {
    const other = await openGateway({ environment: { ...ENVIRONMENT, PUBLIC_URL: address } });
    expect((await other.ask(local)).status).toBe(200);
    await other.close();
  });
});
