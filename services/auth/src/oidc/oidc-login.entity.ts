import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

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
