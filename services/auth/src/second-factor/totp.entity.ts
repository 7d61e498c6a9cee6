import { Column, Entity, PrimaryColumn } from 'typeorm';

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

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3, default: () => 'now()' })
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
