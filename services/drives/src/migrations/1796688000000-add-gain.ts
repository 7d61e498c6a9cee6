import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds what follows from the elevations of a drive. Existing drives have none of it until the job derives it.
 */
export class AddGain1796688000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table drive add column gain double precision,
      add column elevation_version integer not null default 0`);
    await runner.query('alter table drive_route add column profile jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table drive_route drop column profile');
    await runner.query('alter table drive drop column elevation_version, drop column gain');
  }
}
