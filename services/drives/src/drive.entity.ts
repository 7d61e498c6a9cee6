import type { DurationSource, Privacy, PublicationStatus } from '@switchback/contracts/rules/drives';
import type { CountryAndStates, Photo, RankedCountry, Tag, Waypoint } from '@switchback/proto/drives/v1/drive';
import { Column, Entity, Index, JoinColumn, OneToOne, PrimaryColumn, Unique } from 'typeorm';
import type { RouteWaypoint } from './routing/directions.js';

/** PostgreSQL's own point: x is the longitude, y the latitude. */
export interface Point {
  x: number;
  y: number;
}

/**
 * What the product knows of a drive but for its route, which can be large and has a table of its own: reading a hundred
 * summaries never reads a line. Distances in meters, durations in seconds, angles in degrees.
 *
 * Indexes that hold only published drives serve the lists that know no caller.
 */
@Entity('drive')
@Index('drive_start', { synchronize: false })
@Index('drive_popular', { synchronize: false })
@Index('drive_stats', { synchronize: false })
@Index('drive_world', { synchronize: false })
@Index('drive_owner', { synchronize: false })
@Index('drive_shared', { synchronize: false })
@Index('drive_walk', ['zOrder', 'id'])
@Index('drive_title_taken', { synchronize: false })
@Index('drive_title_key', { synchronize: false })
export class Drive {
  @PrimaryColumn({ type: 'text', collation: 'C' })
  id!: string;

  /** Which feature of which source it came from; null for what people made here. */
  @Index('drive_import_key', { unique: true })
  @Column({ name: 'import_key', type: 'text', nullable: true })
  importKey!: string | null;

  /** Of what was imported: the same again needs no work. */
  @Column({ name: 'content_hash', type: 'text', nullable: true })
  contentHash!: string | null;

  /** Goes up by one with each change of what the drive shows. */
  @Column({ type: 'integer' })
  rev!: number;

  @Column({ type: 'text' })
  title!: string;

  /** What titles are compared by; null in rows of an older release. Among people's public drives each stands once. */
  @Column({ name: 'title_key', type: 'text', nullable: true })
  titleKey!: string | null;

  @Column({ type: 'text' })
  description!: string;

  @Column({ type: 'double precision' })
  distance!: number;

  @Column({ type: 'double precision' })
  duration!: number;

  @Column({ name: 'duration_source', type: 'text' })
  durationSource!: DurationSource;

  @Column({ type: 'double precision' })
  north!: number;

  @Column({ type: 'double precision' })
  east!: number;

  @Column({ type: 'double precision' })
  south!: number;

  @Column({ type: 'double precision' })
  west!: number;

  @Column({ name: 'overview_path', type: 'text' })
  overviewPath!: string;

  @Column({ type: 'jsonb' })
  photos!: Photo[];

  @Column({ type: 'jsonb' })
  tags!: Tag[];

  @Column({ name: 'star_rating', type: 'double precision', nullable: true })
  starRating!: number | null;

  @Column({ name: 'intensity_rating', type: 'double precision', nullable: true })
  intensityRating!: number | null;

  @Column({ name: 'road_quality_rating', type: 'double precision', nullable: true })
  roadQualityRating!: number | null;

  @Column({ name: 'traffic_rating', type: 'double precision', nullable: true })
  trafficRating!: number | null;

  /** Weighted meters of curves; null when the line is too coarse to tell. */
  @Column({ type: 'double precision', nullable: true })
  curviness!: number | null;

  @Column({ name: 'curviness_per_kilometer', type: 'double precision', nullable: true })
  curvinessPerKilometer!: number | null;

  @Column({ name: 'review_count', type: 'integer' })
  reviewCount!: number;

  /** Means of the reviews that rate this; null while none does, and then the creator's own value above is shown. */
  @Column({ name: 'review_stars', type: 'double precision', nullable: true })
  reviewStars!: number | null;

  @Column({ name: 'review_intensity', type: 'double precision', nullable: true })
  reviewIntensity!: number | null;

  @Column({ name: 'review_road_quality', type: 'double precision', nullable: true })
  reviewRoadQuality!: number | null;

  @Column({ name: 'review_traffic', type: 'double precision', nullable: true })
  reviewTraffic!: number | null;

  /** The revision of the reviews' count and means, as the reviews service counts it. */
  @Column({ name: 'rating_rev', type: 'integer', default: 0 })
  ratingRev!: number;

  @Column({ name: 'photos_rev', type: 'integer', default: 0 })
  photosRev!: number;

  /** Of all its photos: {@link photos} are those that everybody may see. */
  @Column({ name: 'photo_count', type: 'integer', default: 0 })
  photoCount!: number;

  /** Saves and completions together. */
  @Column({ type: 'integer' })
  popularity!: number;

  /** The revision of the popularity above, as the users service counts it. */
  @Column({ name: 'popularity_rev', type: 'integer', default: 0 })
  popularityRev!: number;

  @Column({ name: 'start_address', type: 'text' })
  startAddress!: string;

  @Column({ name: 'end_address', type: 'text' })
  endAddress!: string;

  @Column({ name: 'start_location', type: 'point' })
  startLocation!: Point;

  @Column({ name: 'end_location', type: 'point' })
  endLocation!: Point;

  /** Computed from the line, in the order of travel. */
  @Column({ type: 'jsonb' })
  countries!: CountryAndStates[];

  /** The ids in `countries`, for counting. */
  @Column({ name: 'country_ids', type: 'integer', array: true })
  countryIds!: number[];

  @Column({ name: 'state_ids', type: 'integer', array: true })
  stateIds!: number[];

  /** Postal codes as the source gave them, whatever the line says. */
  @Column({ name: 'claimed_states', type: 'text', array: true })
  claimedStates!: string[];

  @Column({ name: 'owner_id', type: 'text', nullable: true })
  ownerId!: string | null;

  /** A copy of what the users service knows. */
  @Column({ name: 'owner_username', type: 'text', nullable: true })
  ownerUsername!: string | null;

  /** User ids. */
  @Column({ name: 'shared_with', type: 'text', array: true })
  sharedWith!: string[];

  /** While staff keep its owner out. */
  @Column({ type: 'boolean', default: false })
  hidden!: boolean;

  /** What staff asked to have changed, by field. */
  @Column({ name: 'change_request', type: 'jsonb' })
  changeRequest!: Record<string, string>;

  @Column({ type: 'text' })
  tier!: string;

  @Column({ type: 'text' })
  privacy!: Privacy;

  @Column({ type: 'text' })
  status!: PublicationStatus;

  @Column({ type: 'boolean' })
  official!: boolean;

  /** The line leaves the road between its points. */
  @Column({ type: 'boolean' })
  approximate!: boolean;

  @Column({ name: 'world_ranked', type: 'boolean' })
  worldRanked!: boolean;

  @Column({ name: 'country_rankings', type: 'jsonb' })
  countryRankings!: RankedCountry[];

  /**
   * Where it began on the map when it was made, as a number: the order in which all drives are read. It stays when the drive
   * moves, so that a walk under way neither misses it nor meets it twice.
   */
  @Column({ name: 'z_order', type: 'integer', default: 0 })
  zOrder!: number;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt!: Date;
}

@Entity('drive_route')
export class DriveRoute {
  @PrimaryColumn({ name: 'drive_id', type: 'text', collation: 'C' })
  driveId!: string;

  @OneToOne(() => Drive, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'drive_id', foreignKeyConstraintName: 'drive_route_drive' })
  drive!: Drive;

  /** The whole line, Google-encoded with precision 5. */
  @Column({ type: 'text' })
  path!: string;

  /** Heights of its points as `encodeElevations` writes them; '' where none is known. */
  @Column({ type: 'text', default: '' })
  elevation!: string;

  @Column({ type: 'jsonb' })
  waypoints!: RouteWaypoint[];

  @Column({ name: 'points_of_interest', type: 'jsonb' })
  pointsOfInterest!: Waypoint[];

  @Column({ name: 'directions_summary', type: 'text' })
  directionsSummary!: string;

  /** The router that made the line; null for a track, and for straight legs. */
  @Column({ name: 'directions_source', type: 'text', nullable: true })
  directionsSource!: string | null;
}

/** At most one a drive. The secret lies beside what it opens: whoever reads this table needs none. */
@Entity('secret_link')
@Unique('secret_link_secret', ['secret'])
export class SecretLink {
  @PrimaryColumn({ name: 'drive_id', type: 'text', collation: 'C' })
  driveId!: string;

  @OneToOne(() => Drive, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'drive_id', foreignKeyConstraintName: 'secret_link_drive' })
  drive!: Drive;

  @Column({ type: 'text', collation: 'C' })
  secret!: string;

  @Column({ name: 'expires_at', type: 'timestamptz' })
  expiresAt!: Date;
}

/** Whom staff keep out, and whom they let in again. */
@Entity('suspension')
export class Suspension {
  @PrimaryColumn({ name: 'user_id', type: 'text', collation: 'C' })
  userId!: string;

  /** Of the account. */
  @Column({ type: 'integer' })
  rev!: number;

  @Column({ type: 'boolean' })
  hidden!: boolean;
}

/** What is kept of the people who own drives. Of those who left the revision alone, so that a late event brings nothing back. */
@Entity('owner')
export class Owner {
  @PrimaryColumn({ type: 'text', collation: 'C' })
  id!: string;

  @Column({ type: 'integer' })
  rev!: number;

  /** Null for somebody who left. */
  @Column({ type: 'text', nullable: true })
  username!: string | null;
}
