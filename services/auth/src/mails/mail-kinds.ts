/** What is mailed, and for how many hours it is worth sending. */
export const MAIL_KINDS = {
  /** To an address somebody signs up with: the link, or word that it has an account already. */
  'sign-up': { hours: 24 },
  /** To an address somebody forgot the password of; nothing where it has no account. */
  'password-reset': { hours: 1 },
  'password-changed': { hours: 24 },
  /** To the new address: the link, or word that it has an account already. */
  'email-change': { hours: 24 },
  /** To the address an account has until then. */
  'email-changing': { hours: 24 },
  /** To the owner of an account that another provider now lets in. */
  'provider-linked': { hours: 24 },
  'provider-unlinked': { hours: 24 },
  'recovery-codes': { hours: 24 },
  'totp-on': { hours: 24 },
  'totp-off': { hours: 24 },
} as const;

export type MailKind = keyof typeof MAIL_KINDS;
