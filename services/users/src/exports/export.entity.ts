import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Profile } from '../profiles/profile.entity.js';

/** A person's only export. */
@Entity('export')
export class Export {
  @ForeignKey(() => Profile, { name: 'export_user_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn({ name: 'user_id', type: 'text', collation: 'C' })
  userId!: string;

  @Column({ type: 'text' })
  id!: string;

  @Column({ name: 'requested_at', type: 'timestamptz', precision: 3 })
  requestedAt!: Date;

  /** Null until the ZIP is stored. */
  @Column({ name: 'finished_at', type: 'timestamptz', precision: 3, nullable: true })
  finishedAt!: Date | null;
}
