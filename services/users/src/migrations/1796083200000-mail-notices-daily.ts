import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Time of a person's last mail of notices: these are sent at most once a day. */
export class MailNoticesDaily1796083200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table profile add column notices_mailed_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table profile drop column notices_mailed_at');
  }
}
