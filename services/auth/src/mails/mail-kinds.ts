/** What is mailed, for how many hours it is worth sending, and whether anybody can ask for it by naming an address. */
export const MAIL_KINDS = {
  /** To an address somebody signs up with: the link, or word that it has an account already. */
  'sign-up': { hours: 24, isAskedFor: true },
  /** To an address somebody forgot the password of; nothing where it has no account. */
  'password-reset': { hours: 1, isAskedFor: true },
  'password-changed': { hours: 24, isAskedFor: false },
  /** To the new address: the link, or word that it has an account already. */
  'email-change': { hours: 24, isAskedFor: true },
  /** To the address an account has until then. */
  'email-changing': { hours: 24, isAskedFor: false },
  /** To the owner of an account that another provider now lets in. */
  'provider-linked': { hours: 24, isAskedFor: false },
  'provider-unlinked': { hours: 24, isAskedFor: false },
  'recovery-codes': { hours: 24, isAskedFor: false },
  'totp-on': { hours: 24, isAskedFor: false },
  'totp-off': { hours: 24, isAskedFor: false },
} as const;

export type MailKind = keyof typeof MAIL_KINDS;
