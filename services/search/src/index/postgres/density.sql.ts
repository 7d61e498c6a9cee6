import { queryRows, type SqlConnection } from '@switchback/platform/db/sql';
import { z } from 'zod';

const CELL = z.strictObject({ x: z.number(), y: z.number(), count: z.number() });

/** Counts the drives by the cells of a grid in which they start. */
export function countByCell(connection: SqlConnection, cellDegrees: number): Promise<z.infer<typeof CELL>[]> {
  return queryRows(
    connection,
    CELL,
    `select floor(start[0] / ${cellDegrees})::int as x, floor(start[1] / ${cellDegrees})::int as y, count(*)::int as count
       from drive group by 1, 2`,
  );
}
