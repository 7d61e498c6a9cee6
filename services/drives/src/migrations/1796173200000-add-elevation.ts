import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Heights along the line; a drive that was there before has none until it is brought again. */
export class AddElevation1796173200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table drive_route add column elevation text not null default ''`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table drive_route drop column elevation');
  }
}
