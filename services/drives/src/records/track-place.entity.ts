import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Point } from '../drive/drive.entity.js';

/**
 * A place where recorded tracks of a person start or end. Its center is shifted from them in a secret direction, and
 * never leaves the service: with it, the ends of published tracks would tell more about the place.
 */
@Entity('track_place')
export class TrackPlace {
  @PrimaryColumn({ name: 'owner_id', type: 'text', collation: 'C' })
  ownerId!: string;

  /** In the order in which the places were first seen. */
  @PrimaryColumn({ type: 'integer' })
  number!: number;

  @Column({ type: 'point' })
  center!: Point;
}
