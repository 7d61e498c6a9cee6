import { createSuspensions, dropSuspensions } from '@switchback/platform/db/suspensions';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Hides the drives of suspended owners. */
export class HideDrives1795996800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createSuspensions(runner, 'drive');
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropSuspensions(runner, 'drive');
  }
}
