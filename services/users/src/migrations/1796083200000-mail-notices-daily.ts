import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Notices are mailed once a day at most: when somebody had the last such mail. */
export class MailNoticesDaily1796083200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table profile add column notices_mailed_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table profile drop column notices_mailed_at');
  }
}
