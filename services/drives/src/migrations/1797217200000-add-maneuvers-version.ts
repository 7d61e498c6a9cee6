import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the version of the maneuvers of each drive: those of earlier releases have none yet. */
export class AddManeuversVersion1797217200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table drive add column maneuvers_version integer not null default 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table drive drop column maneuvers_version');
  }
}
