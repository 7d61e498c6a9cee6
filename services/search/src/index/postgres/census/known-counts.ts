import type { DriveQuery } from '../../search-index.js';

const COUNTS_MAX = 500;

/**
 * Caches counts of recent queries as long as the index does not change: every visitor requests the map of a country,
 * page by page.
 */
export class KnownCounts {
  #state = '';
  readonly #counts = new Map<string, number>();

  /** @param state of the index that the count must belong to. */
  get(state: string, query: DriveQuery): number | undefined {
    if (state !== this.#state) {
      this.#counts.clear();
      this.#state = state;
    }
    return this.#counts.get(keyOf(query));
  }

  /** Stores a count made when the index was in `state` or later; ignored if the state has changed since. */
  set(state: string, query: DriveQuery, count: number): void {
    if (state !== this.#state) return;
    if (this.#counts.size >= COUNTS_MAX) this.#counts.clear();
    this.#counts.set(keyOf(query), count);
  }
}

function keyOf({ filters, caller }: DriveQuery): string {
  return JSON.stringify([filters, caller?.userId, caller?.accountType]);
}
