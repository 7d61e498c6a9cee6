import { degreesPerKm } from '@switchback/geo/heading-change';
import { decodePolyline } from '@switchback/geo/polyline';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Drives per batch; lines have at most 2.4 million characters, most have a few thousand. */
const BATCH = 50;

/**
 * Adds the curviness that every line has, and measures the stored lines. Runs step by step without a transaction, since
 * the previous release keeps writing; each step can be repeated after a crash.
 */
export class AddHeadingChange1796428800000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table drive add column if not exists degrees_per_km double precision');
    await measureLines(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table drive drop column degrees_per_km');
  }
}

/** Terminates because ids rise with each batch. */
async function measureLines(runner: QueryRunner): Promise<void> {
  for (let lastId: string | undefined = ''; lastId !== undefined;) {
    const batch = (await runner.query(
      `select drive_id as id, path from drive_route join drive on id = drive_id
        where degrees_per_km is null and drive_id > $1 order by drive_id limit ${BATCH}`,
      [lastId],
    )) as { id: string; path: string }[];
    await runner.query(
      `update drive set degrees_per_km = row.degrees
         from unnest($1::text[], $2::float8[]) as row (id, degrees) where drive.id = row.id`,
      [batch.map(({ id }) => id), batch.map(({ path }) => degreesPerKm(decodePolyline(path)))],
    );
    lastId = batch.at(-1)?.id;
  }
}
