import { copyLine } from '@switchback/platform/db/copy-in';
import type { IndexChange } from '../search-index.js';
import { dictionaryWords } from '../../words.js';
import {
  CARD_COLUMNS,
  type Column,
  DRIVE_COLUMNS,
  PART_COLUMNS,
  partsOf,
  TEXT_COLUMNS,
  VERSION_COLUMNS,
} from './columns.js';
import type { Database, Transaction } from './sql.js';

/** Words in one piece of COPY. */
const WORDS_BATCH = 20_000;

/** Fills the bare tables of a rebuild, which have no index to keep up to date yet. */
export class BulkLoad {
  readonly #database: Database;
  /** Of all drives: a vocabulary grows far slower than the texts it is of. */
  readonly #words = new Set<string>();
  #drives = 0;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Each drive once in the whole of a rebuild. */
  async add(changes: readonly IndexChange[]): Promise<void> {
    const numbered = changes.map((change) => ({ ...change, number: (this.#drives += 1) }));
    const entries = numbered.flatMap(({ id, number, document }) => (document ? [{ id, number, document }] : []));
    for (const word of dictionaryWords(entries.flatMap(({ document }) => document.words))) this.#words.add(word);
    const versions = numbered.map(({ document, ...version }) => ({ ...version, isDeleted: document === null }));
    await this.#database.transaction(async (sql) => {
      await copy(sql, 'version', VERSION_COLUMNS, versions);
      await copy(sql, 'drive', DRIVE_COLUMNS, entries);
      await copy(sql, 'drive_text', TEXT_COLUMNS, entries);
      await copy(sql, 'card', CARD_COLUMNS, entries);
      await copy(sql, 'part', PART_COLUMNS, entries.flatMap(partsOf));
    });
  }

  /** Adds what could only be known once every drive was there. */
  async finish(): Promise<void> {
    const words = [...this.#words].sort();
    await this.#database.transaction(async (sql) => {
      for (let first = 0; first < words.length; first += WORDS_BATCH) {
        const lines = words.slice(first, first + WORDS_BATCH).map((word) => copyLine([word]));
        await sql.copy('copy word_next (word) from stdin', lines.join(''));
      }
    });
  }
}

async function copy<Row>(
  sql: Transaction,
  table: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): Promise<void> {
  const lines = rows.map((row) => copyLine(columns.map(({ value }) => value(row))));
  await sql.copy(`copy ${table}_next (${columns.map(({ name }) => name).join(', ')}) from stdin`, lines.join(''));
}
