import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Hides the reviews of people suspended by staff. */
export class HideReviews1795996800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table review add column hidden boolean not null default false');
    await runner.query(`
      create table author (
        user_id text collate "C" primary key,
        rev integer not null,
        hidden boolean not null
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table author');
    await runner.query('alter table review drop column hidden');
  }
}
