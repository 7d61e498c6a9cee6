import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddSecondFactor1795485600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table totp (
        user_id text collate "C" primary key,
        secret bytea not null,
        last_step bigint not null default 0,
        on_since timestamptz(3),
        created_at timestamptz(3) not null default now()
      )`);
    await runner.query(`
      create table recovery_code (
        user_id text collate "C" not null,
        hash bytea not null,
        primary key (user_id, hash)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['recovery_code', 'totp']) await runner.query(`drop table ${table}`);
  }
}
