import type { DurationSource, Privacy, PublicationStatus } from '@switchback/contracts/rules/drives';
import type { CountryAndStates, Elevation, Photo, RankedCountry, Waypoint } from '@switchback/proto/drives/v1/drive';
import { Column, Entity, Index, JoinColumn, OneToOne, PrimaryColumn, Unique } from 'typeorm';
import type { DriveTag } from '@switchback/tracks/features/feature-properties';
import type { RouteWaypoint } from '@switchback/tracks/waypoints/route-legs';

/** PostgreSQL's point type: x is the longitude, y the latitude. */
export interface Point {
  x: number;
  y: number;
}

/** A tag derived from a drive's line, or from its text if it has no length. */
export interface MapTag extends DriveTag {
  /** Length of the line for which it holds. */
  meters?: number;
}

/**
 * A drive without its route, which can be large and has its own table: reading a hundred summaries never reads a line.
 * Distances in meters, durations in seconds, angles in degrees.
 *
 * Partial indexes on published drives serve the lists that are the same for every caller.
 */
@Entity('drive')
@Index('drive_start', { synchronize: false })
@Index('drive_bounds', { synchronize: false })
@Index('drive_popular', { synchronize: false })
@Index('drive_stats', { synchronize: false })
@Index('drive_world', { synchronize: false })
@Index('drive_owner', { synchronize: false })
@Index('drive_shared', { synchronize: false })
@Index('drive_walk', ['zOrder', 'id'])
@Index('drive_title_taken', { synchronize: false })
@Index('drive_title_key', { synchronize: false })
@Index('drive_title_fold', { synchronize: false })
@Index('drive_title_unique', { synchronize: false })
export class Drive {
  @PrimaryColumn({ type: 'text', collation: 'C' })
  id!: string;

  /** Source and feature of an imported drive; null for drives made here. */
  @Index('drive_import_key', { unique: true })
  @Column({ name: 'import_key', type: 'text', nullable: true })
  importKey!: string | null;

  /** Hash of the imported content: an unchanged import is a no-op. */
  @Column({ name: 'content_hash', type: 'text', nullable: true })
  contentHash!: string | null;

  /** Incremented by each change of the displayed content. */
  @Column({ type: 'integer' })
  rev!: number;

  @Column({ type: 'text' })
  title!: string;

  /** Key for comparing titles; null in rows of an older release. Unique among people's public drives. */
  @Column({ name: 'title_key', type: 'text', nullable: true })
  titleKey!: string | null;

  /** Whether the title was taken already when titles became unique in all their forms: exempt from the index. */
  @Column({ name: 'shares_title', type: 'boolean', default: false })
  sharesTitle!: boolean;

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

  /** Chosen by the author, or given by the imported file. */
  @Column({ type: 'jsonb' })
  tags!: DriveTag[];

  /** Derived from the line and the text; may repeat the author's. */
  @Column({ name: 'map_tags', type: 'jsonb', default: [] })
  mapTags!: MapTag[];

  /** `SCENERY_VERSION` of {@link mapTags}; 0 in rows of an older release, until the job derives them. */
  @Column({ name: 'scenery_version', type: 'integer', default: 0 })
  sceneryVersion!: number;

  @Column({ name: 'star_rating', type: 'double precision', nullable: true })
  starRating!: number | null;

  @Column({ name: 'intensity_rating', type: 'double precision', nullable: true })
  intensityRating!: number | null;

  @Column({ name: 'road_quality_rating', type: 'double precision', nullable: true })
  roadQualityRating!: number | null;

  @Column({ name: 'traffic_rating', type: 'double precision', nullable: true })
  trafficRating!: number | null;

  /** Weighted meters of curves; null if the line is too coarse. */
  @Column({ type: 'double precision', nullable: true })
  curviness!: number | null;

  @Column({ name: 'curviness_per_kilometer', type: 'double precision', nullable: true })
  curvinessPerKilometer!: number | null;

  /** Change of heading; null in rows of an older release. */
  @Column({ name: 'degrees_per_km', type: 'double precision', nullable: true })
  degreesPerKm!: number | null;

  /** Meters of ascent; null if its elevations are unknown. */
  @Column({ type: 'double precision', nullable: true })
  gain!: number | null;

  /** Which derivation of its elevations it has; 0 in rows of an older release, until the job derives them. */
  @Column({ name: 'elevation_version', type: 'integer', default: 0 })
  elevationVersion!: number;

  /** Which derivation of the maneuvers of its legs it has; 0 until the job derives those that its author did not send. */
  @Column({ name: 'maneuvers_version', type: 'integer', default: 0 })
  maneuversVersion!: number;

  @Column({ name: 'review_count', type: 'integer' })
  reviewCount!: number;

  /** Number of reviews that rate the stars; null until a review changes, in rows of an older release. */
  @Column({ name: 'star_review_count', type: 'integer', nullable: true })
  starReviewCount!: number | null;

  /** Mean over the reviews that rate this; null if none does, so that the creator's own rating above is displayed. */
  @Column({ name: 'review_stars', type: 'double precision', nullable: true })
  reviewStars!: number | null;

  @Column({ name: 'review_intensity', type: 'double precision', nullable: true })
  reviewIntensity!: number | null;

  @Column({ name: 'review_road_quality', type: 'double precision', nullable: true })
  reviewRoadQuality!: number | null;

  @Column({ name: 'review_traffic', type: 'double precision', nullable: true })
  reviewTraffic!: number | null;

  /** Revision of the review count and means, assigned by the reviews service. */
  @Column({ name: 'rating_rev', type: 'integer', default: 0 })
  ratingRev!: number;

  @Column({ name: 'photos_rev', type: 'integer', default: 0 })
  photosRev!: number;

  /** Number of all its photos; {@link photos} holds only the public ones. */
  @Column({ name: 'photo_count', type: 'integer', default: 0 })
  photoCount!: number;

  /** Sum of saves and completions. */
  @Column({ type: 'integer' })
  popularity!: number;

  /** Revision of the popularity, assigned by the users service. */
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

  /** Postal codes given by the source, whatever the line crosses. */
  @Column({ name: 'claimed_states', type: 'text', array: true })
  claimedStates!: string[];

  @Column({ name: 'owner_id', type: 'text', nullable: true })
  ownerId!: string | null;

  /** Copy of the name in the users service. */
  @Column({ name: 'owner_username', type: 'text', nullable: true })
  ownerUsername!: string | null;

  /** User ids. */
  @Column({ name: 'shared_with', type: 'text', array: true })
  sharedWith!: string[];

  /** True while the owner is suspended. */
  @Column({ type: 'boolean', default: false })
  hidden!: boolean;

  /** Changes requested by staff, by field. */
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

  /** The line does not follow the road between its points. */
  @Column({ type: 'boolean' })
  approximate!: boolean;

  @Column({ name: 'world_ranked', type: 'boolean' })
  worldRanked!: boolean;

  @Column({ name: 'country_rankings', type: 'jsonb' })
  countryRankings!: RankedCountry[];

  /**
   * Z-order of the start at creation: the order in which all drives are listed. It does not change when the drive
   * moves, so that a listing in progress neither misses the drive nor returns it twice.
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

  /** The whole line, Google-encoded, precision 5. */
  @Column({ type: 'text' })
  path!: string;

  /** Elevations of its points, written by `encodeElevations`; '' if unknown. */
  @Column({ type: 'text', default: '' })
  elevation!: string;

  /** Null if its elevations are unknown. */
  @Column({ type: 'jsonb', nullable: true })
  profile!: Elevation | null;

  @Column({ type: 'jsonb' })
  waypoints!: RouteWaypoint[];

  @Column({ name: 'points_of_interest', type: 'jsonb' })
  pointsOfInterest!: Waypoint[];

  @Column({ name: 'directions_summary', type: 'text' })
  directionsSummary!: string;

  /** The router that made the line; null for a track and for straight legs. */
  @Column({ name: 'directions_source', type: 'text', nullable: true })
  directionsSource!: string | null;
}

/**
 * At most one per drive. The secret is stored in plain text next to the drive it opens: a reader of this table does not
 * need it.
 */
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

  /** Null for no end. */
  @Column({ name: 'expires_at', type: 'timestamptz', nullable: true })
  expiresAt!: Date | null;
}

/**
 * Owners of drives. The row of a deleted account is a tombstone with only the revision, so that a late event restores
 * nothing.
 */
@Entity('owner')
export class Owner {
  @PrimaryColumn({ type: 'text', collation: 'C' })
  id!: string;

  @Column({ type: 'integer' })
  rev!: number;

  /** Null for a deleted account. */
  @Column({ type: 'text', nullable: true })
  username!: string | null;
}
