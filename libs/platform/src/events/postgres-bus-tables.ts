import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The bus's own schema. `seq` has no gaps within a partition and becomes visible in order; see `EventLog.publish`. */
export class CreateBus1764000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create table topic (name text primary key, partitions int not null)');
    await runner.query(`
      create table partition (
        topic text not null references topic,
        partition int not null,
        next_seq bigint not null default 0,
        primary key (topic, partition)
      )`);
    const eventColumns = `
      id uuid not null, type text not null, source text not null, time timestamptz not null, subject text not null,
      version bigint not null, trace text, request_id text, payload bytea not null`;
    await runner.query(`
      create table event (
        topic text not null,
        partition int not null,
        seq bigint not null,
        ${eventColumns},
        published_at timestamptz not null default clock_timestamp(),
        primary key (topic, partition, seq)
      )`);
    await runner.query(`
      create table consumer_group (
        id int generated always as identity primary key,
        topic text not null references topic,
        name text not null,
        unique (topic, name)
      )`);
    await runner.query(`
      create table position (
        group_id int not null references consumer_group,
        partition int not null,
        next_seq bigint not null default 0,
        primary key (group_id, partition)
      )`);
    await runner.query(`
      create table dead_letter (
        position bigint generated always as identity primary key,
        group_id int not null references consumer_group,
        topic text not null,
        partition int not null,
        ${eventColumns},
        cause text not null,
        attempts int not null,
        failed_at timestamptz not null default clock_timestamp(),
        redrive boolean not null default false
      )`);
    await runner.query('create index dead_letter_group on dead_letter (group_id, position)');
    await runner.query('create index dead_letter_redrive on dead_letter (topic, partition) where redrive');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table dead_letter, position, consumer_group, event, partition, topic');
  }
}

/** Adds the time that a group has had no member, as measured by the checking processes; see `releaseAbsentGroups`. */
export class AddGroupAbsence1796180000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table consumer_group
      add column absent_ms bigint not null default 0, add column looked_at timestamptz not null default now()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table consumer_group drop column absent_ms, drop column looked_at');
  }
}

/** Adds the release whose handler failed; null in dead letters of a release that does not store it. */
export class AddDeadLetterBuild1796774400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table dead_letter add column build text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table dead_letter drop column build');
  }
}

/** In order of execution. */
export const BUS_MIGRATIONS = [CreateBus1764000000000, AddGroupAbsence1796180000000, AddDeadLetterBuild1796774400000];
