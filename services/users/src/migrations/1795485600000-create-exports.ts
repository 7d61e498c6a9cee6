import type { MigrationInterface, QueryRunner } from 'typeorm';

/** At most one export at a time for each person. */
export class CreateExports1795485600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table export (
        user_id text collate "C" primary key references profile (id) on delete cascade,
        id text not null,
        requested_at timestamptz(3) not null,
        finished_at timestamptz(3)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table export');
  }
}
