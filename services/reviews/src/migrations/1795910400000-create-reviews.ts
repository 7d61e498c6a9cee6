import { createIdempotency, dropIdempotency } from '@switchback/platform/db/idempotency';
import { createOutbox, dropOutbox } from '@switchback/platform/events/outbox';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateReviews1795910400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table review (
        id text collate "C" primary key,
        drive_id text collate "C" not null,
        user_id text collate "C",
        highlight text not null,
        description text not null,
        star_rating double precision,
        intensity_rating double precision,
        road_quality_rating double precision,
        traffic_rating double precision,
        useful_count integer not null default 0,
        created_at timestamptz(3) not null,
        edited_at timestamptz(3)
      )`);
    await runner.query('create unique index review_once on review (drive_id, user_id) where user_id is not null');
    await runner.query('create index review_user on review (user_id) where user_id is not null');
    await runner.query('create index review_useful on review (drive_id, useful_count, created_at, id)');
    await runner.query('create index review_created on review (drive_id, created_at, id)');
    await runner.query(`
      create table helpful (
        review_id text collate "C" not null references review (id) on delete cascade,
        user_id text collate "C" not null,
        position bigint generated always as identity,
        primary key (review_id, user_id)
      )`);
    await runner.query('create index helpful_user on helpful (user_id)');
    // One row per drive, locked by each writer of its reviews, so that every count is complete and every revision is
    // unique.
    await runner.query(`
      create table rating (
        drive_id text collate "C" primary key,
        rev integer not null
      )`);
    await createIdempotency(runner);
    await createOutbox(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropOutbox(runner);
    await dropIdempotency(runner);
    await runner.query('drop table helpful, review, rating');
  }
}
