import { createOutbox, dropOutbox } from '@switchback/platform/events/outbox';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateModeration1795824000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table item (
        id text collate "C" primary key,
        kind text not null,
        subject_type text not null,
        subject_id text collate "C" not null,
        subject_title text not null,
        owner_id text collate "C" not null,
        reasons text[] not null,
        body text not null,
        sender jsonb,
        facts jsonb not null,
        facts_before jsonb,
        created_at timestamptz(3) not null,
        due_at timestamptz(3) not null,
        claimed_by text,
        claimed_until timestamptz,
        decision text,
        decided_at timestamptz(3),
        mailed_at timestamptz(3)
      )`);
    await runner.query('create index item_waiting on item (kind, due_at, id) where decided_at is null');
    await runner.query('create index item_created on item (created_at, id)');
    await runner.query(`create index item_owner on item (owner_id) where owner_id <> ''`);
    // A subject has at most one undecided item, however often it is submitted.
    await runner.query(
      `create unique index item_subject on item (kind, subject_id)
         where decided_at is null and kind in ('drive', 'photo')`,
    );
    await runner.query(`
      create table subject (
        kind text not null,
        id text collate "C" not null,
        version integer not null,
        facts_decided jsonb,
        primary key (kind, id)
      )`);
    // Append-only: who did what, when and why.
    await runner.query(`
      create table history (
        position bigint generated always as identity primary key,
        item_id text collate "C" not null references item (id) on delete cascade,
        at timestamptz(3) not null,
        who text,
        action text not null,
        note text not null
      )`);
    await runner.query('create index history_item on history (item_id, position)');
    await runner.query(`
      create table person (
        id text collate "C" primary key,
        rev integer not null,
        username text
      )`);
    await createOutbox(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropOutbox(runner);
    await runner.query('drop table history, subject, person, item');
  }
}
