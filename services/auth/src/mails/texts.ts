import { MAIL_KINDS } from './mail-kinds.js';
import type { MailText } from './mail-text.js';

const IGNORE = 'If this was not you, nobody can do anything with this mail alone: you need not do anything.';

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
      'Welcome! One step is left: confirm that this address is yours.',
      ...(username === null ? [] : [`Your username: ${username}. If you did not choose it, do not open this link.`]),
      `The link works once, for ${hours('sign-up')}.`,
    ],
    action: { label: 'Confirm my address', link },
    closing: IGNORE,
  }),
  hasAccount: (logIn: string, forgotten: string): MailText => ({
    subject: 'You have an account already',
    paragraphs: [
      'Somebody, probably you, wanted to use this address for an account. It has one already.',
      `If you forgot the password, set a new one at ${forgotten}`,
    ],
    action: { label: 'Log in', link: logIn },
    closing: IGNORE,
  }),
  passwordReset: (link: string): MailText => ({
    subject: 'Set a new password',
    paragraphs: [
      'You asked to set a new password. Every device that is logged in will be logged out.',
      `The link works once, for ${hours('password-reset')}.`,
    ],
    action: { label: 'Set a new password', link },
    closing: IGNORE,
  }),
  passwordChanged: (forgotten: string): MailText => ({
    subject: 'Your password was changed',
    paragraphs: ['The password of your account was changed. All other devices were logged out.'],
    action: { label: 'This was not me: set a new password', link: forgotten },
    closing: 'If this was you, you need not do anything.',
  }),
  emailChange: (link: string): MailText => ({
    subject: 'Confirm your new email address',
    paragraphs: [
      'You asked to use this address for your account. Confirm that it is yours.',
      `The link works once, for ${hours('email-change')}.`,
    ],
    action: { label: 'Confirm my new address', link },
    closing: IGNORE,
  }),
  emailChanging: (forgotten: string): MailText => ({
    subject: 'Your email address is about to change',
    paragraphs: [
      'Somebody who knows your password asked to use another address for your account. Until that address is confirmed, this one stays.',
    ],
    action: { label: 'This was not me: set a new password', link: forgotten },
    closing: 'If this was you, you need not do anything here: open the mail at the new address.',
  }),
  providerLinked: (forgotten: string): MailText => ({
    subject: 'Another way to log in',
    paragraphs: [
      'Somebody logged in to your account by a provider who vouches that this address is theirs. From now on that provider lets them in, beside your password.',
    ],
    action: { label: 'This was not me: set a new password', link: forgotten },
    closing: 'If this was you, you need not do anything. If it was not, secure your account with that provider too.',
  }),
  providerUnlinked: (forgotten: string): MailText => ({
    subject: 'One way less to log in',
    paragraphs: ['A provider who let you in beside your password is not linked to your account any more.'],
    action: { label: 'This was not me: set a new password', link: forgotten },
    closing: 'If this was you, you need not do anything.',
  }),
  recoveryCodes: (forgotten: string): MailText => ({
    subject: 'New recovery codes',
    paragraphs: ['New recovery codes were made for your account. The ones you had before do not work any more.'],
    action: { label: 'This was not me: set a new password', link: forgotten },
    closing: 'If this was you, keep the new ones where you find them without your phone.',
  }),
  totpOn: (forgotten: string): MailText => ({
    subject: 'Two-step login is on',
    paragraphs: ['From now on your account asks for a code of your authenticator app when you log in.'],
    action: { label: 'This was not me: set a new password', link: forgotten },
    closing: 'If this was you, keep the recovery codes where you find them without your phone.',
  }),
  totpOff: (forgotten: string): MailText => ({
    subject: 'Two-step login is off',
    paragraphs: ['Your account does not ask for codes of an authenticator app any more.'],
    action: { label: 'This was not me: set a new password', link: forgotten },
    closing: 'If this was you, you need not do anything.',
  }),
};
