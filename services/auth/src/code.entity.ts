import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

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

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3, default: () => 'now()' })
  createdAt!: Date;

  @Index('code_expiry')
  @Column({ name: 'expires_at', type: 'timestamptz', precision: 3 })
  expiresAt!: Date;

  /** When it was used, or invalidated by a newer code. */
  @Column({ name: 'spent_at', type: 'timestamptz', precision: 3, nullable: true })
  spentAt!: Date | null;
}
