import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { NUMBER, StateColumns } from '../../subscriptions/subscription.entity.js';
import type { StoredCard } from './sandbox-cards.js';

/** An intent to authorize a card for an amount. */
@Entity('sandbox_intent')
export class SandboxIntent {
  @PrimaryColumn({ type: 'text' })
  id!: string;

  @Column({ name: 'user_id', type: 'text', collation: 'C' })
  userId!: string;

  @Column({ type: 'integer' })
  amount!: number;

  @Column({ name: 'currency_code', type: 'text' })
  currencyCode!: string;

  @Column({ type: 'text' })
  status!: 'inited' | 'in_progress' | 'authorized' | 'consumed';

  @Column({ name: 'challenge_id', type: 'text', nullable: true })
  challengeId!: string | null;

  @Column({ type: 'jsonb', nullable: true })
  card!: StoredCard | null;

  @Index('sandbox_intent_created')
  @Column({ name: 'created_at', type: 'timestamptz', precision: 3, default: () => 'clock_timestamp()' })
  createdAt!: Date;
}

/** The card that is charged. */
@Entity('sandbox_card')
export class SandboxCard {
  @PrimaryColumn({ name: 'user_id', type: 'text', collation: 'C' })
  userId!: string;

  @Column({ type: 'jsonb' })
  card!: StoredCard;
}

/** State of a subscription that the sandbox sold. */
@Entity('sandbox_subscription')
@Index('sandbox_subscription_user', ['userId'])
@Index('sandbox_subscription_due', ['currentTermEnd'])
export class SandboxSubscription extends StateColumns {}

/** A charge for a term. */
@Entity('sandbox_charge')
@Index('sandbox_charge_user', ['userId', 'at'])
export class SandboxCharge {
  @PrimaryColumn({ type: 'text' })
  id!: string;

  @Column({ name: 'user_id', type: 'text', collation: 'C' })
  userId!: string;

  /** Epoch seconds. */
  @Column({ type: 'bigint', transformer: NUMBER })
  at!: number;

  @Column({ type: 'integer' })
  amount!: number;

  @Column({ name: 'currency_code', type: 'text' })
  currencyCode!: string;
}

/** A webhook to send. */
@Entity('sandbox_webhook')
export class SandboxWebhook {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  position!: string;

  @Index('sandbox_webhook_due')
  @Column({ name: 'due_at', type: 'timestamptz', precision: 3 })
  dueAt!: Date;

  @Column({ type: 'jsonb' })
  body!: object;
}
