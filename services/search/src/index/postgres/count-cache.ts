import type { Statement } from './sql.js';

const ENTRIES_MAX = 500;

/** A count, and what the database showed when it was made. */
export interface KnownCount {
  /** Of pg_current_snapshot(): as long as it is the same, so is everything that a query sees. */
  snapshot: string;
  count: string;
}

/**
 * Counts of whole results, each good for as long as nobody writes to the database. The statement that asks again compares
 * the snapshots itself and counts anew when they differ, so that a count is never old.
 */
export class CountCache {
  readonly #counts = new Map<string, KnownCount>();

  get(key: string): KnownCount {
    return this.#counts.get(key) ?? { snapshot: '', count: '0' };
  }

  set(key: string, known: KnownCount): void {
    this.#counts.delete(key);
    this.#counts.set(key, known);
    const oldest = this.#counts.keys().next();
    if (this.#counts.size > ENTRIES_MAX && !oldest.done) this.#counts.delete(oldest.value);
  }
}

/** What is counted: the same text with the same values counts the same drives. */
export function countKey({ text, values = [] }: Statement): string {
  return JSON.stringify([text, values]);
}
