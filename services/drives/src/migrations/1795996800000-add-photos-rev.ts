import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which state of its photos a drive shows. */
export class AddPhotosRev1795996800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table drive add column photos_rev integer not null default 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table drive drop column photos_rev');
  }
}
