import { queryRows, type SqlConnection } from '@switchback/platform/db/sql';
import { z } from 'zod';

const TOMBSTONE = z.strictObject({ gone: z.boolean().nullable() });
const REVISION = z.strictObject({ rev: z.number() });
const MEANS = z.strictObject({
  reviewCount: z.number(),
  starReviewCount: z.number(),
  starRating: z.number().nullable(),
  intensityRating: z.number().nullable(),
  roadQualityRating: z.number().nullable(),
  trafficRating: z.number().nullable(),
});

/** Locks a drive's row, which it inserts if there is none. Returns whether the drive still exists. */
export async function lockRating(connection: SqlConnection, driveId: string): Promise<boolean> {
  await connection.query('insert into rating (drive_id, rev, gone) values ($1, 0, false) on conflict do nothing', [
    driveId,
  ]);
  const statement = 'select gone from rating where drive_id = $1 for update';
  const [row] = await queryRows(connection, TOMBSTONE, statement, [driveId]);
  return row !== undefined && !row.gone;
}

/** Turns a drive's row into a tombstone, and locks it. */
export async function buryRating(connection: SqlConnection, driveId: string): Promise<void> {
  await connection.query(
    'insert into rating (drive_id, rev, gone) values ($1, 0, true) on conflict (drive_id) do update set gone = true',
    [driveId],
  );
}

/** Increments a drive's revision, and returns it. The row exists. */
export async function nextRevision(connection: SqlConnection, driveId: string): Promise<number> {
  const statement = 'update rating set rev = rev + 1 where drive_id = $1 returning rev';
  const [row] = await queryRows(connection, REVISION, statement, [driveId]);
  return row!.rev;
}

/** Counts a drive's visible reviews, and averages each axis: null if no review rates it. */
export async function meansOf(connection: SqlConnection, driveId: string): Promise<z.infer<typeof MEANS>> {
  const [means] = await queryRows(
    connection,
    MEANS,
    `select count(*)::int as "reviewCount", count(star_rating)::int as "starReviewCount",
            ${mean('star_rating')} as "starRating", ${mean('intensity_rating')} as "intensityRating", ${mean('road_quality_rating')} as "roadQualityRating",
            ${mean('traffic_rating')} as "trafficRating"
       from review where drive_id = $1 and not hidden`,
    [driveId],
  );
  return means!;
}

/** Rounds to two decimals. */
function mean(column: string): string {
  return `round(avg(${column})::numeric, 2)::double precision`;
}
