import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The order in which all drives are read: neighbours on the map one after the other. */
export class AddZOrder1795564800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table drive add column z_order integer not null default 0');
    await runner.query(`
      update drive set z_order = ${spread(cell('(start_location[0] + 180) / 360'))}
        | (${spread(cell('(start_location[1] + 90) / 180'))} << 1)`);
    await runner.query('create index drive_walk on drive (z_order, id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index drive_walk');
    await runner.query('alter table drive drop column z_order');
  }
}

/** As `zOrder` of the geo library puts it. */
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
