import { analyze } from './schema.js';
import { runAll, type Sql } from './sql.js';

/** So many changes leave the planner's picture of the tables as good as it was, however few drives there are. */
const CHANGES_MIN = 1_000;

/**
 * The planner's picture of the tables, taken anew when much has changed: after a huge import every plan would else be made
 * for the empty tables of before, until the server looks by itself.
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

  /** @param known how many drives there were when the picture was taken. */
  changed(count: number, known: number): void {
    this.#changes += count;
    if (this.#running || this.#changes < Math.max(CHANGES_MIN, known / 2)) return;
    this.#changes = 0;
    this.#running = this.#refresh()
      // An old picture does: the next changes bring it about again.
      .catch(() => undefined)
      .finally(() => (this.#running = undefined));
  }

  async #refresh(): Promise<void> {
    await runAll(this.#sql, analyze(''));
    await this.#onRefreshed();
  }
}
