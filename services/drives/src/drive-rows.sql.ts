import { DURATION_SOURCES, PRIVACIES, PUBLICATION_STATUSES } from '@switchback/contracts/rules/drives';
import { entityColumns } from '@switchback/platform/db/entity-columns';
import { queryRows } from '@switchback/platform/db/sql';
import type { Caller } from '@switchback/platform/rpc/call';
import type { CountryAndStates, Photo, RankedCountry, Tag, Waypoint } from '@switchback/proto/drives/v1/drive';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Drive, DriveRoute } from './drive.entity.js';
import { type DetailedDrive, INTERNAL_FIELDS, type SummarizedDrive } from './drive.mapper.js';
import type { RouteWaypoint } from './routing/directions.js';
import { knowerOf, KNOWN, PUBLISHED_SQL, viewerOf, VISIBLE } from './visible.js';

/** The displayed stars, as the indexes define them. */
const SHOWN_STARS = 'coalesce(drive.review_stars, drive.star_rating)';

const POINT = z.object({ x: z.number(), y: z.number() });
const SUMMARY = z.strictObject({
  id: z.string(),
  rev: z.number(),
  title: z.string(),
  description: z.string(),
  distance: z.number(),
  duration: z.number(),
  durationSource: z.enum(DURATION_SOURCES),
  north: z.number(),
  east: z.number(),
  south: z.number(),
  west: z.number(),
  overviewPath: z.string(),
  photos: z.custom<Photo[]>(Array.isArray),
  tags: z.custom<Tag[]>(Array.isArray),
  starRating: z.number().nullable(),
  intensityRating: z.number().nullable(),
  roadQualityRating: z.number().nullable(),
  trafficRating: z.number().nullable(),
  curviness: z.number().nullable(),
  curvinessPerKilometer: z.number().nullable(),
  reviewCount: z.number(),
  reviewStars: z.number().nullable(),
  reviewIntensity: z.number().nullable(),
  reviewRoadQuality: z.number().nullable(),
  reviewTraffic: z.number().nullable(),
  ratingRev: z.number(),
  photosRev: z.number(),
  photoCount: z.number(),
  popularity: z.number(),
  popularityRev: z.number(),
  startAddress: z.string(),
  endAddress: z.string(),
  startLocation: POINT,
  endLocation: POINT,
  countries: z.custom<CountryAndStates[]>(Array.isArray),
  ownerId: z.string().nullable(),
  ownerUsername: z.string().nullable(),
  sharedWith: z.array(z.string()),
  hidden: z.boolean(),
  tier: z.string(),
  privacy: z.enum(PRIVACIES),
  status: z.enum(PUBLICATION_STATUSES),
  official: z.boolean(),
  approximate: z.boolean(),
  worldRanked: z.boolean(),
  countryRankings: z.custom<RankedCountry[]>(Array.isArray),
  createdAt: z.date(),
}) satisfies z.ZodType<SummarizedDrive>;
const LINE = SUMMARY.extend({ zOrder: z.number(), path: z.string() });
const DETAILED = SUMMARY.extend({
  changeRequest: z.record(z.string(), z.string()),
  driveId: z.string(),
  path: z.string(),
  elevation: z.string(),
  waypoints: z.custom<RouteWaypoint[]>(Array.isArray),
  pointsOfInterest: z.custom<Waypoint[]>(Array.isArray),
  directionsSummary: z.string(),
  directionsSource: z.string().nullable(),
});
const DETAILED_INTERNAL_FIELDS = INTERNAL_FIELDS.filter((field) => field !== 'changeRequest');

/** A drive with its line and its place in the order of all drives. */
export type DriveLine = z.infer<typeof LINE>;

function columnsIn({ dataSource }: EntityManager): string {
  return entityColumns(dataSource, Drive, 'drive', INTERNAL_FIELDS);
}

/** Returns those of the drives that the caller may see, in any order. */
export function visibleDrives(
  manager: EntityManager,
  ids: readonly string[],
  caller: Caller | null,
): Promise<SummarizedDrive[]> {
  const statement = `select ${columnsIn(manager)} from drive where drive.id = any ($4) and ${VISIBLE}`;
  return queryRows(manager, SUMMARY, statement, [...viewerOf(caller), ids]);
}

/** Returns published drives, the most popular first. */
export function popularDrives(manager: EntityManager, limit: number): Promise<SummarizedDrive[]> {
  return queryRows(
    manager,
    SUMMARY,
    `select ${columnsIn(manager)} from drive where ${PUBLISHED_SQL}
      order by drive.popularity desc, ${SHOWN_STARS} desc nulls last, drive.review_count desc, drive.id limit $1`,
    [limit],
  );
}

/** Returns published drives that are ranked in the world, the best rated first. */
export function worldRankedDrives(manager: EntityManager, limit: number): Promise<SummarizedDrive[]> {
  return queryRows(
    manager,
    SUMMARY,
    `select ${columnsIn(manager)} from drive where ${PUBLISHED_SQL} and world_ranked
      order by ${SHOWN_STARS} desc nulls last, drive.popularity desc, drive.id limit $1`,
    [limit],
  );
}

/** Reads a page of drives of every privacy, by keyset pagination. @param ids restricts it to these, unless empty. */
export function drivesAfter(
  manager: EntityManager,
  { zOrder, id }: Pick<DriveLine, 'zOrder' | 'id'>,
  limit: number,
  ids: readonly string[],
): Promise<DriveLine[]> {
  return queryRows(
    manager,
    LINE,
    `select ${columnsIn(manager)}, drive.z_order as "zOrder", route.path
       from drive join drive_route route on route.drive_id = drive.id
      where (drive.z_order, drive.id) > ($1, $2) ${ids.length > 0 ? 'and drive.id = any ($4)' : ''}
      order by drive.z_order, drive.id limit $3`,
    [zOrder, id, limit, ...(ids.length > 0 ? [ids] : [])],
  );
}

/** Returns a drive with its route if the caller may see it. */
export function findVisibleDrive(
  manager: EntityManager,
  id: string,
  caller: Caller | null,
): Promise<DetailedDrive | undefined> {
  return findDrive(manager, id, VISIBLE, viewerOf(caller));
}

/** Returns a drive with its route if the caller may know that it exists. */
export function findKnownDrive(
  manager: EntityManager,
  id: string,
  caller: Caller | null,
): Promise<DetailedDrive | undefined> {
  return findDrive(manager, id, KNOWN, knowerOf(caller));
}

/** @param condition on `drive`, with the values as its first parameters. */
async function findDrive(
  manager: EntityManager,
  id: string,
  condition: string,
  values: readonly unknown[],
): Promise<DetailedDrive | undefined> {
  const { dataSource } = manager;
  const columns = entityColumns(dataSource, Drive, 'drive', DETAILED_INTERNAL_FIELDS);
  const [row] = await queryRows(
    manager,
    DETAILED,
    `select ${columns}, ${entityColumns(dataSource, DriveRoute, 'route')}
       from drive_route route join drive on drive.id = route.drive_id
      where route.drive_id = $${values.length + 1} and ${condition}`,
    [...values, id],
  );
  return row && { ...row, drive: row };
}
