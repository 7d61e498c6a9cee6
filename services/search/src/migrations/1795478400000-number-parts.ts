import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables } from '../index/postgres/schema.js';

/** Upgrades an index that looked up parts of routes by drive id; no-op for a newer one. */
export class NumberParts1795478400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const columns = (await runner.query(
      `select attname as name from pg_attribute where attrelid = to_regclass('part') and not attisdropped`,
    )) as { name: string }[];
    // The index may have been dropped; a rebuild creates it with numbers.
    if (columns.length === 0 || columns.some(({ name }) => name === 'number')) return;
    const statements = [
      ...dropTables('_next'),
      ...dropTables('_delta'),
      ...['drive', 'part'].flatMap((table) => [
        `alter table ${table} add column number int`,
        `update ${table} t set number = v.number from version v where v.id = t.id`,
        `alter table ${table} alter column number set not null`,
      ]),
      'alter table part drop column id',
      'create index on part (number) include (box)',
      'update rebuild set is_running = false',
    ];
    for (const statement of statements) await runner.query(statement);
  }

  /** No-op: only a complete index could be reverted; a release without numbers rebuilds its own. */
  async down(): Promise<void> {
    return undefined;
  }
}
