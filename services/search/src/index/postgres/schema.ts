import {
  CARD_COLUMNS,
  type Column,
  DRIVE_COLUMNS,
  PART_COLUMNS,
  reachOf,
  TEXT_COLUMNS,
  VERSION_COLUMNS,
  WORD_COLUMNS,
} from './columns.js';
import { documentFields } from '../../document.js';
import { ORDERS } from '../orders.js';
import { sortKey } from './sorts.js';

/** Tables of one whole index. */
export const TABLES = ['version', 'drive', 'drive_text', 'card', 'part', 'word'] as const;
export type Table = (typeof TABLES)[number];
/**
 * Suffix of table names: none for the live tables, `_next` for those a rebuild fills, `_delta` for those that gather
 * concurrent changes.
 */
export type Generation = '' | '_next' | '_delta';

export const COLUMNS: Record<Table, readonly Pick<Column<never>, 'name' | 'declared'>[]> = {
  version: VERSION_COLUMNS,
  drive: DRIVE_COLUMNS,
  drive_text: TEXT_COLUMNS,
  card: CARD_COLUMNS,
  part: PART_COLUMNS,
  word: WORD_COLUMNS,
};

/** All fields of a drive in the index. */
export const FIELDS = documentFields(TABLES.flatMap((table) => COLUMNS[table].map(({ name }) => `${table}.${name}`)));

/** Shared by all generations: the revision of the live index, and the numbers of its drives. */
export const CREATE_HEAD = [
  // `revision` is incremented by each change, `generation` by each rebuild.
  'create table head (revision bigint not null, generation int not null)',
  'insert into head values (0, 0)',
  'create sequence drive_number as int',
];
export const DROP_HEAD = ['drop table head', 'drop sequence drive_number'];

/** Creates the empty tables of an index, ready to be filled. */
export function createTables(generation: Generation): string[] {
  return [
    ...TABLES.map((table) => createTable(`${table}${generation}`, COLUMNS[table])),
    // Revision of the index that stored this version; 0 for rows written by a rebuild.
    `alter table version${generation} add column revision bigint not null default 0`,
    // Polylines and summaries are read far more often than written: trades space for time.
    `alter table card${generation} alter column summary set storage external`,
    `alter table part${generation} alter column path set storage plain`,
    // Set with the tables, so that an index rebuilt by an older release is recognized as such.
    `comment on table drive${generation} is '${FIELDS.join(' ')}'`,
  ];
}

/** Creates the keys needed to find and replace a drive. */
export function createKeys(generation: Generation): string[] {
  return TABLES.map((table) => createKey(table, generation));
}

/** Creates the indexes for searches. */
export function createIndexes(generation: Generation): string[] {
  return [...TABLES.flatMap((table) => createIndexesOf(table, generation)), ...analyze(generation)];
}

/**
 * Returns the index statements in lists that may run concurrently, each list in order. The server chooses an index name
 * from those already on the table, so concurrent statements of one list could choose the same name.
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
    // Takes as long to build as the rest together.
    'using gin (cells) with (fastupdate = off)',
    `using gist ((${reachOf('')}))`,
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

/** Updates the planner's statistics of the tables. */
export function analyze(generation: Generation): string[] {
  return TABLES.map((table) => `analyze ${table}${generation}`);
}

export function dropTables(generation: Generation): string[] {
  return TABLES.map((table) => `drop table if exists ${table}${generation}`);
}

function createTable(name: string, columns: readonly Pick<Column<never>, 'name' | 'declared'>[]): string {
  return `create table ${name} (${columns.map((column) => `${column.name} ${column.declared}`).join(', ')})`;
}
