import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Facts about a drive, which the drives service owns. The row of a deleted drive is a tombstone. */
@Entity('drive_fact')
@Index('drive_fact_owner', { synchronize: false })
@Index('drive_fact_shared', { synchronize: false })
@Index('drive_fact_viewers', { synchronize: false })
export class DriveFact {
  @PrimaryColumn({ name: 'drive_id', type: 'text', collation: 'C' })
  driveId!: string;

  /** Revision of the drive; 0 until its first event. */
  @Column({ type: 'integer' })
  version!: number;

  @Column({ name: 'is_deleted', type: 'boolean' })
  isDeleted!: boolean;

  /** Empty for a drive without an owner. */
  @Column({ name: 'owner_id', type: 'text', collation: 'C' })
  ownerId!: string;

  @Column({ type: 'text' })
  privacy!: string;

  @Column({ type: 'text' })
  status!: string;

  @Column({ name: 'shared_with', type: 'text', array: true })
  sharedWith!: string[];

  @Column({ name: 'is_public', type: 'boolean', default: false })
  isPublic!: boolean;

  /** See `viewersOf`. */
  @Column({ type: 'text', array: true, default: [] })
  viewers!: string[];

  /** The version from which the two fields above come; behind `version` if the previous release stored the row. */
  @Column({ name: 'audience_version', type: 'integer', nullable: true })
  audienceVersion!: number | null;

  /** Meters. */
  @Column({ type: 'double precision' })
  distance!: number;

  /** Seconds. */
  @Column({ type: 'double precision' })
  duration!: number;

  @Column({ name: 'state_ids', type: 'integer', array: true })
  stateIds!: number[];

  @Column({ name: 'country_ids', type: 'integer', array: true })
  countryIds!: number[];

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt!: Date;
}
