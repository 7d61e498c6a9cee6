import type { Privacy } from '@switchback/contracts/rules/drives';
import { Column, Entity, Index, JoinColumn, ManyToOne, OneToOne, PrimaryColumn, Unique } from 'typeorm';
import { Drive, type Point } from '../drive/drive.entity.js';

/** A list of drives; with a start or days it is a trip. */
@Entity('collection')
@Index('collection_owner', { synchronize: false })
@Index('collection_shared', { synchronize: false })
@Index('collection_published', { synchronize: false })
export class Collection {
  @PrimaryColumn({ type: 'text', collation: 'C' })
  id!: string;

  /** Incremented by each save; shares and links do not count. */
  @Column({ type: 'integer' })
  rev!: number;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'text' })
  description!: string;

  /** Public once it is published; the previous release reads nothing else. */
  @Column({ type: 'text' })
  privacy!: Privacy;

  /** Its state while it is not published, if its owner asked to publish it. */
  @Column({ type: 'text', nullable: true })
  review!: 'pending' | 'changes-requested' | null;

  /** Words of the staff that sent it back; empty for none. */
  @Column({ name: 'change_request', type: 'text', default: '' })
  changeRequest!: string;

  /** Null if the owner deleted the account. */
  @Column({ name: 'owner_id', type: 'text', nullable: true })
  ownerId!: string | null;

  /** User ids; they apply while the collection is private. */
  @Column({ name: 'shared_with', type: 'text', array: true, default: [] })
  sharedWith!: string[];

  /** First day of the trip, YYYY-MM-DD. */
  @Column({ type: 'text', nullable: true })
  start!: string | null;

  /** Number of days of the trip. */
  @Column({ type: 'integer', nullable: true })
  days!: number | null;

  /** Time of the last save. */
  @Column({ name: 'changed_at', type: 'timestamptz', precision: 3 })
  changedAt!: Date;

  /** Time of its first publication; null while the collection is private. */
  @Column({ name: 'published_at', type: 'timestamptz', precision: 3, nullable: true })
  publishedAt!: Date | null;
}

/** A drive or a place in a collection. */
@Entity('collection_item')
export class CollectionItem {
  @PrimaryColumn({ name: 'collection_id', type: 'text', collation: 'C' })
  collectionId!: string;

  @ManyToOne(() => Collection, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'collection_id', foreignKeyConstraintName: 'collection_item_collection' })
  collection!: Collection;

  /** Increases in the order of the items; deleted drives leave gaps. */
  @PrimaryColumn({ type: 'integer' })
  position!: number;

  @Index('collection_item_drive_id')
  /** Null for a place. */
  @Column({ name: 'drive_id', type: 'text', collation: 'C', nullable: true })
  driveId!: string | null;

  @ManyToOne(() => Drive, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'drive_id', foreignKeyConstraintName: 'collection_item_drive' })
  drive!: Drive | null;

  /** Name of a place; null for a drive. */
  @Column({ type: 'text', nullable: true })
  label!: string | null;

  /** Null for a drive. */
  @Column({ type: 'point', nullable: true })
  location!: Point | null;

  @Column({ type: 'text' })
  note!: string;

  /** Day of the trip, from 1; null if it is not planned yet. */
  @Column({ type: 'integer', nullable: true })
  day!: number | null;

  /** From the drive's end to its start. */
  @Column({ type: 'boolean', default: false })
  reversed!: boolean;

  /** Start of a stretch of the drive, in meters along the drive; null for the whole drive. */
  @Column({ name: 'from_meters', type: 'double precision', nullable: true })
  fromMeters!: number | null;

  /** End of the stretch; null with `from_meters`. */
  @Column({ name: 'to_meters', type: 'double precision', nullable: true })
  toMeters!: number | null;
}

/** At most one per collection. The secret is stored in plain text, like that of a drive's link. */
@Entity('collection_link')
@Unique('collection_link_secret', ['secret'])
export class CollectionLink {
  @PrimaryColumn({ name: 'collection_id', type: 'text', collation: 'C' })
  collectionId!: string;

  @OneToOne(() => Collection, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'collection_id', foreignKeyConstraintName: 'collection_link_collection' })
  collection!: Collection;

  @Column({ type: 'text', collation: 'C' })
  secret!: string;

  /** Null for no end. */
  @Column({ name: 'expires_at', type: 'timestamptz', nullable: true })
  expiresAt!: Date | null;
}
