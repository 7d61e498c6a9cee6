import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where graphile-worker keeps its own tables; this service's schema has what it has no place for. */
export const QUEUE = 'jobs_queue';

/** The service's own schema. */
export class CreateJobs1795305600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // What shows that the process behind a pool of workers lives.
    await runner.query(
      'create table worker_pool (id text primary key, seen_at timestamptz not null default clock_timestamp())',
    );
    await runner.query('create table progress (job_id bigint primary key, share real not null)');
    await runner.query('create table schedule (name text primary key, tick timestamptz not null)');
    // graphile-worker makes its schema, which takes rights over the database, unless it finds this table in it:
    // https://worker.graphile.org/docs/schema
    await runner.query(`
      create table ${QUEUE}.migrations (
        id int primary key, ts timestamptz not null default now(), breaking boolean not null default false
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table schedule, progress, worker_pool');
  }
}
