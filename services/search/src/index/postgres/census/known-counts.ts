import type { DriveQuery } from '../../search-index.js';

const COUNTS_MAX = 500;

/**
 * How many drives the queries asked for of late have, as long as nothing changes: the map of a country is asked for by
 * everybody who comes, page by page.
 */
export class KnownCounts {
  #state = '';
  readonly #counts = new Map<string, number>();

  /** @param state of the index that the answer has to be of. */
  get(state: string, query: DriveQuery): number | undefined {
    if (state !== this.#state) {
      this.#counts.clear();
      this.#state = state;
    }
    return this.#counts.get(keyOf(query));
  }

  /** What was counted when the index was in `state`, or after; later states forget it. */
  set(state: string, query: DriveQuery, count: number): void {
    if (state !== this.#state) return;
    if (this.#counts.size >= COUNTS_MAX) this.#counts.clear();
    this.#counts.set(keyOf(query), count);
  }
}

function keyOf({ filters, caller }: DriveQuery): string {
  return JSON.stringify([filters, caller?.userId, caller?.accountType]);
}
