import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables } from '../index/postgres/schema.js';

/** For an index whose parts of routes were looked up by the ids of drives; one made since has all of this. */
export class NumberParts1795478400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const columns = (await runner.query(
      `select attname as name from pg_attribute where attrelid = to_regclass('part') and not attisdropped`,
    )) as { name: string }[];
    // Somebody may have dropped the index: whoever makes it again makes it with numbers.
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

  /** Going back is for a whole index alone: what knows no numbers rebuilds its own. */
  async down(): Promise<void> {
    return undefined;
  }
}
