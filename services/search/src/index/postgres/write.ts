import type { IndexChange } from '../search-index.js';
import { dictionaryWords } from '../../words.js';
import {
  CARD_COLUMNS,
  DRIVE_COLUMNS,
  PART_COLUMNS,
  partsOf,
  TEXT_COLUMNS,
  type Column,
  type Entry,
} from './columns.js';
import type { Generation } from './schema.js';
import type { Sql } from './sql.js';

/** Brings one generation up to the newest of the changes, each drive as a whole. Call it in a transaction. */
export async function writeChanges(sql: Sql, generation: Generation, changes: readonly IndexChange[]): Promise<void> {
  const newest = newestOfEach(changes);
  const ids = newest.map(({ id }) => id);
  const { rows } = await sql.query<{ id: string }>({
    text: `insert into version${generation} as v (id, version, is_deleted)
      select * from unnest($1::text[], $2::int8[], $3::bool[])
      on conflict (id) do update set version = excluded.version, is_deleted = excluded.is_deleted
      where v.version < excluded.version returning id`,
    values: [ids, newest.map(({ version }) => version), newest.map(({ document }) => document === null)],
  });
  const won = new Set(rows.map(({ id }) => id));
  const accepted = newest.filter(({ id }) => won.has(id));
  if (accepted.length === 0) return;
  for (const table of ['drive', 'drive_text', 'card', 'part']) {
    await sql.query({
      text: `delete from ${table}${generation} where id = any($1)`,
      values: [accepted.map(({ id }) => id)],
    });
  }
  await insertEntries(sql, generation, entriesOf(accepted));
}

/** Adds drives that the generation does not have. */
export async function insertEntries(sql: Sql, generation: Generation, entries: readonly Entry[]): Promise<void> {
  if (entries.length === 0) return;
  await insert(sql, `drive${generation}`, DRIVE_COLUMNS, entries);
  await insert(sql, `drive_text${generation}`, TEXT_COLUMNS, entries);
  await insert(sql, `card${generation}`, CARD_COLUMNS, entries);
  await insert(sql, `part${generation}`, PART_COLUMNS, entries.flatMap(partsOf));
  const words = dictionaryWords([...new Set(entries.flatMap(({ document }) => document.words))]).sort();
  await sql.query({
    text: `insert into word${generation} select * from unnest($1::text[]) on conflict do nothing`,
    values: [words],
  });
}

export function entriesOf(changes: readonly IndexChange[]): Entry[] {
  return changes.flatMap(({ id, document }) => (document ? [{ id, document }] : []));
}

/** In the order of id, so that two writers wait for each other instead of locking each other out. */
function newestOfEach(changes: readonly IndexChange[]): IndexChange[] {
  const newest = new Map<string, IndexChange>();
  for (const change of changes) {
    const known = newest.get(change.id);
    if (!known || known.version < change.version) newest.set(change.id, change);
  }
  return [...newest.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

async function insert<Row>(
  sql: Sql,
  table: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): Promise<void> {
  const names = columns.map(({ name }) => name);
  const arrays = columns.map(({ sent }, index) => `$${index + 1}::${sent}[]`);
  const stored = columns.map(({ name, stored: convert }) => (convert ? convert(`r.${name}`) : `r.${name}`));
  await sql.query({
    text: `insert into ${table} (${names.join(', ')}) select ${stored.join(', ')} from unnest(${arrays.join(', ')}) as r (${names.join(', ')})`,
    values: columns.map(({ value }) => rows.map(value)),
  });
}
