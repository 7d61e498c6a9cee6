import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Drives per batch: concurrent writers wait for milliseconds. */
const BATCH = 1_000;

/**
 * Adds the order in which all drives are listed: neighbors on the map follow each other. Runs step by step, since the
 * previous release keeps writing; each step can be repeated after a crash.
 */
export class AddZOrder1795564800000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table drive add column if not exists z_order integer not null default 0');
    await numberDrives(runner);
    await runner.query('drop index concurrently if exists drive_walk');
    await runner.query('create index concurrently drive_walk on drive (z_order, id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index drive_walk');
    await runner.query('alter table drive drop column z_order');
  }
}

/** Terminates because ids rise with each batch. */
async function numberDrives(runner: QueryRunner): Promise<void> {
  for (let lastId: string | null = ''; lastId !== null;) {
    const batch = (await runner.query(
      `with batch as (select id from drive where id > $1 order by id limit ${BATCH}),
         numbered as (update drive set z_order = ${Z_ORDER} from batch where drive.id = batch.id returning drive.id)
       select max(id) as "lastId" from numbered`,
      [lastId],
    )) as [{ lastId: string | null }];
    lastId = batch[0].lastId;
  }
}

/** Same as `zOrder` of the geo library. */
const Z_ORDER = `${spread(cell('(start_location[0] + 180) / 360'))} | (${spread(cell('(start_location[1] + 90) / 180'))} << 1)`;

function cell(share: string): string {
  return `least(floor(${share} * 32768), 32767)::int`;
}

function spread(bits: string): string {
  const shifts = [
    [8, 0x00ff00ff],
    [4, 0x0f0f0f0f],
    [2, 0x33333333],
    [1, 0x55555555],
  ] as const;
  return shifts.reduce((sql, [shift, mask]) => `((${sql} | (${sql} << ${shift})) & ${mask})`, bits);
}
