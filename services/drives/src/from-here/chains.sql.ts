import { expandBounds, splitBounds } from '@switchback/geo/bounds';
import type { LatLng } from '@switchback/geo/location';
import { queryRows, type SqlConnection } from '@switchback/platform/db/sql';
import type { Caller } from '@switchback/platform/rpc/call';
import { z } from 'zod';
import type { Point } from '../drive/drive.entity.js';
import { toLocation } from '../drive/drive.mapper.js';
import { boxLiteral, greatCircleSql } from '../queries/drives.queries.sql.js';
import { PUBLISHED_SQL, viewerOf, VISIBLE } from '../drive/visible.js';
import type { Candidate } from './chain-search.js';

const POINT = z.object({ x: z.number(), y: z.number() }) satisfies z.ZodType<Point>;
const CANDIDATE = z.strictObject({
  id: z.string(),
  start: POINT,
  end: POINT,
  /** Meters. */
  distance: z.number(),
  /** Seconds. */
  duration: z.number(),
  degreesPerKm: z.number(),
});
const LINE = z.strictObject({ id: z.string(), path: z.string() });

const COLUMNS = `drive.id, drive.start_location as start, drive.end_location as "end", drive.distance, drive.duration,
  drive.degrees_per_km as "degreesPerKm"`;

/**
 * Returns drives that start within a distance of a place, nearest first, ties by id: published ones, and the caller's
 * own and shared ones. Staff get no more than other people. Omits drives whose heading change is not known yet.
 */
export async function drivesNear(
  connection: SqlConnection,
  { lat, lng }: LatLng,
  radiusMeters: number,
  limit: number,
  caller: Caller | null,
): Promise<Candidate[]> {
  const boxes = splitBounds(expandBounds({ north: lat, south: lat, east: lng, west: lng }, radiusMeters));
  const within = boxes.map((_, index) => `drive.start_location <@ $${index + 7}::box`).join(' or ');
  const usable = `(${within}) and drive.degrees_per_km > 0 and drive.distance > 0 and drive.duration > 0`;
  // Two statements, since the index of starts holds published drives only.
  const rows = await queryRows(
    connection,
    CANDIDATE,
    `select id, start, "end", distance, duration, "degreesPerKm" from (
       select ${COLUMNS} from drive where ${PUBLISHED_SQL} and ${usable}
       union all
       select ${COLUMNS} from drive
        where (drive.owner_id = $2 or drive.shared_with <> '{}' and drive.shared_with @> array[$3])
          and ${VISIBLE} and not (${PUBLISHED_SQL}) and ${usable}) near
      order by ${greatCircleSql('start', '$4', '$5')}, id limit $6`,
    [...viewerOf(caller), lat, lng, limit, ...boxes.map(boxLiteral)],
  );
  return rows.map((row) => ({ ...row, start: toLocation(row.start), end: toLocation(row.end) }));
}

/** Returns the simplified lines of those of the drives that the caller may see, by id; Google-encoded, precision 5. */
export async function overviewPaths(
  connection: SqlConnection,
  ids: readonly string[],
  caller: Caller | null,
): Promise<Map<string, string>> {
  const rows = await queryRows(
    connection,
    LINE,
    `select drive.id, drive.overview_path as path from drive where drive.id = any ($4) and ${VISIBLE}`,
    [...viewerOf(caller), ids],
  );
  return new Map(rows.map(({ id, path }) => [id, path]));
}
