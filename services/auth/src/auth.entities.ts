import type { AccountType } from '@switchback/contracts/rules/accounts';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { Consents } from './accounts/consents.js';
import type { MailKind } from './mails/mail-kinds.js';

const NOW = () => 'now()';

/** A person who may log in. All times here are the database's: the clocks of processes decide nothing. */
@Entity('account')
export class Account {
  @PrimaryColumn({ name: 'user_id', type: 'text', collation: 'C' })
  userId!: string;

  /** As the person wrote it. */
  @Column({ type: 'text' })
  email!: string;

  /** What two addresses must differ in. */
  @Index('account_email', { unique: true })
  @Column({ name: 'email_key', type: 'text', collation: 'C' })
  emailKey!: string;

  /** Null where the person only ever came through another provider. */
  @Column({ name: 'password_hash', type: 'text', nullable: true })
  passwordHash!: string | null;

  @Column({ name: 'account_type', type: 'text' })
  accountType!: AccountType;

  /** What staff made it; null where nobody did since subscriptions count, too. */
  @Column({ name: 'granted_type', type: 'text', nullable: true })
  grantedType!: AccountType | null;

  /** Whether a subscription makes it Hero. */
  @Column({ type: 'boolean', default: false })
  entitled!: boolean;

  /** Of what the billing service told last. */
  @Column({ name: 'entitled_rev', type: 'integer', default: 0 })
  entitledRev!: number;

  /** False while staff keep the person out. */
  @Column({ type: 'boolean' })
  enabled!: boolean;

  /** Goes up by one with each change that others are told of. */
  @Column({ type: 'integer' })
  rev!: number;

  /** When who knows the password first showed that the mailbox is theirs, too; null until then. */
  @Column({ name: 'mailbox_proven_at', type: 'timestamptz', precision: 3, nullable: true })
  mailboxProvenAt!: Date | null;

  /** What was accepted with it; null where nothing was. */
  @Column({ type: 'jsonb', nullable: true })
  consents!: Consents | null;

  @Column({ name: 'consented_at', type: 'timestamptz', precision: 3, nullable: true })
  consentedAt!: Date | null;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3, default: NOW })
  createdAt!: Date;
}

/** What somebody asked for who has not shown yet that the address is theirs. */
@Entity('sign_up')
@Index('sign_up_email', ['emailKey', 'createdAt'])
export class SignUp {
  /** Of the account it becomes. */
  @PrimaryColumn({ name: 'user_id', type: 'text', collation: 'C' })
  userId!: string;

  @Column({ type: 'text' })
  email!: string;

  @Column({ name: 'email_key', type: 'text', collation: 'C' })
  emailKey!: string;

  /** Null where another provider says who it is. */
  @Column({ name: 'password_hash', type: 'text', nullable: true })
  passwordHash!: string | null;

  /** As it was asked for; null where another provider says who it is. */
  @Column({ type: 'text', nullable: true })
  username!: string | null;

  /** Whether the users service may have a profile for it already. */
  @Column({ name: 'profile_begun', type: 'boolean', default: false })
  profileBegun!: boolean;

  /** What was accepted with it; null where nothing was. */
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

  /** Where it was opened from: failed logins from there do not count with those of strangers. */
  @Column({ type: 'text' })
  address!: string;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3, default: NOW })
  createdAt!: Date;

  /** To the minute. */
  @Column({ name: 'last_used_at', type: 'timestamptz', precision: 3, default: NOW })
  lastUsedAt!: Date;

  /** However much it is used. */
  @Column({ name: 'expires_at', type: 'timestamptz', precision: 3 })
  expiresAt!: Date;
}

/** What a mailed link may do, once. */
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

  /** Where the purpose is another address. */
  @Column({ name: 'new_email', type: 'text', nullable: true })
  newEmail!: string | null;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3, default: NOW })
  createdAt!: Date;

  @Index('code_expiry')
  @Column({ name: 'expires_at', type: 'timestamptz', precision: 3 })
  expiresAt!: Date;

  /** Used, or not good any more because something newer took its place. */
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

  /** Codes of this step and those before it were used. */
  @Column({ name: 'last_step', type: 'bigint', default: 0 })
  lastStep!: string;

  /** Null until its first code was typed: then codes are asked for. */
  @Column({ name: 'on_since', type: 'timestamptz', precision: 3, nullable: true })
  onSince!: Date | null;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3, default: NOW })
  createdAt!: Date;
}

/** What lets somebody in whose authenticator app is lost, once. */
@Entity('recovery_code')
export class RecoveryCode {
  @PrimaryColumn({ name: 'user_id', type: 'text', collation: 'C' })
  userId!: string;

  /** SHA-256. */
  @PrimaryColumn({ type: 'bytea' })
  hash!: Buffer;
}

/** Who an account is to another provider. */
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

/** Somebody who is away at another provider's. */
@Entity('oidc_login')
export class OidcLogin {
  /** SHA-256. */
  @PrimaryColumn({ name: 'state_hash', type: 'bytea' })
  stateHash!: Buffer;

  /** SHA-256 of what the browser holds that left. */
  @Column({ name: 'browser_hash', type: 'bytea' })
  browserHash!: Buffer;

  /** Who it was, once they came back. */
  @Column({ name: 'user_id', type: 'text', collation: 'C', nullable: true })
  userId!: string | null;

  /** When the provider's answer was used. */
  @Column({ name: 'taken_at', type: 'timestamptz', precision: 3, nullable: true })
  takenAt!: Date | null;

  @Index('oidc_login_expiry')
  @Column({ name: 'expires_at', type: 'timestamptz', precision: 3 })
  expiresAt!: Date;
}

/** A mail that is to be written; gone as soon as it was sent. */
@Entity('mail')
export class PendingMail {
  @PrimaryColumn({ type: 'text', collation: 'C' })
  id!: string;

  @Column({ type: 'text' })
  kind!: MailKind;

  /** Null where only the address is known: whether somebody has it is looked up when the mail is written. */
  @Column({ name: 'user_id', type: 'text', collation: 'C', nullable: true })
  userId!: string | null;

  @Column({ type: 'text' })
  address!: string;

  @Index('mail_created')
  @Column({ name: 'created_at', type: 'timestamptz', precision: 3, default: NOW })
  createdAt!: Date;

  /** After this nobody waits for it. */
  @Column({ name: 'expires_at', type: 'timestamptz', precision: 3 })
  expiresAt!: Date;

  /** Since when it is being sent; it is sent by nobody else from then on. */
  @Column({ name: 'claimed_at', type: 'timestamptz', precision: 3, nullable: true })
  claimedAt!: Date | null;
}
