import type { IndexChange } from '../search-index.js';
import { dictionaryWords } from '../../words.js';
import {
  CARD_COLUMNS,
  type Column,
  DRIVE_COLUMNS,
  entryOf,
  PART_COLUMNS,
  partsOf,
  TEXT_COLUMNS,
  VERSION_COLUMNS,
  WORD_COLUMNS,
} from './columns.js';
import { type Copy, copyAll, copyOf } from './copy.js';
import type { Table } from './schema.js';
import type { Transaction } from './sql.js';

/** Words in one piece of COPY. */
const WORDS_BATCH = 20_000;

/**
 * Fills the bare tables of a rebuild, which have no index to keep up to date yet, in the transaction that made them: the
 * server refuses to write rows as if vacuumed in any other.
 */
export class BulkLoad {
  readonly #sql: Transaction;
  /** Of all drives: a vocabulary grows far slower than the texts it is of. */
  readonly #words = new Set<string>();
  #drives = 0;

  constructor(sql: Transaction) {
    this.#sql = sql;
  }

  /** Each drive once in the whole of a rebuild. */
  async add(changes: readonly IndexChange[]): Promise<void> {
    const numbered = changes.map((change) => ({ ...change, number: (this.#drives += 1) }));
    const entries = numbered.flatMap(({ id, number, document }) => (document ? [entryOf(id, number, document)] : []));
    for (const word of dictionaryWords(entries.flatMap(({ document }) => document.words))) this.#words.add(word);
    const versions = numbered.map(({ document, ...version }) => ({ ...version, isDeleted: document === null }));
    // All is made before the first is sent: the server takes in the whole batch while the next one is prepared.
    await copyAll(this.#sql, [
      copyFrozen('version', VERSION_COLUMNS, versions),
      copyFrozen('drive', DRIVE_COLUMNS, entries),
      copyFrozen('drive_text', TEXT_COLUMNS, entries),
      copyFrozen('card', CARD_COLUMNS, entries),
      copyFrozen('part', PART_COLUMNS, entries.flatMap(partsOf)),
    ]);
  }

  /** Adds what could only be known once every drive was there. */
  async finish(): Promise<void> {
    const words = [...this.#words].sort();
    for (let first = 0; first < words.length; first += WORDS_BATCH)
      await copyAll(this.#sql, [copyFrozen('word', WORD_COLUMNS, words.slice(first, first + WORDS_BATCH))]);
  }
}

function copyFrozen<Row>(table: Table, columns: readonly Column<Row>[], rows: readonly Row[]): Copy {
  return copyOf(`${table}_next`, columns, rows, ['freeze']);
}
