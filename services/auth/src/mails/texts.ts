import { MAIL_KINDS } from './mail-kinds.js';
import type { MailText } from './mail-text.js';

const IGNORE = 'If this was not you, you can safely ignore this email.';

function hours(kind: keyof typeof MAIL_KINDS): string {
  const count = MAIL_KINDS[kind].hours;
  return count === 1 ? 'an hour' : `${count} hours`;
}

/** Texts of the mails. */
export const TEXTS = {
  /** @param username null for a sign-up from a release that did not store it. */
  signUp: (link: string, username: string | null): MailText => ({
    subject: 'Confirm your email address',
    paragraphs: [
      'Welcome! Just one more step: confirm that this address is yours.',
      ...(username === null ? [] : [`Your username: ${username}. If you did not choose it, do not open this link.`]),
      `The link works once and expires after ${hours('sign-up')}.`,
    ],
    action: { label: 'Confirm my address', link },
    closing: IGNORE,
  }),
  hasAccount: (logIn: string, forgotten: string): MailText => ({
    subject: 'You already have an account',
    paragraphs: [
      'Someone, probably you, tried to use this address for an account, but it already has one.',
      `If you forgot your password, set a new one at ${forgotten}`,
    ],
    action: { label: 'Log in', link: logIn },
    closing: IGNORE,
  }),
  passwordReset: (link: string): MailText => ({
    subject: 'Set a new password',
    paragraphs: [
      'You asked to set a new password. Once it is set, all your devices are logged out.',
      `The link works once and expires after ${hours('password-reset')}.`,
    ],
    action: { label: 'Set a new password', link },
    closing: IGNORE,
  }),
  passwordChanged: (forgotten: string): MailText => ({
    subject: 'Your password was changed',
    paragraphs: ['The password of your account was changed. All other devices were logged out.'],
    action: { label: 'This was not me: set a new password', link: forgotten },
    closing: 'If this was you, no action is needed.',
  }),
  emailChange: (link: string): MailText => ({
    subject: 'Confirm your new email address',
    paragraphs: [
      'You asked to use this address for your account. Confirm that it is yours.',
      `The link works once and expires after ${hours('email-change')}.`,
    ],
    action: { label: 'Confirm my new address', link },
    closing: IGNORE,
  }),
  emailChanging: (forgotten: string): MailText => ({
    subject: 'Your email address is about to change',
    paragraphs: [
      'Someone who knows your password asked to change the email address of your account. This address stays in use until the new one is confirmed.',
    ],
    action: { label: 'This was not me: set a new password', link: forgotten },
    closing: 'If this was you, open the email we sent to the new address.',
  }),
  providerLinked: (forgotten: string): MailText => ({
    subject: 'A login provider was linked',
    paragraphs: [
      'Someone logged in to your account with a provider that confirms this address as theirs. From now on, they can log in with that provider as well as with your password.',
    ],
    action: { label: 'This was not me: set a new password', link: forgotten },
    closing: 'If this was you, no action is needed. If it was not, secure your account with that provider too.',
  }),
  providerUnlinked: (forgotten: string): MailText => ({
    subject: 'A login provider was unlinked',
    paragraphs: ['A login provider was unlinked from your account. You can still log in with your password.'],
    action: { label: 'This was not me: set a new password', link: forgotten },
    closing: 'If this was you, no action is needed.',
  }),
  recoveryCodes: (forgotten: string): MailText => ({
    subject: 'New recovery codes',
    paragraphs: ['New recovery codes were created for your account. Your previous codes no longer work.'],
    action: { label: 'This was not me: set a new password', link: forgotten },
    closing: 'If this was you, store the new codes where you can reach them without your phone.',
  }),
  totpOn: (forgotten: string): MailText => ({
    subject: 'Two-step login is on',
    paragraphs: ['From now on, you need a code from your authenticator app to log in.'],
    action: { label: 'This was not me: set a new password', link: forgotten },
    closing: 'If this was you, store the recovery codes where you can reach them without your phone.',
  }),
  totpOff: (forgotten: string): MailText => ({
    subject: 'Two-step login is off',
    paragraphs: ['You no longer need a code from your authenticator app to log in.'],
    action: { label: 'This was not me: set a new password', link: forgotten },
    closing: 'If this was you, no action is needed.',
  }),
};
