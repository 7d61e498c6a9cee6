import type { Clock } from '@switchback/platform/clock';
import { unlessAborted } from '@switchback/platform/unless-aborted';
import { listedIds } from '../../listed.js';
import type { DriveQuery } from '../../search-index.js';
import type { Sql } from '../sql.js';
import { changesAfter, drivesAfter, readHead } from './census.sql.js';
import { DriveArrays } from './drive-arrays.js';
import type { CensusSnapshot } from './matches.js';
import { Rounds } from './rounds.js';
import { TextSets } from './text-sets.js';

const LOAD_ROWS = 2_000;
/** Revisions applied per statement, and the number of such statements after which a full reload is faster. */
const STEP_REVISIONS = 50;
const STEPS_MAX = 40;
/** Pause before the next load if the last one failed or found too many drives; meanwhile the database answers alone. */
const RETRY_MS = 60_000;

export interface CensusOptions {
  /** Above this number of drives, the memory is not worth it. */
  drivesMax: number;
  clock: Pick<Clock, 'monotonicMs'>;
  /** Called if the drives could not be read. */
  onError: (error: unknown) => void;
}

/**
 * In-memory copy of each drive's few numbers, exactly at the index's newest revision, so that wide results are counted
 * and mapped by scanning arrays instead of rows. Only an optimization: if it returns null, the caller asks the
 * database.
 */
export class Census {
  readonly #sql: Sql;
  readonly #texts: TextSets;
  readonly #options: CensusOptions;
  #drives: DriveArrays | undefined;
  #revision = 0;
  #generation = -1;
  #loading: Promise<void> | undefined;
  #retryAtMs = -Infinity;
  /** Applies every change committed before a caller joins. */
  readonly #catchUp = new Rounds(() => this.#applyChanges());

  constructor(sql: Sql, options: CensusOptions) {
    this.#sql = sql;
    this.#texts = new TextSets(sql);
    this.#options = options;
  }

  /**
   * Returns the state with everything committed before this call. Null while the drives are being loaded, and for
   * queries that the database answers better. Rejects early for a caller that aborts.
   * @param tsquery the words of the query's text; null for none.
   */
  async read({ filters, signal }: DriveQuery, tsquery: string | null): Promise<CensusSnapshot | null> {
    // The database finds the few drives of a list by their ids.
    if (filters.ids.length > 0 || listedIds(filters).length > 0) return null;
    if (!this.#drives) {
      void this.load();
      return null;
    }
    const drives = this.#drives;
    const words = tsquery === null ? null : this.#texts.get(tsquery, drives.size, this.#revision);
    const [hasWords] = await unlessAborted(Promise.all([words, this.#catchUp.join()]), signal);
    const state = `${this.#generation}.${this.#revision}`;
    // A rebuild renumbers the drives, and the words may have been looked up before it.
    return drives === this.#drives ? { drives, hasWords, state } : null;
  }

  /**
   * Loads all drives, unless there are too many; searches continue meanwhile. After a failure, does not retry until the
   * pause is over.
   */
  async load(): Promise<void> {
    const { clock, onError } = this.#options;
    if (this.#drives || clock.monotonicMs() < this.#retryAtMs) return;
    this.#loading ??= this.#load()
      .catch(onError)
      .finally(() => {
        if (!this.#drives) this.#retryAtMs = clock.monotonicMs() + RETRY_MS;
        this.#loading = undefined;
      });
    await this.#loading;
  }

  async #load(): Promise<void> {
    const drives = new DriveArrays();
    const head = await readHead(this.#sql);
    if (!head || Number(head.count) > this.#options.drivesMax) return;
    for (let afterId = ''; ;) {
      const rows = await drivesAfter(this.#sql, afterId, LOAD_ROWS);
      for (const row of rows) drives.put(row);
      const last = rows.at(-1);
      if (!last || rows.length < LOAD_ROWS) break;
      afterId = last.id!;
    }
    this.#texts.clear();
    this.#drives = drives;
    this.#revision = Number(head.revision);
    this.#generation = head.generation;
    await this.#catchUp.join();
  }

  async #applyChanges(): Promise<void> {
    const drives = this.#drives;
    for (let step = 0; step < STEPS_MAX && drives; step += 1) {
      const rows = await changesAfter(this.#sql, this.#revision, STEP_REVISIONS);
      const head = rows[0];
      if (!head || head.generation !== this.#generation) return this.#evict();
      for (const { number, ...row } of rows) if (number !== null) drives.put({ ...row, number });
      this.#revision = Math.min(Number(head.revision), this.#revision + STEP_REVISIONS);
      if (this.#revision === Number(head.revision)) return;
    }
    this.#evict();
  }

  #evict(): void {
    this.#drives = undefined;
    void this.load();
  }
}
