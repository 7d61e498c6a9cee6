import { LIMITS } from './limits.js';

/** Account types, which decide permissions: paid accounts are heroes, staff are admins. */
export const ACCOUNT_TYPES = ['free', 'hero', 'admin'] as const;
export type AccountType = (typeof ACCOUNT_TYPES)[number];

/** Profile parts that the owner may hide; each is visible unless set to false. */
export const PRIVACY_KEYS = ['name', 'location', 'bio', 'publishedDrives', 'completedDrives', 'savedDrives'] as const;
export type PrivacyKey = (typeof PRIVACY_KEYS)[number];

export const CONTACT_REASONS = ['account-help', 'app-feedback', 'general-feedback', 'other'] as const;
export type ContactReason = (typeof CONTACT_REASONS)[number];

/** Messages of invalid fields, shared by the server and the screens. */
export const ACCOUNT_MESSAGES = {
  usernameRequired: 'Username is required',
  usernameInvalid: 'Username does not meet minimum requirements',
  passwordRequired: 'Password is required',
  passwordInvalid: 'Password does not meet minimum requirements',
  passwordMismatch: 'Passwords do not match',
  codeRequired: 'Code is required',
  emailRequired: 'Email is required',
  emailInvalid: 'Email does not meet minimum requirements',
  bioTooLong: 'User bio cannot exceed 150 characters',
  deleteNotConfirmed: 'Required field',
} as const;

/** Letters, numbers, '.' and '_'; neither sign first, last, or next to another sign. */
const USERNAME = /^[a-z0-9]+(?:[._][a-z0-9]+)*$/i;
/** One @ with a local part and a dotted domain; only the mail server knows whether the mailbox exists. */
const EMAIL = /^[^\s@"(),:;<>[\\\]]+@[^\s@.]+(?:\.[^\s@.]+)+$/;
/** Invisible and unassigned characters, and lone surrogates or the replacement character that UTF-8 makes of them. */
const UNSEEN = /[\p{C}\p{Default_Ignorable_Code_Point}\uFFFD]/u;
/** A domain that ends in a number is an IP address: URL parsers accept `1.2.3.4`, `1.2.772` and `0x7f.1` alike. */
const IP_ADDRESS = /\.(?:\d+|0x[\da-f]*)$/i;
const SPACE = /\s/;

/** Names that could pass for the product's own or for a page. */
const RESERVED_USERNAMES: ReadonlySet<string> = new Set(
  'about account admin administrator api auth contact create deleted explore help hero login logout me moderator null official privacy profile root search security settings signup staff support switchback system team terms undefined user users'.split(
    ' ',
  ),
);

/** Returns the fault of a trimmed username, or null. Only the server knows whether a username is free. */
export function usernameFault(username: string): string | null {
  if (username === '') return ACCOUNT_MESSAGES.usernameRequired;
  const fits = username.length <= LIMITS.usernameMax && USERNAME.test(username);
  return fits ? null : ACCOUNT_MESSAGES.usernameInvalid;
}

/** Reports whether a username is reserved. Reserved names get the same answer as taken ones. */
export function isReservedUsername(username: string): boolean {
  return RESERVED_USERNAMES.has(username.toLowerCase());
}

/**
 * Returns the fault of a new password, or null.
 * @param min minimum length; {@link LIMITS.passwordMin} unless the operator requires more.
 */
export function passwordFault(password: string, min: number = LIMITS.passwordMin): string | null {
  const trimmed = password.trim();
  if (trimmed === '') return ACCOUNT_MESSAGES.passwordRequired;
  const fits = trimmed.length >= min && trimmed.length <= LIMITS.passwordMax && !SPACE.test(trimmed);
  return fits ? null : ACCOUNT_MESSAGES.passwordInvalid;
}

/** Returns the fault of a trimmed email address, or null. */
export function emailFault(email: string): string | null {
  if (email === '') return ACCOUNT_MESSAGES.emailRequired;
  const fits = email.length <= LIMITS.emailMax && EMAIL.test(email) && !IP_ADDRESS.test(email);
  return fits && !UNSEEN.test(email) && isPlainlySpelled(email) ? null : ACCOUNT_MESSAGES.emailInvalid;
}

/**
 * Reports whether an address has a single spelling: Unicode normalization leaves it unchanged, and no letter lowercases
 * to that of another. The Kelvin sign, for example, lowercases to `k`, which is another mailbox.
 */
function isPlainlySpelled(email: string): boolean {
  return email.normalize('NFKC') === email && Array.from(email).every(foldsToItself);
}

function foldsToItself(sign: string): boolean {
  const small = sign.toLowerCase();
  return small === sign || small.toUpperCase() === sign;
}
