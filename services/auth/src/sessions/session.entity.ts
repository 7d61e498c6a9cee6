import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

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

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3, default: () => 'now()' })
  createdAt!: Date;

  /** Precise to the minute. */
  @Column({ name: 'last_used_at', type: 'timestamptz', precision: 3, default: () => 'now()' })
  lastUsedAt!: Date;

  /** Absolute expiry, regardless of use. */
  @Column({ name: 'expires_at', type: 'timestamptz', precision: 3 })
  expiresAt!: Date;
}
