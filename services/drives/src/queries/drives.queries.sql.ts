import type { Bounds, LatLng } from '@switchback/geo/location';
import { queryRows, type SqlConnection } from '@switchback/platform/db/sql';
import { z } from 'zod';
import { PUBLISHED_SQL } from '../drive/visible.js';

const EARTH_DIAMETER_METERS = 12_742_017.6;

const DRIVE_ID = z.strictObject({ id: z.string() });
const START = z.strictObject({ id: z.string(), start: z.object({ x: z.number(), y: z.number() }) });
const STATS = z.strictObject({
  count: z.number(),
  /** Meters. */
  distance: z.number(),
  /** Seconds. */
  duration: z.number(),
  states: z.number(),
  countries: z.number(),
});

export type DriveStats = z.infer<typeof STATS>;

/** Returns published drives that start in one of the boxes, by the great-circle distance of their start, ties by id. */
export async function nearestDrives(
  connection: SqlConnection,
  location: LatLng,
  boxes: readonly Bounds[],
  limit: number,
): Promise<string[]> {
  const nearest = await queryRows(
    connection,
    DRIVE_ID,
    `select id from drive
      where ${PUBLISHED_SQL} and (${boxes.map((_, index) => `start_location <@ $${index + 4}::box`).join(' or ')})
      order by ${greatCircleSql('start_location', '$1', '$2')}, id limit $3`,
    [location.lat, location.lng, limit, ...boxes.map(boxLiteral)],
  );
  return nearest.map(({ id }) => id);
}

/**
 * Returns the starts of published drives that are nearest by degrees, by the drive's id: at most that many for the
 * location itself, and for the same place a turn further west and east.
 */
export async function startsNear(
  connection: SqlConnection,
  location: LatLng,
  limit: number,
): Promise<Map<string, LatLng>> {
  const candidates = await queryRows(
    connection,
    START,
    `select near.id, near.start from unnest(array[$2::float8 - 360, $2, $2 + 360]) lng,
      lateral (select id, start_location as start from drive where ${PUBLISHED_SQL}
                order by start_location <-> point(lng, $1) limit $3) near`,
    [location.lat, location.lng, limit],
  );
  return new Map(candidates.map(({ id, start }) => [id, { lat: start.y, lng: start.x }]));
}

/** Returns published drives, by id. A partial index on published drives keeps the offset cheap. */
export async function publishedDrives(connection: SqlConnection, offset: number, limit: number): Promise<string[]> {
  const statement = `select id from drive where ${PUBLISHED_SQL} order by id offset $1 limit $2`;
  const rows = await queryRows(connection, DRIVE_ID, statement, [offset, limit]);
  return rows.map(({ id }) => id);
}

/** Groups by regions first: many drives share theirs, so few groups remain for the distinct counts. */
export async function countStats(connection: SqlConnection): Promise<DriveStats> {
  const [stats] = await queryRows(
    connection,
    STATS,
    `with groups as materialized (
       select country_ids, state_ids, count(*) as drives, sum(distance) as distance, sum(duration) as duration
         from drive where ${PUBLISHED_SQL} group by country_ids, state_ids)
     select coalesce(sum(drives), 0)::int as count,
            coalesce(sum(distance), 0) as distance, coalesce(sum(duration), 0) as duration,
            (select count(distinct state)::int from groups, unnest(state_ids) state) as states,
            (select count(distinct country)::int from groups, unnest(country_ids) country) as countries
       from groups`,
  );
  return stats!;
}

/** Returns a box as a value of PostgreSQL's type. It must not cross the antimeridian. */
export function boxLiteral({ north, east, south, west }: Bounds): string {
  return `((${west},${south}),(${east},${north}))`;
}

/** Returns SQL for the great-circle distance from a column with points in meters, by the haversine formula. */
export function greatCircleSql(column: string, lat: string, lng: string): string {
  return `${EARTH_DIAMETER_METERS} * asin(least(1, sqrt(power(sind((${column}[1] - ${lat}::float8) / 2), 2)
    + cosd(${lat}::float8) * cosd(${column}[1]) * power(sind((${column}[0] - ${lng}::float8) / 2), 2))))`;
}
