import { createPeople, dropPeople } from '@switchback/platform/db/people';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Tombstones of people and drives, the hash that identifies a repeated upload, and how often removing a photo's files
 * failed. `gone` is null if an earlier release stored the drive: upkeep checks whether it still exists.
 */
export class AddTombstones1796300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createPeople(runner);
    await runner.query('alter table drive add column gone boolean');
    await runner.query('create index drive_unchecked on drive (id) where gone is null');
    await runner.query('create index drive_gone on drive (id) where gone');
    await runner.query('alter table photo add column source_hash bytea');
    await runner.query(`create unique index photo_source on photo (drive_id, added_by, source_hash)
      where added_by is not null and source_hash is not null`);
    await runner.query('alter table stray_files add column failures integer not null default 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table stray_files drop column failures');
    await runner.query('alter table photo drop column source_hash');
    await runner.query('alter table drive drop column gone');
    await dropPeople(runner);
  }
}
