import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddIdentities1795489200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table identity (
        issuer text collate "C" not null,
        subject text collate "C" not null,
        user_id text collate "C" not null,
        created_at timestamptz(3) not null default now(),
        primary key (issuer, subject)
      )`);
    await runner.query('create index identity_of_user on identity (user_id)');
    await runner.query(`
      create table oidc_login (
        state_hash bytea primary key,
        browser_hash bytea not null,
        user_id text collate "C",
        taken_at timestamptz(3),
        expires_at timestamptz(3) not null
      )`);
    await runner.query('create index oidc_login_expiry on oidc_login (expires_at)');
    await runner.query('alter table sign_up alter column password_hash drop not null');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('delete from sign_up where password_hash is null');
    await runner.query('alter table sign_up alter column password_hash set not null');
    for (const table of ['oidc_login', 'identity']) await runner.query(`drop table ${table}`);
  }
}
