import type { SubscriptionStatus } from '@switchback/contracts/rules/billing';
import { Column, Entity, Index, PrimaryColumn, type ValueTransformer } from 'typeorm';
import type { SubscriptionState } from './subscription-state.js';

/** Reads a `bigint`, which `pg` returns as text. Only for values below 2^53. */
export const NUMBER: ValueTransformer = {
  from: (stored: string | null) => (stored === null ? null : Number(stored)),
  to: (value: number | null) => value,
};

/** The columns of a state, here and in the sandbox. */
export abstract class StateColumns implements SubscriptionState {
  @PrimaryColumn({ type: 'text', collation: 'C' })
  id!: string;

  @Column({ name: 'user_id', type: 'text', collation: 'C' })
  userId!: string;

  @Column({ type: 'text' })
  status!: SubscriptionStatus;

  @Column({ name: 'item_price_id', type: 'text' })
  itemPriceId!: string;

  @Column({ name: 'next_billing_at', type: 'bigint', nullable: true, transformer: NUMBER })
  nextBillingAt!: number | null;

  @Column({ name: 'current_term_end', type: 'bigint', nullable: true, transformer: NUMBER })
  currentTermEnd!: number | null;

  @Column({ name: 'resource_version', type: 'bigint', transformer: NUMBER })
  resourceVersion!: number;
}

/** Last known state of a subscription at its provider. */
@Entity('subscription')
@Index('subscription_user', ['userId'])
@Index('subscription_sandbox', { synchronize: false })
export class Subscription extends StateColumns {
  @Column({ type: 'text' })
  provider!: string;
}
