import { createOutbox, dropOutbox } from '@switchback/platform/events/outbox';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['listed_drive', 'recent_search', 'profile', 'username', 'popularity', 'drive_fact', 'facts_read'];

export class CreateUsers1795478400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createPeople(runner);
    await createLists(runner);
    await createFacts(runner);
    await createOutbox(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropOutbox(runner);
    for (const table of TABLES) await runner.query(`drop table ${table}`);
  }
}

async function createPeople(runner: QueryRunner): Promise<void> {
  await runner.query(`
    create table username (
      key text collate "C" primary key,
      username text not null,
      user_id text collate "C" not null,
      held_until timestamptz(3)
    )`);
  await runner.query('create unique index username_user on username (user_id)');
  await runner.query('create index username_held on username (held_until)');
  await runner.query(`
    create table profile (
      id text collate "C" primary key constraint profile_username references username (user_id),
      rev integer not null,
      account_type text not null,
      enabled boolean not null,
      account_rev integer not null,
      first_name text not null,
      last_name text not null,
      bio text not null,
      country_id integer,
      state_id integer,
      city_id integer,
      avatar_id text,
      hidden text[] not null,
      created_at timestamptz(3) not null
    )`);
  await runner.query(`
    create table recent_search (
      user_id text collate "C" not null references profile (id) on delete cascade,
      type text not null,
      value text not null,
      label text not null,
      position bigint not null generated always as identity,
      primary key (user_id, type, value)
    )`);
}

async function createLists(runner: QueryRunner): Promise<void> {
  await runner.query(`
    create table listed_drive (
      user_id text collate "C" not null references profile (id) on delete cascade,
      list text not null,
      drive_id text collate "C" not null,
      position bigint not null generated always as identity,
      primary key (user_id, list, drive_id)
    )`);
  await runner.query('create index listed_drive_drive on listed_drive (drive_id)');
  await runner.query(`
    create table popularity (
      drive_id text collate "C" primary key,
      rev integer not null,
      saves integer not null,
      completions integer not null
    )`);
}

async function createFacts(runner: QueryRunner): Promise<void> {
  await runner.query(`
    create table drive_fact (
      drive_id text collate "C" primary key,
      version integer not null,
      is_deleted boolean not null,
      owner_id text collate "C" not null,
      privacy text not null,
      status text not null,
      shared_with text[] not null,
      distance double precision not null,
      duration double precision not null,
      state_ids integer[] not null,
      country_ids integer[] not null,
      created_at timestamptz(3) not null
    )`);
  await runner.query(`create index drive_fact_owner on drive_fact (owner_id) where owner_id <> ''`);
  await runner.query(`create index drive_fact_shared on drive_fact using gin (shared_with) where shared_with <> '{}'`);
  // Contains a row once the drives that existed before this service have been read.
  await runner.query('create table facts_read (at timestamptz not null)');
}
