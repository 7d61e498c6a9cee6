import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the number of hairpins; existing drives have none until they are imported again. */
export class AddHairpins1796400000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table drive add column hairpins integer not null default 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table drive drop column hairpins');
  }
}
