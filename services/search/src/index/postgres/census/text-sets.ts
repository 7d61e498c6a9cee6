import type { Sql } from '../sql.js';
import { Rounds } from './rounds.js';
import { matchesSince, numbersWithWords } from './text-sets.sql.js';

const SETS_MAX = 32;
/** After more changes, a full query is faster than checking each. */
const REVISIONS_MAX = 500;

interface TextSet {
  /** 1 for each number of a drive with the words. */
  has: Uint8Array;
  revision: number;
}

/** State of one text; `size` and `revision` are from the latest caller. */
interface Text {
  known: TextSet | undefined;
  size: number;
  revision: number;
  refresh: Rounds<Uint8Array>;
}

/**
 * Caches which drives contain the words of recently searched texts. Refreshes a set whenever its text is searched
 * again; concurrent searches for one text share a refresh.
 */
export class TextSets {
  readonly #sql: Sql;
  readonly #texts = new Map<string, Text>();

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /**
   * Returns a set that includes everything committed before this call.
   * @param size minimum length of the result.
   * @param revision approximate current revision of the index.
   */
  get(tsquery: string, size: number, revision: number): Promise<Uint8Array> {
    const text = this.#texts.get(tsquery) ?? this.#open(tsquery);
    Object.assign(text, { size: Math.max(size, text.size), revision });
    this.#texts.delete(tsquery);
    this.#texts.set(tsquery, text);
    const oldest = this.#texts.keys().next();
    if (this.#texts.size > SETS_MAX && !oldest.done) this.#texts.delete(oldest.value);
    return text.refresh.join();
  }

  clear(): void {
    this.#texts.clear();
  }

  #open(tsquery: string): Text {
    const update = async () => {
      const { known, size, revision } = text;
      text.known = undefined;
      const isOld = !known || revision - known.revision > REVISIONS_MAX;
      text.known = await (isOld ? this.#collect(tsquery, size) : this.#refresh(tsquery, known, size));
      return text.known.has;
    };
    const text: Text = { known: undefined, size: 0, revision: 0, refresh: new Rounds(update) };
    return text;
  }

  async #collect(tsquery: string, size: number): Promise<TextSet> {
    const { revision = '0', numbers = null } = (await numbersWithWords(this.#sql, tsquery)) ?? {};
    const found = numbers === null ? [] : numbers.split(',').map(Number);
    const has = new Uint8Array(found.reduce((most, number) => Math.max(most, number + 1), size));
    for (const number of found) has[number] = 1;
    return { has, revision: Number(revision) };
  }

  /** Checks only the drives changed since. */
  async #refresh(tsquery: string, { has, revision }: TextSet, size: number): Promise<TextSet> {
    const rows = await matchesSince(this.#sql, tsquery, revision);
    const length = rows.reduce((most, { number }) => Math.max(most, (number ?? 0) + 1), Math.max(size, has.length));
    const grown = new Uint8Array(length);
    grown.set(has);
    for (const { number, matches } of rows) if (number !== null) grown[number] = matches ? 1 : 0;
    return { has: grown, revision: Number(rows[0]?.revision ?? revision) };
  }
}
