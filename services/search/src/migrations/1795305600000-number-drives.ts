import type { MigrationInterface, QueryRunner } from 'typeorm';
import { CREATE_HEAD, dropTables } from '../index/postgres/schema.js';

/** Upgrades an index built before drives had numbers; no-op for a newer one. */
export class NumberDrives1795305600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const rows = (await runner.query(`select to_regclass('head') is not null as exists`)) as { exists: boolean }[];
    if (rows[0]?.exists) return;
    const statements = [
      ...CREATE_HEAD,
      ...dropTables('_next'),
      `alter table version add column number int not null default nextval('drive_number'),
        add column revision bigint not null default 0`,
      'alter table version alter column number drop default',
      'create index on version (revision)',
      'alter table drive_text add column number int',
      'update drive_text t set number = v.number from version v where v.id = t.id',
      'alter table drive_text alter column number set not null',
      'update rebuild set is_running = false',
    ];
    for (const statement of statements) await runner.query(statement);
  }

  /** No-op: older releases ignore the columns, and only a complete index could be reverted. */
  async down(): Promise<void> {
    return undefined;
  }
}
