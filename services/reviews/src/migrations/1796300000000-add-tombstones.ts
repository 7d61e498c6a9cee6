import { createPeople, dropPeople } from '@switchback/platform/db/people';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Tombstones of people and drives. `gone` is null if an earlier release stored the drive: upkeep checks whether it
 * still exists.
 */
export class AddTombstones1796300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createPeople(runner);
    await runner.query('alter table rating add column gone boolean');
    await runner.query('create index rating_unchecked on rating (drive_id) where gone is null');
    await runner.query('create index rating_gone on rating (drive_id) where gone');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table rating drop column gone');
    await dropPeople(runner);
  }
}
