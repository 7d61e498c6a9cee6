import { bothColumns, type ColumnList, entityColumns, entityRows } from '@switchback/platform/db/entity-columns';
import type { Caller } from '@switchback/platform/rpc/call';
import type { EntityManager } from 'typeorm';
import { Drive, DriveRoute } from './drive.entity.js';
import { type DetailedDrive, INTERNAL_FIELDS, type SummarizedDrive } from './drive.mapper.js';
import { knowerOf, KNOWN, PUBLISHED_SQL, viewerOf, VISIBLE } from './visible.js';

/** The displayed stars, as the indexes define them. */
const SHOWN_STARS = 'coalesce(drive.review_stars, drive.star_rating)';

const NOT_WITH_LINE = INTERNAL_FIELDS.filter((field) => field !== 'zOrder');
const NOT_IN_DETAILS = INTERNAL_FIELDS.filter((field) => field !== 'changeRequest');
const NOT_PATH = [
  'drive',
  'driveId',
  'elevation',
  'profile',
  'waypoints',
  'pointsOfInterest',
  'directionsSummary',
  'directionsSource',
] as const satisfies (keyof DriveRoute)[];

/** A drive with its line and its place in the order of all drives. */
export type DriveLine = SummarizedDrive & Pick<Drive, 'zOrder'> & Pick<DriveRoute, 'path'>;

function columnsIn({ dataSource }: EntityManager): ColumnList<SummarizedDrive> {
  return entityColumns(dataSource, Drive, 'drive', INTERNAL_FIELDS);
}

/** Returns those of the drives that the caller may see, in any order. */
export function visibleDrives(
  manager: EntityManager,
  ids: readonly string[],
  caller: Caller | null,
): Promise<SummarizedDrive[]> {
  const columns = columnsIn(manager);
  const statement = `select ${columns} from drive where drive.id = any ($4) and ${VISIBLE}`;
  return entityRows(manager, columns, statement, [...viewerOf(caller), ids]);
}

/** Returns published drives, the most popular first. */
export function popularDrives(manager: EntityManager, limit: number): Promise<SummarizedDrive[]> {
  const columns = columnsIn(manager);
  return entityRows(
    manager,
    columns,
    `select ${columns} from drive where ${PUBLISHED_SQL}
      order by drive.popularity desc, ${SHOWN_STARS} desc nulls last, drive.review_count desc, drive.id limit $1`,
    [limit],
  );
}

/** Returns published drives that are ranked in the world, the best rated first. */
export function worldRankedDrives(manager: EntityManager, limit: number): Promise<SummarizedDrive[]> {
  const columns = columnsIn(manager);
  return entityRows(
    manager,
    columns,
    `select ${columns} from drive where ${PUBLISHED_SQL} and world_ranked
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
  const { dataSource } = manager;
  const columns = bothColumns(
    entityColumns(dataSource, Drive, 'drive', NOT_WITH_LINE),
    entityColumns(dataSource, DriveRoute, 'route', NOT_PATH),
  );
  return entityRows(
    manager,
    columns,
    `select ${columns}
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
  const columns = bothColumns(
    entityColumns(dataSource, Drive, 'drive', NOT_IN_DETAILS),
    entityColumns(dataSource, DriveRoute, 'route', ['drive']),
  );
  const [row] = await entityRows(
    manager,
    columns,
    `select ${columns}
       from drive_route route join drive on drive.id = route.drive_id
      where route.drive_id = $${values.length + 1} and ${condition}`,
    [...values, id],
  );
  return row && { ...row, drive: row };
}
