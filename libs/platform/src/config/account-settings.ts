import { z } from 'zod';
import { emailFault } from '@switchback/contracts/rules/accounts';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { integer, onOff, setting, url } from './setting.js';

const LINE = /^[^\r\n]{3,320}$/;
const SENDER = /^([^<>]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/;

const text = (max: number) => z.string().max(max, `must have at most ${max} characters`);

/** Requires TLS, so that secrets are encrypted in transit; a provider on this machine may go without. */
function isSafe(address: string): boolean {
  if (!URL.canParse(address)) return true;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

function hasQueryOnlyInDocument(address: string): boolean {
  if (!URL.canParse(address)) return true;
  const { search, pathname } = new URL(address);
  return search === '' || pathname.includes('/.well-known/');
}

/** Settings of accounts, their sessions and the mail sent to them. */
export const ACCOUNT_SETTINGS = {
  PASSWORD_MIN: setting(
    integer(LIMITS.passwordMin, LIMITS.passwordMax).default(LIMITS.passwordMin),
    String(LIMITS.passwordMin),
    'Minimum length of a new password, in characters.',
  ),
  SESSION_IDLE_DAYS: setting(integer(1, 3_650).default(30), '30', 'Days without use after which a session ends.'),
  SESSION_DAYS: setting(
    integer(1, 3_650).default(180),
    '180',
    'Days after the login at which a session ends, even if in use.',
  ),
  LOGIN_FAILURES_PER_ACCOUNT: setting(
    integer(1, 1_000_000).default(10),
    '10',
    'Failed logins allowed per account in 15 minutes; each IP address already in use by the account has a separate count.',
  ),
  LOGIN_FAILURES_PER_ADDRESS: setting(
    integer(1, 1_000_000).default(100),
    '100',
    'Failed logins allowed per IP address in 15 minutes.',
  ),
  MAILS_PER_MAILBOX: setting(
    integer(1, 1_000_000).default(5),
    '5',
    'Emails per hour to one mailbox that are requested without a session; the excess is not sent.',
  ),
  MAILS_PER_ADDRESS: setting(
    integer(1, 1_000_000).default(30),
    '30',
    'Sign-ups and password reset requests per hour from one IP address; ten times as many from an IPv6 /48.',
  ),
  MAILS_PER_HOUR: setting(
    integer(1, 100_000_000).default(3_000),
    '3000',
    'Emails per hour, in total, to email addresses entered in requests; the excess waits for the next hour.',
  ),
  TOTP: setting(
    onOff('off'),
    'off',
    'Whether people can enable codes from an authenticator app for their account: `on` or `off`. Accounts with codes enabled require them even if this is `off`.',
  ),
  MAILS_PER_ACCOUNT: setting(
    integer(1, 1_000_000).default(20),
    '20',
    'Email address changes that a person may request per hour, over all addresses.',
  ),
  USERNAME_CHECKS_PER_ADDRESS: setting(
    integer(1, 100_000_000).default(200),
    '200',
    'Checks whether a username is available, per IP address in 15 minutes.',
  ),
  MESSAGES_PER_ADDRESS: setting(
    integer(1, 1_000_000).default(30),
    '30',
    'Messages to the staff per hour from one IP address.',
  ),
  MESSAGES_PER_HOUR: setting(
    integer(1, 100_000_000).default(1_000),
    '1000',
    'Messages to the staff per hour from all IP addresses together.',
  ),
  UPLOADS_PER_PERSON: setting(integer(1, 1_000_000).default(200), '200', 'File uploads per hour per person.'),
  UPLOADS_PER_ADDRESS: setting(
    integer(1, 1_000_000).default(1_000),
    '1000',
    'File uploads per hour from one IP address, over all people.',
  ),
  OIDC_ISSUER: setting(
    url(['http:', 'https:'], { query: true })
      .refine(isSafe, 'must begin with https://, or point to this machine')
      .refine(hasQueryOnlyInDocument, 'must not contain a query, unless it is the URL of the discovery document')
      .optional(),
    'password login only',
    'Login through an OpenID Connect provider, in addition to passwords: its issuer, or the URL of its discovery document. Register `PUBLIC_URL/login/callback` there as a redirect URI.',
  ),
  OIDC_CLIENT_ID: setting(
    text(200).optional(),
    'required with `OIDC_ISSUER`',
    'The client ID of the product at that provider.',
  ),
  OIDC_CLIENT_SECRET: setting(
    text(1_000).optional(),
    'required with `OIDC_ISSUER`',
    'The client secret that goes with `OIDC_CLIENT_ID`.',
    { secret: true },
  ),
  OIDC_NAME: setting(text(40).optional(), 'the host of `OIDC_ISSUER`', 'The name of that provider on the login page.'),
  SMTP_URL: setting(
    url(['smtp:', 'smtps:'], { login: true, query: true }).optional(),
    'each email is written to a file in `DATA_DIR/mail`',
    'The SMTP server that delivers emails, such as `smtps://name:password@smtp.example.org`.',
    { secret: true },
  ),
  MAIL_FROM: setting(
    z
      .string()
      .regex(LINE, 'must be one line of at most 320 characters')
      .regex(SENDER, 'must be an address, or a name with an address in <>')
      .optional(),
    '`PRODUCT_NAME`, no-reply at the host of `PUBLIC_URL`',
    'The sender of emails: an address, or `Name <address>`.',
  ),
  CONTACT_MAIL: setting(
    z
      .string()
      .refine((address) => emailFault(address) === null, 'must be an address')
      .optional(),
    'each message is written to a file in `DATA_DIR/mail`',
    'The email address that receives messages from the contact form; replies go to the author of the message.',
  ),
};
