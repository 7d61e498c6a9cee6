/** Kinds of mail, with the hours each is worth sending, and whether a request that names an address can trigger it. */
export const MAIL_KINDS = {
  /** To the address of a sign-up: the link, or a note that the address already has an account. */
  'sign-up': { hours: 24, isAskedFor: true },
  /** To an address whose password was forgotten; not sent if it has no account. */
  'password-reset': { hours: 1, isAskedFor: true },
  'password-changed': { hours: 24, isAskedFor: false },
  /** To the new address: the link, or a note that it already has an account. */
  'email-change': { hours: 24, isAskedFor: true },
  /** To the account's current address. */
  'email-changing': { hours: 24, isAskedFor: false },
  /** To the owner of an account that a provider can now log in to. */
  'provider-linked': { hours: 24, isAskedFor: false },
  'provider-unlinked': { hours: 24, isAskedFor: false },
  'recovery-codes': { hours: 24, isAskedFor: false },
  'totp-on': { hours: 24, isAskedFor: false },
  'totp-off': { hours: 24, isAskedFor: false },
} as const;

export type MailKind = keyof typeof MAIL_KINDS;
