import { createOutbox, dropOutbox } from '@switchback/platform/events/outbox';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateDrives1795219200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table drive (
        id text collate "C" primary key,
        import_key text,
        content_hash text,
        rev integer not null,
        title text not null,
        description text not null,
        distance double precision not null,
        duration double precision not null,
        duration_source text not null,
        north double precision not null,
        east double precision not null,
        south double precision not null,
        west double precision not null,
        overview_path text not null,
        photos jsonb not null,
        tags jsonb not null,
        star_rating double precision,
        intensity_rating double precision,
        road_quality_rating double precision,
        traffic_rating double precision,
        curviness double precision,
        curviness_per_kilometer double precision,
        review_count integer not null,
        popularity integer not null,
        start_address text not null,
        end_address text not null,
        start_location point not null,
        end_location point not null,
        countries jsonb not null,
        country_ids integer[] not null,
        state_ids integer[] not null,
        claimed_states text[] not null,
        owner_id text,
        owner_username text,
        shared_with text[] not null,
        change_request jsonb not null,
        tier text not null,
        privacy text not null,
        status text not null,
        official boolean not null,
        approximate boolean not null,
        world_ranked boolean not null,
        country_rankings jsonb not null,
        created_at timestamptz(3) not null
      )`);
    await runner.query(`
      create table drive_route (
        drive_id text collate "C" primary key constraint drive_route_drive references drive (id) on delete cascade,
        path text not null,
        waypoints jsonb not null,
        points_of_interest jsonb not null,
        directions_summary text not null
      )`);
    await createIndexes(runner);
    await createOutbox(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropOutbox(runner);
    await runner.query('drop table drive_route');
    await runner.query('drop table drive');
  }
}

async function createIndexes(runner: QueryRunner): Promise<void> {
  const published = `where privacy = 'public' and status = 'approved'`;
  await runner.query('create unique index drive_import_key on drive (import_key)');
  await runner.query(`create index drive_start on drive using gist (start_location) ${published}`);
  await runner.query(`
    create index drive_popular on drive (popularity desc, star_rating desc nulls last, review_count desc, id) ${published}`);
  await runner.query(`
    create index drive_world on drive (star_rating desc nulls last, popularity desc, id) ${published} and world_ranked`);
  // Covers the statistics, which are read from the index alone.
  await runner.query(`
    create index drive_stats on drive (id) include (distance, duration, country_ids, state_ids) ${published}`);
}
