import { analyze } from './schema.js';
import { runAll, type Sql } from './sql.js';

/** Fewer changes leave the planner's statistics accurate enough, however few drives there are. */
const CHANGES_MIN = 1_000;

/**
 * Refreshes the planner's statistics after many changes: after a huge import, every plan would otherwise assume empty
 * tables until the server analyzes them itself.
 */
export class Statistics {
  readonly #sql: Sql;
  readonly #onRefreshed: () => Promise<void>;
  #changes = 0;
  #running: Promise<void> | undefined;

  constructor(sql: Sql, onRefreshed: () => Promise<void>) {
    this.#sql = sql;
    this.#onRefreshed = onRefreshed;
  }

  /** @param known number of drives at the last refresh. */
  changed(count: number, known: number): void {
    this.#changes += count;
    if (this.#running || this.#changes < Math.max(CHANGES_MIN, known / 2)) return;
    this.#changes = 0;
    this.#running = this.#refresh()
      // Stale statistics are good enough: the next changes trigger another refresh.
      .catch(() => undefined)
      .finally(() => (this.#running = undefined));
  }

  async #refresh(): Promise<void> {
    await runAll(this.#sql, analyze(''));
    await this.#onRefreshed();
  }
}
