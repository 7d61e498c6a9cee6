import { createIdempotency, dropIdempotency } from '@switchback/platform/db/idempotency';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The answers of requests that may come twice. */
export class AddIdempotency1796400000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createIdempotency(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIdempotency(runner);
  }
}
