import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Messages from people to the staff. */
export class CreateContactMessages1795651200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table contact_message (
        id text collate "C" primary key,
        user_id text collate "C" not null,
        name text not null,
        email text not null,
        reason text not null,
        message text not null,
        received_at timestamptz(3) not null,
        mailed_at timestamptz(3)
      )`);
    await runner.query(`create index contact_message_user on contact_message (user_id) where user_id <> ''`);
    await runner.query('create index contact_message_received on contact_message (received_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table contact_message');
  }
}
