import type { Credit } from '@switchback/proto/media/v1/service';
import { Column, Entity, ForeignKey, Generated, Index, PrimaryColumn } from 'typeorm';
import { Drive } from './drive.entity.js';

@Entity('photo')
@Index('photo_drive', ['driveId', 'position', 'id'])
@Index('photo_added_by', { synchronize: false })
@Index('photo_source', { synchronize: false })
export class Photo {
  @PrimaryColumn({ type: 'text', collation: 'C' })
  id!: string;

  @ForeignKey(() => Drive, { name: 'photo_drive_id_fkey' })
  @Column({ name: 'drive_id', type: 'text', collation: 'C' })
  driveId!: string;

  /** Null once the person's account is deleted. */
  @Column({ name: 'added_by', type: 'text', collation: 'C', nullable: true })
  addedBy!: string | null;

  @Column({ name: 'added_at', type: 'timestamptz', precision: 3 })
  addedAt!: Date;

  @Column({ type: 'boolean' })
  approved!: boolean;

  /** Copied from the suspension of the person who added it. */
  @Column({ type: 'boolean', default: false })
  hidden!: boolean;

  @Column({ type: 'integer' })
  position!: number;

  /** Incremented with each event for moderation. */
  @Column({ type: 'integer', default: 0 })
  version!: number;

  @Column({ type: 'jsonb' })
  credit!: Credit;

  @Column({ type: 'text' })
  description!: string;

  @Column({ type: 'text' })
  color!: string;

  @Column({ type: 'integer' })
  width!: number;

  @Column({ type: 'integer' })
  height!: number;

  /** Both or neither: the photo's location, if it is shown. */
  @Column({ type: 'double precision', nullable: true })
  lat!: number | null;

  @Column({ type: 'double precision', nullable: true })
  lng!: number | null;

  /** SHA-256 of the upload's bytes; null if a release without it stored the photo. */
  @Column({ name: 'source_hash', type: 'bytea', nullable: true })
  sourceHash!: Buffer | null;
}

/** The columns of a photo that reads return. */
export type PhotoRow = Omit<Photo, 'sourceHash'>;

/** A person's like of a photo. */
@Entity('photo_like')
export class PhotoLike {
  @ForeignKey(() => Photo, { name: 'photo_like_photo_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn({ name: 'photo_id', type: 'text', collation: 'C' })
  photoId!: string;

  @Index('photo_like_user')
  @PrimaryColumn({ name: 'user_id', type: 'text', collation: 'C' })
  userId!: string;

  /** Order of the likes. */
  @Generated('increment')
  @Column({ type: 'bigint' })
  position!: string;
}
