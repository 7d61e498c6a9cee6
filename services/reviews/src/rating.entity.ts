import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** One row per drive, locked by each writer of its reviews. The row of a deleted drive is a tombstone. */
@Entity('rating')
@Index('rating_unchecked', { synchronize: false })
@Index('rating_gone', { synchronize: false })
export class Rating {
  @PrimaryColumn({ name: 'drive_id', type: 'text', collation: 'C' })
  driveId!: string;

  /** Incremented with each published change. */
  @Column({ type: 'integer' })
  rev!: number;

  /** Whether the drive is deleted; null if a release without tombstones stored the row, until upkeep checks it. */
  @Column({ type: 'boolean', nullable: true })
  gone!: boolean | null;
}
