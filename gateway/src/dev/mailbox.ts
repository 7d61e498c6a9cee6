import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Settings } from '@switchback/platform/config/settings';
import { ProductError } from '@switchback/platform/errors';
import { escapeXml } from '@switchback/geo/formats/xml';
import { MAIL_FOLDER } from '@switchback/platform/mail/open-mailer';
import type { Metrics } from '@switchback/platform/telemetry/metrics';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type MailText, readMailFile } from './mail-file.js';

const SHOWN_MAX = 50;
const FILE = /^[0-9A-Za-z_-]{1,200}\.eml$/;
const LINK = /https?:\/\/[^\s<>"]+/g;
const LOCAL_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;
/** Headers that proxies, load balancers and CDNs add to forwarded requests. */
const FORWARDING_HEADER =
  /^(?:via|forwarded|client-ip)$|^x-(?:forwarded|original|real|client|cluster|remote|envoy|amzn|azure)|^(?:cf|cdn|true-client|fastly|fly)-/;
/** Wraps lines, also on a phone. */
const STYLE = `
  :root { color-scheme: light dark; }
  body { max-width: 45rem; margin: 1rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; }
`;
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');
const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; frame-ancestors 'none'`,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/**
 * Serves a page with the undelivered mails, for a person who tries the product on their own machine. Its readers can
 * reset every password, so it exists only while the product's URL is local, and answers only local requests without a
 * proxy in between.
 */
export function bindMailbox(fastify: FastifyInstance, metrics: Metrics, settings: Settings): void {
  if (settings.NODE_ENV === 'production' || settings.SMTP_URL !== undefined) return;
  if (settings.TRUST_PROXY !== false || !LOCAL_HOST.test(new URL(settings.PUBLIC_URL).host)) return;
  const folder = join(settings.DATA_DIR, MAIL_FOLDER);
  const config = { label: { template: '/dev/mail', meter: metrics.requests('GET', '/dev/mail', 'Web') } };
  fastify.get('/dev/mail', { config }, async (request, reply) => {
    if (!isFromHere(request)) throw new ProductError('unknownRoute');
    return reply
      .headers(HEADERS)
      .type('text/html; charset=utf-8')
      .send(page(await newestMails(folder)));
  });
}

/**
 * Reports whether a request is local. The Host check blocks DNS rebinding; only proxies, not browsers, use HTTP/1.0.
 */
function isFromHere({ raw, headers }: FastifyRequest): boolean {
  const address = raw.socket.remoteAddress ?? '';
  const isLoopback = address === '::1' || /^(?:::ffff:)?127\./.test(address);
  if (!isLoopback || raw.httpVersion === '1.0' || !LOCAL_HOST.test(headers.host ?? '')) return false;
  return !Object.keys(headers).some((name) => FORWARDING_HEADER.test(name));
}

/** Returns the newest mails first: file names start with the time. */
async function newestMails(folder: string): Promise<MailText[]> {
  const names = await readdir(folder).catch(() => []);
  const newest = names
    .filter((name) => FILE.test(name))
    .toSorted()
    .toReversed()
    .slice(0, SHOWN_MAX);
  return Promise.all(newest.map(async (name) => readMailFile(await readFile(join(folder, name), 'utf8'))));
}

function page(mails: readonly MailText[]): string {
  const shown = mails.map(
    ({ to, subject, date, text }) =>
      `<article><h2>${escapeXml(subject)}</h2><p>To ${escapeXml(to)}, ${escapeXml(date)}</p><pre>${linked(text)}</pre></article>`,
  );
  return `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Mailbox</title><style>${STYLE}</style></head>
  <body><main><h1>Mailbox</h1>${shown.length === 0 ? '<p>No mail yet.</p>' : shown.join('<hr>')}</main></body>
</html>
`;
}

function linked(text: string): string {
  return escapeXml(text).replace(LINK, (link) => `<a href="${link}">${link}</a>`);
}
