import { z } from 'zod';
import { emailFault } from '@switchback/contracts/rules/accounts';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { integer, onOff, setting, url, webUrl } from './setting.js';

const LINE = /^[^\r\n]{3,320}$/;

const text = (max: number) => z.string().max(max, `must have at most ${max} characters`);

/** Requires TLS, so that secrets are encrypted in transit; a provider on this machine may go without. */
function isSafe(address: string): boolean {
  if (!URL.canParse(address)) return true;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

/** Settings of accounts, their sessions and the mail sent to them. */
export const ACCOUNT_SETTINGS = {
  PASSWORD_MIN: setting(
    integer(LIMITS.passwordMin, LIMITS.passwordMax).default(LIMITS.passwordMin),
    String(LIMITS.passwordMin),
    'How many characters a new password has at least.',
  ),
  SESSION_IDLE_DAYS: setting(
    integer(1, 3_650).default(30),
    '30',
    'A session that was not used for so many days has ended.',
  ),
  SESSION_DAYS: setting(integer(1, 3_650).default(180), '180', 'So many days after the login every session has ended.'),
  LOGIN_FAILURES_PER_ACCOUNT: setting(
    integer(1, 1_000_000).default(10),
    '10',
    'Failed logins an account has in 15 minutes; addresses it was used from are counted apart.',
  ),
  LOGIN_FAILURES_PER_ADDRESS: setting(
    integer(1, 1_000_000).default(100),
    '100',
    'Failed logins an address has in 15 minutes.',
  ),
  MAILS_PER_MAILBOX: setting(
    integer(1, 1_000_000).default(5),
    '5',
    'Mails an hour that people without a session can have sent to one mailbox; what is beyond is left out.',
  ),
  MAILS_PER_ADDRESS: setting(
    integer(1, 1_000_000).default(30),
    '30',
    'Sign-ups and forgotten passwords an hour an address may come with; a /48 of IPv6 ten times as many.',
  ),
  MAILS_PER_HOUR: setting(
    integer(1, 100_000_000).default(3_000),
    '3000',
    'Mails an hour that people ask for by naming an address, over all; those beyond wait for the next hour.',
  ),
  TOTP: setting(
    onOff('off'),
    'off',
    'Whether people may have their account ask for codes of an authenticator app: `on` or `off`. Who has that on is asked whatever this says.',
  ),
  MAILS_PER_ACCOUNT: setting(
    integer(1, 1_000_000).default(20),
    '20',
    'How often in an hour somebody may ask for another email address, whichever they name.',
  ),
  USERNAME_CHECKS_PER_ADDRESS: setting(
    integer(1, 100_000_000).default(200),
    '200',
    'How often in 15 minutes an address may ask whether a username is free.',
  ),
  MESSAGES_PER_ADDRESS: setting(
    integer(1, 1_000_000).default(30),
    '30',
    'Messages to the staff an hour an address may come with.',
  ),
  MESSAGES_PER_HOUR: setting(
    integer(1, 100_000_000).default(1_000),
    '1000',
    'Messages to the staff an hour that are taken from all addresses together.',
  ),
  UPLOADS_PER_PERSON: setting(integer(1, 1_000_000).default(200), '200', 'Files an hour a person may send.'),
  UPLOADS_PER_ADDRESS: setting(
    integer(1, 1_000_000).default(1_000),
    '1000',
    'Files an hour that are taken from an address, from however many people.',
  ),
  OIDC_ISSUER: setting(
    webUrl.refine(isSafe, 'must begin with https://, or be of this machine').optional(),
    'people log in with a password alone',
    'Another way to log in, by a provider of OpenID Connect: its issuer, or the address of its discovery document. It has to know `PUBLIC_URL/login/callback` as redirect URI.',
  ),
  OIDC_CLIENT_ID: setting(text(200).optional(), 'set with `OIDC_ISSUER`', 'Who the product is to that provider.'),
  OIDC_CLIENT_SECRET: setting(text(1_000).optional(), 'set with `OIDC_ISSUER`', 'How it shows that.', { secret: true }),
  OIDC_NAME: setting(
    text(40).optional(),
    'the host of `OIDC_ISSUER`',
    'What that provider is called on the login page.',
  ),
  SMTP_URL: setting(
    url(['smtp:', 'smtps:']).optional(),
    'each mail lands as a file in `DATA_DIR/mail`',
    'The server that delivers mails, such as `smtps://name:password@smtp.example.org`.',
    { secret: true },
  ),
  MAIL_FROM: setting(
    z
      .string()
      .regex(LINE, 'must be one line of at most 320 characters')
      .includes('@', 'must hold an address')
      .optional(),
    '`PRODUCT_NAME`, no-reply at the host of `PUBLIC_URL`',
    'Whom mails come from: an address, or `Name <address>`.',
  ),
  CONTACT_MAIL: setting(
    z
      .string()
      .refine((address) => emailFault(address) === null, 'must be an address')
      .optional(),
    'each message lands as a file in `DATA_DIR/mail`',
    'Where messages of the contact form are mailed to; an answer goes to who wrote it.',
  ),
};
