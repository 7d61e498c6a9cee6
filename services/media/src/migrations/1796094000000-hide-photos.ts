import type { MigrationInterface, QueryRunner } from 'typeorm';

/** People who are or were suspended by staff: their photos are hidden meanwhile. */
export class HidePhotos1796094000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table photo add column hidden boolean not null default false');
    await runner.query(`
      create table suspension (
        user_id text collate "C" primary key,
        rev integer not null,
        hidden boolean not null
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table suspension');
    await runner.query('alter table photo drop column hidden');
  }
}
