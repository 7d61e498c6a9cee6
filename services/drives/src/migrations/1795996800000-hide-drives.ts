import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Hides the drives of suspended owners. */
export class HideDrives1795996800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table drive add column hidden boolean not null default false');
    await runner.query(`
      create table suspension (
        user_id text collate "C" primary key,
        rev integer not null,
        hidden boolean not null
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table suspension');
    await runner.query('alter table drive drop column hidden');
  }
}
