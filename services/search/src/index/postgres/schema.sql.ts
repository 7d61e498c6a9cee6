import { queryRows, type SqlConnection } from '@switchback/platform/db/sql';
import { z } from 'zod';
import { COLUMNS, FIELDS, TABLES } from './schema.js';

const TABLE = z.strictObject({ name: z.string() });
const COMMENT = z.strictObject({ fields: z.string().nullable() });
const OLDER_ROWS = z.strictObject({ areFound: z.boolean() });
const PRESENT_COLUMNS = z.strictObject({ name: z.string(), present: z.array(z.string()) });

/** Returns the tables of the live index that exist. */
export async function tablesPresent(connection: SqlConnection): Promise<string[]> {
  const statement = 'select name from unnest($1::text[]) as name where to_regclass(name) is not null';
  const rows = await queryRows(connection, TABLE, statement, [[...TABLES]]);
  return rows.map(({ name }) => name);
}

/** Returns whether the tables were filled by a release that knew fewer fields. */
export async function lacksFields(connection: SqlConnection): Promise<boolean> {
  const statement = `select obj_description(to_regclass('drive'), 'pg_class') as fields`;
  const [comment] = await queryRows(connection, COMMENT, statement);
  const current = new Set(comment?.fields?.split(' '));
  return FIELDS.some((field) => !current.has(field));
}

/** Returns whether a release that knew fewer columns wrote rows. Reads a whole table. */
export async function hasOlderRows(connection: SqlConnection): Promise<boolean> {
  // Every word of a title is also a place word.
  const statement = `select exists (select from drive_text where place_words = '' and title_words <> '')
    or exists (select from drive where reach is null) as "areFound"`;
  const [older] = await queryRows(connection, OLDER_ROWS, statement);
  return older?.areFound === true;
}

/** Adds the columns that tables of an older release lack, empty: new writes fill them, and a rebuild fills the rest. */
export async function addMissingColumns(connection: SqlConnection): Promise<void> {
  const tables = (['', '_delta'] as const).flatMap((generation) =>
    TABLES.map((table) => ({ name: `${table}${generation}`, columns: COLUMNS[table] })),
  );
  const rows = await queryRows(
    connection,
    PRESENT_COLUMNS,
    `select name, array_agg(attname::text) as present from unnest($1::text[]) as name
      join pg_attribute on attrelid = to_regclass(name) and not attisdropped group by name`,
    [tables.map(({ name }) => name)],
  );
  const presentIn = new Map(rows.map(({ name, present }) => [name, present]));
  for (const { name, columns } of tables) {
    const current = presentIn.get(name);
    const missing = current ? columns.filter((column) => !current.includes(column.name)) : [];
    for (const { name: column, declared } of missing) {
      const definition = `${column} ${declared.replace(' not null', '')}`;
      await connection.query(`alter table ${name} add column if not exists ${definition}`);
    }
  }
}
