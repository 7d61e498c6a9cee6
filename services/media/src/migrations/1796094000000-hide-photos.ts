import { createSuspensions, dropSuspensions } from '@switchback/platform/db/suspensions';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** People who are or were suspended by staff: their photos are hidden meanwhile. */
export class HidePhotos1796094000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createSuspensions(runner, 'photo');
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropSuspensions(runner, 'photo');
  }
}
