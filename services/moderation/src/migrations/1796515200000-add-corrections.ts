import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds to the history the fields that staff corrected and the revision that a decision created; none in entries of an
 * older release.
 */
export class AddCorrections1796515200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table history
        add column corrected text[] not null default '{}',
        add column rev integer`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table history drop column corrected, drop column rev');
  }
}
