import { expandBounds, splitBounds } from '@switchback/geo/bounds';
import type { Bounds, LatLng } from '@switchback/geo/location';
import { decodePolyline } from '@switchback/geo/polyline';
import { queryRows, type SqlConnection } from '@switchback/platform/db/sql';
import type { Caller } from '@switchback/platform/rpc/call';
import { z } from 'zod';
import type { Point } from '../drive/drive.entity.js';
import { toLocation } from '../drive/drive.mapper.js';
import { boxLiteral, greatCircleSql } from '../queries/drives.queries.sql.js';
import { PUBLISHED_SQL, viewerOf, VISIBLE } from '../drive/visible.js';
import type { Candidate } from './chain-search.js';
import type { LongDrive } from './stretches.js';

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
const LONG = z.strictObject({ ...CANDIDATE.omit({ start: true, end: true }).shape, path: z.string() });
const FULL_LINE = z.strictObject({ id: z.string(), distance: z.number(), path: z.string(), simplified: z.string() });

/** Literally the expression of the index: the bounds with a continuous longitude. */
const EAST = 'case when east < west then east + 360 else east end';
const BOUNDS = `box(point(west, south), point(${EAST}, north))`;
/** Repeats the point before it, as at the end of a part. Also between other numbers: see `partsOf`. */
const REPEATED = '??';

const COLUMNS = `drive.id, drive.start_location as start, drive.end_location as "end", drive.distance, drive.duration,
  drive.degrees_per_km as "degreesPerKm"`;
const USABLE = 'drive.degrees_per_km > 0 and drive.distance > 0 and drive.duration > 0';

/** The drives of all people, and the caller's own and shared ones; the values of `viewerOf` are $1 to $3. */
function visibleSql(columns: string, condition: string): string {
  // Two statements, since the indexes of starts and bounds hold published drives only.
  return `select ${columns} from drive where ${PUBLISHED_SQL} and ${condition}
     union all
     select ${columns} from drive
      where (drive.owner_id = $2 or drive.shared_with <> '{}' and drive.shared_with @> array[$3])
        and ${VISIBLE} and not (${PUBLISHED_SQL}) and ${condition}`;
}

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
  const boxes = boxesAround({ lat, lng }, radiusMeters);
  const within = boxes.map((_, index) => `drive.start_location <@ $${index + 7}::box`).join(' or ');
  const rows = await queryRows(
    connection,
    CANDIDATE,
    `select id, start, "end", distance, duration, "degreesPerKm"
       from (${visibleSql(COLUMNS, `(${within}) and ${USABLE}`)}) near
      order by ${greatCircleSql('start', '$4', '$5')}, id limit $6`,
    [...viewerOf(caller), lat, lng, limit, ...boxes.map(boxLiteral)],
  );
  return rows.map((row) => ({ ...row, start: toLocation(row.start), end: toLocation(row.end), stretch: null }));
}

/**
 * Returns drives whose bounds are within a distance of a place and that last longer than some seconds or consist of
 * several parts, nearest bounds first, under the same conditions as {@link drivesNear}.
 */
export async function longDrivesNear(
  connection: SqlConnection,
  { lat, lng }: LatLng,
  { radiusMeters, seconds, limit }: { radiusMeters: number; seconds: number; limit: number },
  caller: Caller | null,
): Promise<LongDrive[]> {
  const boxes = boxesAround({ lat, lng }, radiusMeters);
  // The bounds of a drive across the antimeridian continue beyond 180 degrees.
  const continued = boxes.map((box) => ({ ...box, west: box.west + 360, east: box.east + 360 }));
  const all = [...boxes, ...continued];
  const within = all.map((_, index) => `${BOUNDS} && $${index + 8}::box`).join(' or ');
  const long = `(duration > $7::float8 or position('${REPEATED}' in overview_path) > 0)`;
  const columns = `id, distance, duration, degrees_per_km as "degreesPerKm", overview_path as path,
    ${gapSql('$4', '$5')} as gap`;
  const rows = await queryRows(
    connection,
    LONG,
    `select id, distance, duration, "degreesPerKm", path
       from (${visibleSql(columns, `(${within}) and ${long} and ${USABLE}`)}) near order by gap, id limit $6`,
    [...viewerOf(caller), lat, lng, limit, seconds, ...all.map(boxLiteral)],
  );
  return rows.map(({ path, ...row }) => ({ ...row, line: decodePolyline(path) }));
}

function boxesAround({ lat, lng }: LatLng, radiusMeters: number): Bounds[] {
  return splitBounds(expandBounds({ north: lat, south: lat, east: lng, west: lng }, radiusMeters));
}

/** Returns SQL for the distance from the bounds of a drive to a place, in degrees, squared; zero within them. */
function gapSql(lat: string, lng: string): string {
  const [north, east] = [`${lat}::float8`, `${lng}::float8`];
  const across = (at: string) => `greatest(west - (${at}), (${at}) - (${EAST}), 0)`;
  return `power(greatest(south - ${north}, ${north} - north, 0), 2)
    + power(cosd(${north}) * least(${across(east)}, ${across(`${east} + 360`)}), 2)`;
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

/** Returns the full and the simplified lines of those of the drives that the caller may see. */
export async function fullPaths(
  connection: SqlConnection,
  ids: readonly string[],
  caller: Caller | null,
): Promise<z.infer<typeof FULL_LINE>[]> {
  return queryRows(
    connection,
    FULL_LINE,
    `select drive.id, drive.distance, route.path, drive.overview_path as simplified
       from drive join drive_route route on route.drive_id = drive.id where drive.id = any ($4) and ${VISIBLE}`,
    [...viewerOf(caller), ids],
  );
}
