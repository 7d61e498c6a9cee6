import { queryRows, type SqlConnection } from '@switchback/platform/db/sql';
import { z } from 'zod';

const DRIVE_ID = z.strictObject({ id: z.string() });

/** Columns with the version of a derivation. */
export type VersionColumn = 'scenery_version' | 'elevation_version';

/** Locks the first drives after an id that have an older version. @returns their ids, in order. */
export async function lockOutdated(
  connection: SqlConnection,
  column: VersionColumn,
  version: number,
  after: string,
  limit: number,
): Promise<string[]> {
  const statement = `select id from drive where id > $1 and ${column} < $2 order by id limit $3 for update`;
  const locked = await queryRows(connection, DRIVE_ID, statement, [after, version, limit]);
  return locked.map(({ id }) => id);
}
