import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { Consents } from './consents.js';

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

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3, default: () => 'now()' })
  createdAt!: Date;

  @Index('sign_up_expiry')
  @Column({ name: 'expires_at', type: 'timestamptz', precision: 3 })
  expiresAt!: Date;
}
