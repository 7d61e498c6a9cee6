import type { AccountType } from '@switchback/contracts/rules/accounts';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { Consents } from './accounts/consents.js';
import type { MailKind } from './mails/mail-kinds.js';

const NOW = () => 'now()';

/** A person who may log in. All times in this file come from the database clock, never from a process. */
@Entity('account')
export class Account {
  @PrimaryColumn({ name: 'user_id', type: 'text', collation: 'C' })
  userId!: string;

  /** As the person typed it. */
  @Column({ type: 'text' })
  email!: string;

  /** Normalized address, unique per account. */
  @Index('account_email', { unique: true })
  @Column({ name: 'email_key', type: 'text', collation: 'C' })
  emailKey!: string;

  /** Null if the person has only ever logged in through another provider. */
  @Column({ name: 'password_hash', type: 'text', nullable: true })
  passwordHash!: string | null;

  @Column({ name: 'account_type', type: 'text' })
  accountType!: AccountType;

  /** Type granted by staff; null if no grant was recorded since subscriptions exist. */
  @Column({ name: 'granted_type', type: 'text', nullable: true })
  grantedType!: AccountType | null;

  /** Whether a subscription makes the account Hero. */
  @Column({ type: 'boolean', default: false })
  entitled!: boolean;

  /** Revision of the last entitlement from the billing service. */
  @Column({ name: 'entitled_rev', type: 'integer', default: 0 })
  entitledRev!: number;

  /** False while the account is suspended by staff. */
  @Column({ type: 'boolean' })
  enabled!: boolean;

  /** Incremented with each published change. */
  @Column({ type: 'integer' })
  rev!: number;

  /** When a client that knows the password first proved that the mailbox is theirs; null until then. */
  @Column({ name: 'mailbox_proven_at', type: 'timestamptz', precision: 3, nullable: true })
  mailboxProvenAt!: Date | null;

  /** Consents given at sign-up; null if there were none. */
  @Column({ type: 'jsonb', nullable: true })
  consents!: Consents | null;

  @Column({ name: 'consented_at', type: 'timestamptz', precision: 3, nullable: true })
  consentedAt!: Date | null;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3, default: NOW })
  createdAt!: Date;
}

/** A sign-up whose address is not yet confirmed. */
@Entity('sign_up')
@Index('sign_up_email', ['emailKey', 'createdAt'])
export class SignUp {
  /** User id of the account that it becomes. */
  @PrimaryColumn({ name: 'user_id', type: 'text', collation: 'C' })
  userId!: string;

  @Column({ type: 'text' })
  email!: string;

  @Column({ name: 'email_key', type: 'text', collation: 'C' })
  emailKey!: string;

  /** Null if the person logs in through another provider. */
  @Column({ name: 'password_hash', type: 'text', nullable: true })
  passwordHash!: string | null;

  /** As requested; null if the person logs in through another provider. */
  @Column({ type: 'text', nullable: true })
  username!: string | null;

  /** Whether the users service may already have a profile for it. */
  @Column({ name: 'profile_begun', type: 'boolean', default: false })
  profileBegun!: boolean;

  /** Consents given with the sign-up; null if there were none. */
  @Column({ type: 'jsonb', nullable: true })
  consents!: Consents | null;

  @Column({ name: 'consented_at', type: 'timestamptz', precision: 3, nullable: true })
  consentedAt!: Date | null;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3, default: NOW })
  createdAt!: Date;

  @Index('sign_up_expiry')
  @Column({ name: 'expires_at', type: 'timestamptz', precision: 3 })
  expiresAt!: Date;
}

@Entity('session')
@Index('session_of_user', ['userId', 'lastUsedAt'])
export class Session {
  @PrimaryColumn({ type: 'text', collation: 'C' })
  id!: string;

  @Column({ name: 'user_id', type: 'text', collation: 'C' })
  userId!: string;

  /** SHA-256. */
  @Index('session_token', { unique: true })
  @Column({ name: 'token_hash', type: 'bytea' })
  tokenHash!: Buffer;

  @Column({ type: 'text' })
  agent!: string;

  /** Address the session was opened from; failed logins from it are not counted with those of strangers. */
  @Column({ type: 'text' })
  address!: string;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3, default: NOW })
  createdAt!: Date;

  /** Precise to the minute. */
  @Column({ name: 'last_used_at', type: 'timestamptz', precision: 3, default: NOW })
  lastUsedAt!: Date;

  /** Absolute expiry, regardless of use. */
  @Column({ name: 'expires_at', type: 'timestamptz', precision: 3 })
  expiresAt!: Date;
}

/** Single-use code of a mailed link. */
@Entity('code')
@Index('code_user', ['userId', 'purpose'])
export class Code {
  /** SHA-256. */
  @PrimaryColumn({ type: 'bytea' })
  hash!: Buffer;

  @Column({ type: 'text' })
  purpose!: string;

  @Column({ name: 'user_id', type: 'text', collation: 'C' })
  userId!: string;

  /** Set if the purpose is a change of address. */
  @Column({ name: 'new_email', type: 'text', nullable: true })
  newEmail!: string | null;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3, default: NOW })
  createdAt!: Date;

  @Index('code_expiry')
  @Column({ name: 'expires_at', type: 'timestamptz', precision: 3 })
  expiresAt!: Date;

  /** When it was used, or invalidated by a newer code. */
  @Column({ name: 'spent_at', type: 'timestamptz', precision: 3, nullable: true })
  spentAt!: Date | null;
}

/** The secret of an account's authenticator app. */
@Entity('totp')
export class Totp {
  @PrimaryColumn({ name: 'user_id', type: 'text', collation: 'C' })
  userId!: string;

  /** Sealed. */
  @Column({ type: 'bytea' })
  secret!: Buffer;

  /** Codes of this step and of earlier ones are spent. */
  @Column({ name: 'last_step', type: 'bigint', default: 0 })
  lastStep!: string;

  /** Null until its first code is verified; from then on logins need a code. */
  @Column({ name: 'on_since', type: 'timestamptz', precision: 3, nullable: true })
  onSince!: Date | null;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3, default: NOW })
  createdAt!: Date;
}

/** Single-use login code for a person who lost their authenticator app. */
@Entity('recovery_code')
export class RecoveryCode {
  @PrimaryColumn({ name: 'user_id', type: 'text', collation: 'C' })
  userId!: string;

  /** SHA-256. */
  @PrimaryColumn({ type: 'bytea' })
  hash!: Buffer;
}

/** An account's identity at another provider. */
@Entity('identity')
export class Identity {
  @PrimaryColumn({ type: 'text', collation: 'C' })
  issuer!: string;

  @PrimaryColumn({ type: 'text', collation: 'C' })
  subject!: string;

  @Index('identity_of_user')
  @Column({ name: 'user_id', type: 'text', collation: 'C' })
  userId!: string;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3, default: NOW })
  createdAt!: Date;
}

/** A login in progress at another provider. */
@Entity('oidc_login')
export class OidcLogin {
  /** SHA-256. */
  @PrimaryColumn({ name: 'state_hash', type: 'bytea' })
  stateHash!: Buffer;

  /** SHA-256 of the secret held by the browser that started the login. */
  @Column({ name: 'browser_hash', type: 'bytea' })
  browserHash!: Buffer;

  /** The account, known once the person is back from the provider. */
  @Column({ name: 'user_id', type: 'text', collation: 'C', nullable: true })
  userId!: string | null;

  /** When the provider's response was used. */
  @Column({ name: 'taken_at', type: 'timestamptz', precision: 3, nullable: true })
  takenAt!: Date | null;

  @Index('oidc_login_expiry')
  @Column({ name: 'expires_at', type: 'timestamptz', precision: 3 })
  expiresAt!: Date;
}

/** A mail yet to be written; deleted once it is sent. */
@Entity('mail')
export class PendingMail {
  @PrimaryColumn({ type: 'text', collation: 'C' })
  id!: string;

  @Column({ type: 'text' })
  kind!: MailKind;

  /** Null if only the address is known: whether it has an account is looked up when the mail is written. */
  @Column({ name: 'user_id', type: 'text', collation: 'C', nullable: true })
  userId!: string | null;

  @Column({ type: 'text' })
  address!: string;

  @Index('mail_created')
  @Column({ name: 'created_at', type: 'timestamptz', precision: 3, default: NOW })
  createdAt!: Date;

  /** After this time the mail is no longer needed. */
  @Column({ name: 'expires_at', type: 'timestamptz', precision: 3 })
  expiresAt!: Date;

  /** When a worker claimed it for sending; no other worker sends it after that. */
  @Column({ name: 'claimed_at', type: 'timestamptz', precision: 3, nullable: true })
  claimedAt!: Date | null;
}
