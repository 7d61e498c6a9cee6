import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * Files of a photo that has no row yet, or no longer, and when they may be removed. The table keeps its name, because
 * the previous release writes to it.
 */
@Entity('stray_files')
export class OrphanedFiles {
  @PrimaryColumn({ name: 'photo_id', type: 'text', collation: 'C' })
  photoId!: string;

  @Index('stray_files_due')
  @Column({ name: 'remove_after', type: 'timestamptz', precision: 3 })
  removeAfter!: Date;

  /** Number of failed removals, at most 30. */
  @Column({ type: 'integer', default: 0 })
  failures!: number;
}
