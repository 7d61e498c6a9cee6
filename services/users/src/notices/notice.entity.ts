import type { NoticeKind } from '@switchback/contracts/rules/moderation';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Profile } from '../profiles/profile.entity.js';

/** A notice for a person. */
@Entity('notice')
@Index('notice_user', { synchronize: false })
export class Notice {
  /** Derived from the cause, so that a repeated notice is stored once. */
  @PrimaryColumn({ type: 'text', collation: 'C' })
  id!: string;

  @ForeignKey(() => Profile, { name: 'notice_user_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'user_id', type: 'text', collation: 'C' })
  userId!: string;

  @Column({ type: 'text' })
  kind!: NoticeKind;

  @Column({ name: 'subject_type', type: 'text' })
  subjectType!: string;

  @Column({ name: 'subject_id', type: 'text' })
  subjectId!: string;

  @Column({ name: 'subject_title', type: 'text' })
  subjectTitle!: string;

  /** The person who caused it; null without one, and once the account is closed. */
  @Index('notice_actor_id', { synchronize: false })
  @ForeignKey(() => Profile, { name: 'notice_actor_id_fkey', onDelete: 'SET NULL' })
  @Column({ name: 'actor_id', type: 'text', collation: 'C', nullable: true })
  actorId!: string | null;

  /** For an approved drive: the fields that staff corrected. */
  @Column({ type: 'text', array: true, default: [] })
  corrected!: string[];

  @Column({ type: 'timestamptz', precision: 3 })
  at!: Date;

  /** Whether the header lists it. */
  @Column({ name: 'in_list', type: 'boolean' })
  inList!: boolean;

  @Column({ name: 'read_at', type: 'timestamptz', precision: 3, nullable: true })
  readAt!: Date | null;

  /** Null until it is mailed; the time of the notice if it is not to be mailed. */
  @Column({ name: 'mailed_at', type: 'timestamptz', precision: 3, nullable: true })
  mailedAt!: Date | null;
}

/** A notice to store. */
export interface NewNotice extends Pick<Notice, 'id' | 'userId' | 'kind' | 'at'> {
  subject: { type: string; id: string; title: string };
  corrected?: string[];
  actorId?: string;
}

/** A notice to put into words. */
export interface ReadNotice extends NewNotice {
  /** Username of the person who caused it; empty if unknown. */
  actor: string;
}

/** How a person wants to get notices of a kind. */
@Entity('notice_setting')
export class NoticeSetting {
  @ForeignKey(() => Profile, { name: 'notice_setting_user_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn({ name: 'user_id', type: 'text', collation: 'C' })
  userId!: string;

  @PrimaryColumn({ type: 'text' })
  kind!: NoticeKind;

  @Column({ type: 'boolean' })
  mail!: boolean;

  @Column({ type: 'boolean' })
  notice!: boolean;
}
