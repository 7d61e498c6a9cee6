import { queryRows, type SqlConnection } from '@switchback/platform/db/sql';
import { z } from 'zod';
import { type ActivityPart, columnOf, VALUE_NAMES } from '../../document.js';

const STORED = z.strictObject({
  id: z.string(),
  version: z.number(),
  /** Null for a deleted drive. */
  summary: z.string().nullable(),
});

export interface ActivityChange extends ActivityPart {
  id: string;
  version: number;
}

const COLUMNS = VALUE_NAMES.map(columnOf);
const WRITE_VALUES = `update drive d set ${COLUMNS.map((name) => `${name} = c.${name}`).join(', ')}
  from unnest($1::text[], ${COLUMNS.map((_, index) => `$${index + 2}::float8[]`).join(', ')}) as c (id, ${COLUMNS.join(', ')})
  where d.id = c.id`;

/** Locks drives, and returns those that are known, by id. */
export async function lockStored(
  connection: SqlConnection,
  ids: readonly string[],
): Promise<Map<string, z.infer<typeof STORED>>> {
  const rows = await queryRows(
    connection,
    STORED,
    `select v.id, v.version::float8 as version, c.summary from version v left join card c on c.id = v.id
      where v.id = any($1) order by v.id for update of v`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Updates the activity of drives, with their versions and summaries. */
export async function updateActivity(connection: SqlConnection, changes: readonly ActivityChange[]): Promise<void> {
  const ids = changes.map(({ id }) => id);
  await connection.query(
    `update version v set version = c.version from unnest($1::text[], $2::int8[]) as c (id, version)
      where v.id = c.id`,
    [ids, changes.map(({ version }) => version)],
  );
  const valuesOf = (name: (typeof VALUE_NAMES)[number]) => changes.map(({ values }) => values[name]);
  await connection.query(WRITE_VALUES, [ids, ...VALUE_NAMES.map(valuesOf)]);
  await connection.query(
    `update card k set summary = c.summary, hash = c.hash
      from unnest($1::text[], $2::text[], $3::text[]) as c (id, summary, hash) where k.id = c.id`,
    [ids, changes.map(({ summary }) => summary), changes.map(({ hash }) => hash)],
  );
}
