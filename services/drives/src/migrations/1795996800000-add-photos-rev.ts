import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the revision of the photos that a drive shows. */
export class AddPhotosRev1795996800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table drive add column photos_rev integer not null default 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table drive drop column photos_rev');
  }
}
