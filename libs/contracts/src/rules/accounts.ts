import { LIMITS } from './limits.js';

/** What an account may do: a paid one is a hero, staff are admins. */
export const ACCOUNT_TYPES = ['free', 'hero', 'admin'] as const;
export type AccountType = (typeof ACCOUNT_TYPES)[number];

/** What the owner of a profile may hide from others; each is shown unless false. */
export const PRIVACY_KEYS = ['name', 'location', 'bio', 'publishedDrives', 'completedDrives', 'savedDrives'] as const;
export type PrivacyKey = (typeof PRIVACY_KEYS)[number];

export const CONTACT_REASONS = ['account-help', 'app-feedback', 'general-feedback', 'other'] as const;
export type ContactReason = (typeof CONTACT_REASONS)[number];

/** What a field says that a form or a call filled badly; the server and the screens use the same words. */
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

/** Letters, numbers, '.' and '_'; the two signs neither first, nor last, nor next to each other. */
const USERNAME = /^[a-z0-9]+(?:[._][a-z0-9]+)*$/i;
/** One @, something before it, and a name with a dot behind it; what else an address may be only its mailbox can say. */
const EMAIL = /^[^\s@"(),:;<>[\\\]]+@[^\s@.]+(?:\.[^\s@.]+)+$/;
/** Characters nobody sees, unassigned ones, and halves of surrogate pairs or what UTF-8 makes of them. */
const UNSEEN = /[\p{C}\p{Default_Ignorable_Code_Point}\uFFFD]/u;
/** A domain that ends in a number is an IP address: URL parsers read `1.2.3.4`, `1.2.772` and `0x7f.1` alike. */
const IP_ADDRESS = /\.(?:\d+|0x[\da-f]*)$/i;
const SPACE = /\s/;

/** Names that would pass for the product's own, or for a page. */
const RESERVED_USERNAMES: ReadonlySet<string> = new Set(
  'about account admin administrator api auth contact create deleted explore help hero login logout me moderator null official privacy profile root search security settings signup staff support switchback system team terms undefined user users'.split(
    ' ',
  ),
);

/** What is wrong with a username, already trimmed; null for nothing. Whether it is free only the server knows. */
export function usernameFault(username: string): string | null {
  if (username === '') return ACCOUNT_MESSAGES.usernameRequired;
  const fits = username.length <= LIMITS.usernameMax && USERNAME.test(username);
  return fits ? null : ACCOUNT_MESSAGES.usernameInvalid;
}

/** Reserved names are answered like taken ones: nobody can have them. */
export function isReservedUsername(username: string): boolean {
  return RESERVED_USERNAMES.has(username.toLowerCase());
}

/**
 * What is wrong with a new password; null for nothing.
 * @param min characters, {@link LIMITS.passwordMin} unless the operator asks for more.
 */
export function passwordFault(password: string, min: number = LIMITS.passwordMin): string | null {
  const trimmed = password.trim();
  if (trimmed === '') return ACCOUNT_MESSAGES.passwordRequired;
  const fits = trimmed.length >= min && trimmed.length <= LIMITS.passwordMax && !SPACE.test(trimmed);
  return fits ? null : ACCOUNT_MESSAGES.passwordInvalid;
}

/** What is wrong with an email address, already trimmed; null for nothing. */
export function emailFault(email: string): string | null {
  if (email === '') return ACCOUNT_MESSAGES.emailRequired;
  const fits = email.length <= LIMITS.emailMax && EMAIL.test(email) && !IP_ADDRESS.test(email);
  return fits && !UNSEEN.test(email) && isPlainlySpelled(email) ? null : ACCOUNT_MESSAGES.emailInvalid;
}

/**
 * Whether an address is spelled only one way: Unicode normalisation leaves it as it is, and no letter folds to the small
 * form of another. The Kelvin sign, say, folds to `k`, which is another mailbox.
 */
function isPlainlySpelled(email: string): boolean {
  return email.normalize('NFKC') === email && Array.from(email).every(foldsToItself);
}

function foldsToItself(sign: string): boolean {
  const small = sign.toLowerCase();
  return small === sign || small.toUpperCase() === sign;
}
