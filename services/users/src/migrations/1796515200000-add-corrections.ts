import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds to the notice of an approval the fields that staff corrected; none in notices of an older release. */
export class AddCorrections1796515200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table notice add column corrected text[] not null default '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table notice drop column corrected');
  }
}
