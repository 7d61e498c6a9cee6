import type { ModerationKind } from '@switchback/contracts/rules/moderation';
import { Column, Entity, Generated, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';

/** A decision that is recorded and being carried out. */
export interface Deciding {
  decision: string;
  /** Null if no staff member decided. */
  by: string | null;
  note: string;
  changeRequest: Readonly<Record<string, string>>;
  /** Whether its effect outside this service has happened, so that it only remains to be recorded. */
  isDone?: boolean;
}

/** An entry of the queue: a submission, a report, a suggestion or a message. */
@Entity('item')
@Index('item_waiting', { synchronize: false })
@Index('item_created', ['createdAt', 'id'])
@Index('item_owner', { synchronize: false })
@Index('item_subject', { synchronize: false })
@Index('item_collection', { synchronize: false })
@Index('item_reported', { synchronize: false })
@Index('item_deciding', { synchronize: false })
export class Item {
  @PrimaryColumn({ type: 'text', collation: 'C' })
  id!: string;

  @Column({ type: 'text' })
  kind!: ModerationKind;

  @Column({ name: 'subject_type', type: 'text' })
  subjectType!: string;

  @Column({ name: 'subject_id', type: 'text', collation: 'C' })
  subjectId!: string;

  @Column({ name: 'subject_title', type: 'text' })
  subjectTitle!: string;

  /** Empty if the owner is unknown or their account is deleted. */
  @Column({ name: 'owner_id', type: 'text', collation: 'C' })
  ownerId!: string;

  @Column({ type: 'text', array: true })
  reasons!: string[];

  @Column({ type: 'text' })
  body!: string;

  @Column({ type: 'jsonb', nullable: true })
  sender!: { name: string; email: string; userId: string } | null;

  @Column({ type: 'jsonb' })
  facts!: Record<string, string>;

  /** Facts of the last decision about the subject. */
  @Column({ name: 'facts_before', type: 'jsonb', nullable: true })
  factsBefore!: Record<string, string> | null;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  @Column({ name: 'due_at', type: 'timestamptz', precision: 3 })
  dueAt!: Date;

  /** The last claimer, even after the claim has ended. */
  @Column({ name: 'claimed_by', type: 'text', nullable: true })
  lastClaimedBy!: string | null;

  @Column({ name: 'claimed_until', type: 'timestamptz', nullable: true })
  claimedUntil!: Date | null;

  /** Revision that the last claimer saw. */
  @Column({ name: 'claimed_rev', type: 'integer', nullable: true })
  claimedRev!: number | null;

  /** Facts that the last claimer saw first. */
  @Column({ name: 'facts_seen', type: 'jsonb', nullable: true })
  factsSeen!: Record<string, string> | null;

  /** Revision of the subject, if it has revisions; null in items that an older release added. */
  @Column({ type: 'integer', nullable: true })
  rev!: number | null;

  @Column({ type: 'jsonb', nullable: true })
  deciding!: Deciding | null;

  @Column({ name: 'deciding_since', type: 'timestamptz', nullable: true })
  decidingSince!: Date | null;

  @Column({ type: 'text', nullable: true })
  decision!: string | null;

  @Column({ name: 'decided_at', type: 'timestamptz', precision: 3, nullable: true })
  decidedAt!: Date | null;

  /** Time of the mail that answered a message. */
  @Column({ name: 'mailed_at', type: 'timestamptz', precision: 3, nullable: true })
  mailedAt!: Date | null;
}

/** Append-only log of an item: who did what, when and why. */
@Entity('history')
@Index('history_item', ['itemId', 'position'])
export class HistoryEntry {
  @Generated('increment')
  @PrimaryColumn({ type: 'bigint' })
  position!: string;

  @Column({ name: 'item_id', type: 'text', collation: 'C' })
  itemId!: string;

  @ManyToOne(() => Item, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'item_id', foreignKeyConstraintName: 'history_item_id_fkey' })
  item!: Item;

  @Column({ type: 'timestamptz', precision: 3 })
  at!: Date;

  @Column({ type: 'text', nullable: true })
  who!: string | null;

  @Column({ type: 'text' })
  action!: string;

  @Column({ type: 'text' })
  note!: string;

  /** Fields that staff corrected when they approved. */
  @Column({ type: 'text', array: true, default: [] })
  corrected!: string[];

  /** Revision of the subject that the action created, if known. */
  @Column({ type: 'integer', nullable: true })
  rev!: number | null;
}
