import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds owners of drives and the revision of a drive's popularity. */
export class AddOwners1795478400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table drive add column popularity_rev integer not null default 0');
    await runner.query(`
      create table owner (
        id text collate "C" primary key,
        rev integer not null,
        username text
      )`);
    await runner.query('create index drive_owner on drive (owner_id) where owner_id is not null');
    await runner.query(`create index drive_shared on drive using gin (shared_with) where shared_with <> '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index drive_shared, drive_owner');
    await runner.query('drop table owner');
    await runner.query('alter table drive drop column popularity_rev');
  }
}
