import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A person who used this service or had a subscription. */
@Entity('customer')
@Index('customer_leaving', { synchronize: false })
export class Customer {
  @PrimaryColumn({ name: 'user_id', type: 'text', collation: 'C' })
  userId!: string;

  /** Last published entitlement. */
  @Column({ type: 'boolean', default: false })
  hero!: boolean;

  /** Incremented with each change of `hero`. */
  @Column({ type: 'integer', default: 0 })
  rev!: number;

  /** Number of purchases that the provider refused. */
  @Column({ type: 'integer', default: 0 })
  refused!: number;

  /** End of the lease of the request that changes the subscription at the provider. */
  @Column({ name: 'busy_until', type: 'timestamptz', nullable: true })
  busyUntil!: Date | null;

  /** Fencing token of the lease. */
  @Column({ name: 'busy_token', type: 'text', nullable: true })
  busyToken!: string | null;

  /** Set while the person deletes their account and their subscriptions have yet to end at the provider. */
  @Column({ name: 'leaving_at', type: 'timestamptz', precision: 3, nullable: true })
  leavingAt!: Date | null;

  /** Whether the account is deleted. */
  @Column({ type: 'boolean', default: false })
  gone!: boolean;
}
