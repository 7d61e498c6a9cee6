import type { AccountType } from '@switchback/contracts/rules/accounts';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { Consents } from './consents.js';

/** A person who may log in. */
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

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3, default: () => 'now()' })
  createdAt!: Date;
}
