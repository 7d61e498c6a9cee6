import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddEntitlements1795800000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Null if the previous release wrote the row or nothing was granted since: then the current account type counts as
    // granted.
    await runner.query('alter table account add column granted_type text');
    await runner.query('alter table account add column entitled boolean not null default false');
    await runner.query('alter table account add column entitled_rev integer not null default 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table account drop column granted_type, drop column entitled, drop column entitled_rev');
  }
}
