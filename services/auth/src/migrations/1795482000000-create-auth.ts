import { createOutbox, dropOutbox } from '@switchback/platform/events/outbox';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateAuth1795482000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table account (
        user_id text collate "C" primary key,
        email text not null,
        email_key text collate "C" not null,
        password_hash text,
        account_type text not null,
        enabled boolean not null,
        rev integer not null,
        created_at timestamptz(3) not null default now()
      )`);
    await runner.query('create unique index account_email on account (email_key)');
    await runner.query(`
      create table sign_up (
        user_id text collate "C" primary key,
        email text not null,
        email_key text collate "C" not null,
        password_hash text not null,
        profile_begun boolean not null default false,
        created_at timestamptz(3) not null default now(),
        expires_at timestamptz(3) not null
      )`);
    await runner.query('create index sign_up_email on sign_up (email_key, created_at)');
    await runner.query('create index sign_up_expiry on sign_up (expires_at)');
    await runner.query(`
      create table session (
        id text collate "C" primary key,
        user_id text collate "C" not null,
        token_hash bytea not null,
        agent text not null,
        address text not null,
        created_at timestamptz(3) not null default now(),
        last_used_at timestamptz(3) not null default now(),
        expires_at timestamptz(3) not null
      )`);
    await runner.query('create unique index session_token on session (token_hash)');
    await runner.query('create index session_of_user on session (user_id, last_used_at)');
    await createCodesAndMails(runner);
    await createOutbox(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropOutbox(runner);
    for (const table of ['mail', 'code', 'session', 'sign_up', 'account']) await runner.query(`drop table ${table}`);
  }
}

async function createCodesAndMails(runner: QueryRunner): Promise<void> {
  await runner.query(`
    create table code (
      hash bytea primary key,
      purpose text not null,
      user_id text collate "C" not null,
      new_email text,
      created_at timestamptz(3) not null default now(),
      expires_at timestamptz(3) not null,
      spent_at timestamptz(3)
    )`);
  await runner.query('create index code_user on code (user_id, purpose)');
  await runner.query('create index code_expiry on code (expires_at)');
  await runner.query(`
    create table mail (
      id text collate "C" primary key,
      kind text not null,
      user_id text collate "C",
      address text not null,
      created_at timestamptz(3) not null default now(),
      expires_at timestamptz(3) not null,
      claimed_at timestamptz(3)
    )`);
  await runner.query('create index mail_created on mail (created_at)');
}
