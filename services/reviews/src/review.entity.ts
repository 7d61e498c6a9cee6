import { Column, Entity, Generated, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';

/** A person's review of a drive: at most one per person and drive. Ratings are null if the author gave none. */
@Entity('review')
@Index('review_once', { synchronize: false })
@Index('review_user', { synchronize: false })
@Index('review_useful', ['driveId', 'usefulCount', 'createdAt', 'id'])
@Index('review_created', ['driveId', 'createdAt', 'id'])
export class Review {
  @PrimaryColumn({ type: 'text', collation: 'C' })
  id!: string;

  @Column({ name: 'drive_id', type: 'text', collation: 'C' })
  driveId!: string;

  /** Null once the author's account is deleted. */
  @Column({ name: 'user_id', type: 'text', collation: 'C', nullable: true })
  userId!: string | null;

  @Column({ type: 'text' })
  highlight!: string;

  @Column({ type: 'text' })
  description!: string;

  @Column({ name: 'star_rating', type: 'double precision', nullable: true })
  starRating!: number | null;

  @Column({ name: 'intensity_rating', type: 'double precision', nullable: true })
  intensityRating!: number | null;

  @Column({ name: 'road_quality_rating', type: 'double precision', nullable: true })
  roadQualityRating!: number | null;

  @Column({ name: 'traffic_rating', type: 'double precision', nullable: true })
  trafficRating!: number | null;

  /** Number of rows in `helpful`, for the orders by it. */
  @Column({ name: 'useful_count', type: 'integer', default: 0 })
  usefulCount!: number;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  @Column({ name: 'edited_at', type: 'timestamptz', precision: 3, nullable: true })
  editedAt!: Date | null;

  /** Copied from the author. */
  @Column({ type: 'boolean', default: false })
  hidden!: boolean;
}

/** A person's vote that a review helped them. */
@Entity('helpful')
export class Helpful {
  @PrimaryColumn({ name: 'review_id', type: 'text', collation: 'C' })
  reviewId!: string;

  @ManyToOne(() => Review, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'review_id', foreignKeyConstraintName: 'helpful_review_id_fkey' })
  review!: Review;

  @Index('helpful_user')
  @PrimaryColumn({ name: 'user_id', type: 'text', collation: 'C' })
  userId!: string;

  /** Order of the votes. */
  @Generated('increment')
  @Column({ type: 'bigint' })
  position!: string;
}
