import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Schema of graphile-worker's tables; this service's schema holds data that has no place there. */
export const QUEUE = 'jobs_queue';

/** Creates the service's own schema. */
export class CreateJobs1795305600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Heartbeats of the processes behind worker pools.
    await runner.query(
      'create table worker_pool (id text primary key, seen_at timestamptz not null default clock_timestamp())',
    );
    // Unused since ADR 52; the previous release still writes it.
    await runner.query('create table progress (job_id bigint primary key, share real not null)');
    await runner.query('create table schedule (name text primary key, tick timestamptz not null)');
    // graphile-worker creates its schema, which requires rights on the database, unless it finds this table there:
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
