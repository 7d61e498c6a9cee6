import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A drive that has photos. Writers of the photos lock its row; the row of a deleted drive is a tombstone. */
@Entity('drive')
@Index('drive_unchecked', { synchronize: false })
@Index('drive_gone', { synchronize: false })
export class Drive {
  @PrimaryColumn({ type: 'text', collation: 'C' })
  id!: string;

  /** Revision of the drive. */
  @Column({ type: 'integer', default: 0 })
  rev!: number;

  /** Incremented with each published change of the photos. */
  @Column({ name: 'photos_rev', type: 'integer', default: 0 })
  photosRev!: number;

  @Column({ type: 'text' })
  title!: string;

  @Column({ name: 'is_private', type: 'boolean' })
  isPrivate!: boolean;

  @Column({ name: 'is_published', type: 'boolean' })
  isPublished!: boolean;

  /** Whether the drive is deleted; null if a release without tombstones stored the row, until upkeep checks it. */
  @Column({ type: 'boolean', nullable: true })
  gone!: boolean | null;
}

/** Facts about a drive that its photos need. */
export type KnownDrive = Pick<Drive, 'id' | 'title' | 'isPrivate' | 'isPublished'>;
