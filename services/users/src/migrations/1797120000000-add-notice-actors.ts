import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds to a notice the person who caused it; none in notices of the previous release, and once the account is closed. */
export class AddNoticeActors1797120000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table notice add column actor_id text collate "C"
        constraint notice_actor_id_fkey references profile (id) on delete set null`);
    await runner.query('create index notice_actor_id on notice (actor_id) where actor_id is not null');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table notice drop column actor_id');
  }
}
