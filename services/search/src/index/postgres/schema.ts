import { CARD_COLUMNS, DRIVE_COLUMNS, PART_COLUMNS, TEXT_COLUMNS, type Column } from './columns.js';
import { SORTS } from './sorts.js';

/** The tables of one whole index, and what a rebuild appends to their names until it is done. */
export const TABLES = ['version', 'drive', 'drive_text', 'card', 'part', 'word'] as const;
export type Generation = '' | '_next';

/** Makes the empty tables of an index, with what is needed to replace a drive in them. */
export function createTables(generation: Generation): string[] {
  return [
    `create table version${generation} (id text collate "C" primary key, version bigint not null, is_deleted bool not null)`,
    createTable(`drive${generation}`, DRIVE_COLUMNS),
    createTable(`drive_text${generation}`, TEXT_COLUMNS),
    createTable(`card${generation}`, CARD_COLUMNS),
    createTable(`part${generation}`, PART_COLUMNS),
    `create index on part${generation} (id) include (box)`,
    `create table word${generation} (word text collate "C" primary key)`,
    // The polylines and summaries are read far more often than written: spend the space, not the time.
    `alter table card${generation} alter column summary set storage external`,
    `alter table part${generation} alter column path set storage plain`,
  ];
}

/** Made after a rebuild's load, which is several times quicker than keeping them up to date during it. */
export function createIndexes(generation: Generation): string[] {
  const drive = `drive${generation}`;
  return [
    `create index on ${drive} using gist (box)`,
    `create index on ${drive} using gist (sphere)`,
    `create index on ${drive} using gin (tags, country_ids, state_ids) with (fastupdate = off)`,
    `create index on ${drive} (owner_id) where owner_id <> ''`,
    `create index on ${drive} using gin (shared_with) where shared_with <> '{}'`,
    `create index on ${drive} ((-importance), id)`,
    ...Object.values(SORTS).map((key) => `create index on ${drive} ((${key('')}), id)`),
    `create index on drive_text${generation} using gin (words) with (fastupdate = off)`,
    `create index on drive_text${generation} using gin (title_words) with (fastupdate = off)`,
    `create index on drive_text${generation} (title_key, id)`,
    `create index on word${generation} using gin (word gin_trgm_ops)`,
    ...TABLES.map((table) => `analyze ${table}${generation}`),
  ];
}

export function dropTables(generation: Generation): string[] {
  return TABLES.map((table) => `drop table if exists ${table}${generation}`);
}

function createTable<Row>(name: string, columns: readonly Column<Row>[]): string {
  return `create table ${name} (${columns.map((column) => `${column.name} ${column.declared}`).join(', ')})`;
}
