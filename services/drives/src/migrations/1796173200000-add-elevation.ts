import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds elevations along the line; existing drives have none until they are imported again. */
export class AddElevation1796173200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table drive_route add column elevation text not null default ''`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table drive_route drop column elevation');
  }
}
