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

/** Words per COPY statement. */
const WORDS_BATCH = 20_000;

/**
 * Fills the new tables of a rebuild, which have no indexes to maintain yet. Must run in the transaction that created
 * them: the server refuses to write frozen rows in any other.
 */
export class BulkLoad {
  readonly #sql: Transaction;
  /** Vocabulary of all drives: grows far more slowly than their texts. */
  readonly #words = new Set<string>();
  #drives = 0;

  constructor(sql: Transaction) {
    this.#sql = sql;
  }

  /** Adds drives; each must occur only once in a rebuild. */
  async add(changes: readonly IndexChange[]): Promise<void> {
    const numbered = changes.map((change) => ({ ...change, number: (this.#drives += 1) }));
    const entries = numbered.flatMap(({ id, number, document }) => (document ? [entryOf(id, number, document)] : []));
    for (const word of dictionaryWords(entries.flatMap(({ document }) => document.words))) this.#words.add(word);
    const versions = numbered.map(({ document, ...version }) => ({ ...version, isDeleted: document === null }));
    // Builds all rows before sending the first: the server stores the whole batch while the next one is prepared.
    await copyAll(this.#sql, [
      copyFrozen('version', VERSION_COLUMNS, versions),
      copyFrozen('drive', DRIVE_COLUMNS, entries),
      copyFrozen('drive_text', TEXT_COLUMNS, entries),
      copyFrozen('card', CARD_COLUMNS, entries),
      copyFrozen('part', PART_COLUMNS, entries.flatMap(partsOf)),
    ]);
  }

  /** Adds rows that depend on all drives. */
  async finish(): Promise<void> {
    const words = [...this.#words].sort();
    for (let first = 0; first < words.length; first += WORDS_BATCH)
      await copyAll(this.#sql, [copyFrozen('word', WORD_COLUMNS, words.slice(first, first + WORDS_BATCH))]);
  }
}

function copyFrozen<Row>(table: Table, columns: readonly Column<Row>[], rows: readonly Row[]): Copy {
  return copyOf(`${table}_next`, columns, rows, ['freeze']);
}
