import {
  CARD_COLUMNS,
  type Column,
  DRIVE_COLUMNS,
  PART_COLUMNS,
  TEXT_COLUMNS,
  VERSION_COLUMNS,
  WORD_COLUMNS,
} from './columns.js';
import { ORDERS } from '../orders.js';
import { sortKey } from './sorts.js';
import type { Sql } from './sql.js';

/** The tables of one whole index. */
export const TABLES = ['version', 'drive', 'drive_text', 'card', 'part', 'word'] as const;
export type Table = (typeof TABLES)[number];
/**
 * What is appended to their names: nothing to those in use, `_next` to those a rebuild fills, `_delta` to those that
 * gather what changes meanwhile.
 */
export type Generation = '' | '_next' | '_delta';

/** What every generation shares: how far the index in use has come, and numbers for its drives. */
export const CREATE_HEAD = [
  // `revision` rises with each change, `generation` with each rebuild.
  'create table head (revision bigint not null, generation int not null)',
  'insert into head values (0, 0)',
  'create sequence drive_number as int',
];
export const DROP_HEAD = ['drop table head', 'drop sequence drive_number'];

/** Makes the empty tables of an index, ready to be filled. */
export function createTables(generation: Generation): string[] {
  return [
    createTable(`version${generation}`, VERSION_COLUMNS),
    // The revision of the index that brought this version; 0 for what a rebuild brought.
    `alter table version${generation} add column revision bigint not null default 0`,
    createTable(`drive${generation}`, DRIVE_COLUMNS),
    createTable(`drive_text${generation}`, TEXT_COLUMNS),
    createTable(`card${generation}`, CARD_COLUMNS),
    createTable(`part${generation}`, PART_COLUMNS),
    createTable(`word${generation}`, WORD_COLUMNS),
    // The polylines and summaries are read far more often than written: spend the space, not the time.
    `alter table card${generation} alter column summary set storage external`,
    `alter table part${generation} alter column path set storage plain`,
  ];
}

/** What is needed to find and replace a drive in them. */
export function createKeys(generation: Generation): string[] {
  return TABLES.map((table) => createKey(table, generation));
}

/** What searches need. */
export function createIndexes(generation: Generation): string[] {
  return [...TABLES.flatMap((table) => createIndexesOf(table, generation)), ...analyze(generation)];
}

/**
 * The same in lists that can be worked off side by side, the statements of each in turn: the server names an index by those
 * it sees on the table, and those of one list could get the same name.
 */
export function createIndexLists(generation: Generation): string[][] {
  const [slow = '', ...others] = createIndexesOf('drive', generation);
  const rest = TABLES.filter((table) => table !== 'drive').map((table) => createIndexesOf(table, generation));
  return [[slow], others, ...rest];
}

function createKey(table: Table, generation: Generation): string {
  if (table === 'part') return `create index on part${generation} (number) include (box)`;
  return `alter table ${table}${generation} add primary key (${table === 'word' ? 'word' : 'id'})`;
}

const INDEXES: Record<Table, readonly string[]> = {
  version: ['(revision)'],
  drive: [
    // Takes as long to make as all others together.
    'using gin (cells) with (fastupdate = off)',
    'using gist (sphere)',
    'using gin (tags, country_ids, state_ids) with (fastupdate = off)',
    `(owner_id) where owner_id <> ''`,
    `using gin (viewers) where viewers <> '{}'`,
    '((-importance), id)',
    ...(Object.keys(ORDERS) as (keyof typeof ORDERS)[]).map((sort) => `((${sortKey(sort, '')}), id)`),
  ],
  drive_text: [
    'using gin (words) with (fastupdate = off)',
    'using gin (title_words) with (fastupdate = off)',
    '(title_key, id)',
  ],
  card: [],
  part: [],
  word: ['using gin (word gin_trgm_ops)'],
};

function createIndexesOf(table: Table, generation: Generation): string[] {
  return INDEXES[table].map((definition) => `create index on ${table}${generation} ${definition}`);
}

/** Tells the planner what is in the tables. */
export function analyze(generation: Generation): string[] {
  return TABLES.map((table) => `analyze ${table}${generation}`);
}

export function dropTables(generation: Generation): string[] {
  return TABLES.map((table) => `drop table if exists ${table}${generation}`);
}

/** Those of the index in use that are there. */
export async function tablesPresent(sql: Sql): Promise<string[]> {
  const { rows } = await sql.query<{ name: string }>({
    text: 'select name from unnest($1::text[]) as name where to_regclass(name) is not null',
    values: [[...TABLES]],
  });
  return rows.map(({ name }) => name);
}

function createTable<Row>(name: string, columns: readonly Column<Row>[]): string {
  return `create table ${name} (${columns.map((column) => `${column.name} ${column.declared}`).join(', ')})`;
}
