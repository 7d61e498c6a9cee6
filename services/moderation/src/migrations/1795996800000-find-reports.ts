import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds an index for finding all undecided reports of a subject, since several people may report it. */
export class FindReports1795996800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create index item_reported on item (subject_type, subject_id) where decided_at is null');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index item_reported');
  }
}
