import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddConsents1796090400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Null if no consent was given here: older accounts, and accounts created by staff.
    for (const table of ['sign_up', 'account'])
      await runner.query(`alter table ${table} add column consents jsonb, add column consented_at timestamptz(3)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['account', 'sign_up'])
      await runner.query(`alter table ${table} drop column consents, drop column consented_at`);
  }
}
