import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { MailKind } from './mail-kinds.js';

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
  @Column({ name: 'created_at', type: 'timestamptz', precision: 3, default: () => 'now()' })
  createdAt!: Date;

  /** After this time the mail is no longer needed. */
  @Column({ name: 'expires_at', type: 'timestamptz', precision: 3 })
  expiresAt!: Date;

  /** When a worker claimed it for sending; no other worker sends it after that. */
  @Column({ name: 'claimed_at', type: 'timestamptz', precision: 3, nullable: true })
  claimedAt!: Date | null;
}
