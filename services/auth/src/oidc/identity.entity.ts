import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

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

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3, default: () => 'now()' })
  createdAt!: Date;
}
