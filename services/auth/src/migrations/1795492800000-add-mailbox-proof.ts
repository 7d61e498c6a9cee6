import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddMailboxProof1795492800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table sign_up add column username text');
    await runner.query('alter table account add column mailbox_proven_at timestamptz(3)');
    // Accounts that already have a second factor were promised that no mail turns it off.
    await runner.query('update account set mailbox_proven_at = created_at');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table account drop column mailbox_proven_at');
    await runner.query('alter table sign_up drop column username');
  }
}
