import { createSuspensions, dropSuspensions } from '@switchback/platform/db/suspensions';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Hides the reviews of people suspended by staff. */
export class HideReviews1795996800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createSuspensions(runner, 'review', 'author');
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropSuspensions(runner, 'review', 'author');
  }
}
