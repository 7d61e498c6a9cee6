import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Columns of texts and lists without a default; the index may have been dropped, a rebuild creates it with them. */
const COLUMNS = `
  select a.attrelid::regclass::text as "table", a.attname as "column",
         a.atttypid::regtype::text like '%[]' as "isArray"
    from unnest(array['drive', 'drive_text', 'card']) as base
    cross join unnest(array['', '_next', '_delta']) as generation
    join pg_attribute a on a.attrelid = to_regclass(base || generation) and a.attnum > 0 and not a.attisdropped
   where a.atttypid = any (array['text', 'text[]', 'int[]', 'tsvector']::regtype[])
     and not a.atthasdef and a.attname not in ('id', 'cells')`;

/**
 * The previous release writes rows without the columns that are newer than it: without a default, it cannot apply any
 * change to an index that this release built.
 */
export class AddDefaults1796774400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const columns = (await runner.query(COLUMNS)) as { table: string; column: string; isArray: boolean }[];
    for (const { table, column, isArray } of columns)
      await runner.query(`alter table ${table} alter column ${column} set default '${isArray ? '{}' : ''}'`);
  }

  /** No-op: older releases ignore defaults, and the tables may have been rebuilt with them. */
  async down(): Promise<void> {
    return undefined;
  }
}
