import { queryRows, type SqlConnection } from '@switchback/platform/db/sql';
import { z } from 'zod';
import { newestOfEach } from '../newest.js';
import type { IndexChange } from '../search-index.js';
import { dictionaryWords } from '../../words.js';
import { CARD_COLUMNS, DRIVE_COLUMNS, type Entry, entryOf, PART_COLUMNS, partsOf, TEXT_COLUMNS } from './columns.js';
import { copyAll, copyOf } from './copy.js';
import type { Generation } from './schema.js';
import type { Transaction } from './sql.js';

const NUMBERED = z.strictObject({ id: z.string(), number: z.number() });

/** Tables with the searchable and returned data of a drive. */
export const DOCUMENT_TABLES = ['drive', 'drive_text', 'card', 'part'] as const;

/** Applies the newest changes to one generation, each drive as a whole. Returns the ids of the changed drives. */
export async function writeChanges(
  sql: Transaction,
  generation: Generation,
  changes: readonly IndexChange[],
): Promise<string[]> {
  const newest = newestOfEach(changes);
  const rows = await queryRows(
    sql,
    NUMBERED,
    `insert into version${generation} as v (id, version, is_deleted, number)
      select c.id, c.version, c.is_deleted, coalesce(k.number, nextval('drive_number'))
        from unnest($1::text[], $2::int8[], $3::bool[]) as c (id, version, is_deleted)
        left join version${generation} k on k.id = c.id
      on conflict (id) do update set version = excluded.version, is_deleted = excluded.is_deleted
      where v.version < excluded.version returning id, number`,
    [newest.map(({ id }) => id), newest.map(({ version }) => version), newest.map(({ document }) => document === null)],
  );
  if (rows.length === 0) return [];
  const numbers = new Map(rows.map(({ id, number }) => [id, number]));
  const ids = [...numbers.keys()];
  for (const table of DOCUMENT_TABLES) await deleteRows(sql, table, generation, ids);
  const entries = newest.flatMap(({ id, document }) => {
    const number = numbers.get(id);
    return document && number !== undefined ? [entryOf(id, number, document)] : [];
  });
  await insertEntries(sql, generation, entries);
  return ids;
}

/** Deletes a table's rows of drives with known numbers. */
export async function deleteRows(
  connection: SqlConnection,
  table: (typeof DOCUMENT_TABLES)[number],
  generation: Generation,
  ids: readonly string[],
): Promise<void> {
  const theirs =
    table === 'part' ? `number in (select number from version${generation} where id = any($1))` : 'id = any($1)';
  await connection.query(`delete from ${table}${generation} where ${theirs}`, [ids]);
}

/**
 * Makes the writes the newest revision of the index. Must come last in a transaction: concurrent writers wait for it to
 * end.
 */
export async function stamp(connection: SqlConnection, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await connection.query(
    `with h as (update head set revision = revision + 1 returning revision)
      update version v set revision = h.revision from h where v.id = any($1)`,
    [ids],
  );
}

async function insertEntries(sql: Transaction, generation: Generation, entries: readonly Entry[]): Promise<void> {
  if (entries.length === 0) return;
  await copyAll(sql, [
    copyOf(`drive${generation}`, DRIVE_COLUMNS, entries),
    copyOf(`drive_text${generation}`, TEXT_COLUMNS, entries),
    copyOf(`card${generation}`, CARD_COLUMNS, entries),
    copyOf(`part${generation}`, PART_COLUMNS, entries.flatMap(partsOf)),
  ]);
  const words = dictionaryWords([...new Set(entries.flatMap(({ document }) => document.words))]).sort();
  await sql.query(`insert into word${generation} select * from unnest($1::text[]) on conflict do nothing`, [words]);
}
