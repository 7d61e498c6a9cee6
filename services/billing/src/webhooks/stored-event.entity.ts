import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { SubscriptionState } from '../subscriptions/subscription-state.js';

/** Outcome of an event: `mail` if the person is notified by mail, `none` if it had no effect. */
export type Outcome = 'applied' | 'mail' | 'none';

/** An event of the provider, stored before the provider gets a response. Contains only the applied content. */
@Entity('provider_event')
@Index('provider_event_waiting', { synchronize: false })
@Index('provider_event_user', { synchronize: false })
@Index('provider_event_unmailed', { synchronize: false })
@Index('provider_event_ended', { synchronize: false })
export class StoredEvent {
  @PrimaryColumn({ type: 'text' })
  provider!: string;

  @PrimaryColumn({ type: 'text', collation: 'C' })
  id!: string;

  @Column({ type: 'text' })
  type!: string;

  @Column({ name: 'occurred_at', type: 'timestamptz', precision: 3 })
  occurredAt!: Date;

  /** Null for an event without a subscription or without effect. Mails describe this one. */
  @Column({ type: 'jsonb', nullable: true })
  snapshot!: SubscriptionState | null;

  /** The rest of a list of subscriptions. */
  @Column({ name: 'more_snapshots', type: 'jsonb', default: [] })
  moreSnapshots!: SubscriptionState[];

  /** The customer whose subscriptions all ended by this event. */
  @Column({ name: 'ended_customer', type: 'text', collation: 'C', nullable: true })
  endedCustomer!: string | null;

  @Column({ name: 'received_at', type: 'timestamptz', precision: 3, default: () => 'clock_timestamp()' })
  receivedAt!: Date;

  @Column({ name: 'applied_at', type: 'timestamptz', precision: 3, nullable: true })
  appliedAt!: Date | null;

  @Column({ type: 'text', nullable: true })
  outcome!: Outcome | null;

  @Column({ name: 'mailed_at', type: 'timestamptz', precision: 3, nullable: true })
  mailedAt!: Date | null;
}

/** The time up to which a provider's events are listed. */
@Entity('event_poll')
export class EventPoll {
  @PrimaryColumn({ type: 'text' })
  provider!: string;

  @Column({ name: 'polled_until', type: 'timestamptz', precision: 3 })
  polledUntil!: Date;
}
