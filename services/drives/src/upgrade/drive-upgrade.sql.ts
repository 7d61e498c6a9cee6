import { queryRows, type SqlConnection } from '@switchback/platform/db/sql';
import { z } from 'zod';

const DRIVE_ID = z.strictObject({ id: z.string() });
const OUTDATED = z.strictObject({
  id: z.string(),
  version: z.number(),
  north: z.number(),
  east: z.number(),
  south: z.number(),
  west: z.number(),
});

/** A drive with an older version. */
export type Outdated = z.infer<typeof OUTDATED>;

/** Columns with the version of a derivation. */
export type VersionColumn = 'scenery_version' | 'elevation_version' | 'maneuvers_version';

/** Returns the first drives after an id that have an older version, in order. */
export function findOutdated(
  connection: SqlConnection,
  column: VersionColumn,
  version: number,
  after: string,
  limit: number,
): Promise<Outdated[]> {
  const statement = `select id, ${column} as version, north, east, south, west from drive
    where id > $1 and ${column} < $2 order by id limit $3`;
  return queryRows(connection, OUTDATED, statement, [after, version, limit]);
}

/** Locks a drive. @returns whether it has the same revision and version as before. */
export async function lockUnchanged(
  connection: SqlConnection,
  column: VersionColumn,
  { id, rev, version }: { id: string; rev: number; version: number },
): Promise<boolean> {
  const statement = `select id from drive where id = $1 and rev = $2 and ${column} = $3 for update`;
  const locked = await queryRows(connection, DRIVE_ID, statement, [id, rev, version]);
  return locked.length > 0;
}
