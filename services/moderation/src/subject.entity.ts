import type { ModerationKind } from '@switchback/contracts/rules/moderation';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A submitted drive, photo or collection, also after it was decided. */
@Entity('subject')
export class Subject {
  @PrimaryColumn({ type: 'text' })
  kind!: ModerationKind;

  @PrimaryColumn({ type: 'text', collation: 'C' })
  id!: string;

  /** Version of the last applied event. */
  @Column({ type: 'integer' })
  version!: number;

  /** Facts of the last decision. */
  @Column({ name: 'facts_decided', type: 'jsonb', nullable: true })
  factsDecided!: Record<string, string> | null;
}
