import { createIdempotency, dropIdempotency } from '@switchback/platform/db/idempotency';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stored responses of requests that may be repeated. */
export class AddIdempotency1796310000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createIdempotency(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIdempotency(runner);
  }
}
