import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Number of people who have a drive on their lists. */
@Entity('popularity')
export class Popularity {
  @PrimaryColumn({ name: 'drive_id', type: 'text', collation: 'C' })
  driveId!: string;

  /** Incremented with each published change. */
  @Column({ type: 'integer' })
  rev!: number;

  @Column({ type: 'integer' })
  saves!: number;

  @Column({ type: 'integer' })
  completions!: number;
}
