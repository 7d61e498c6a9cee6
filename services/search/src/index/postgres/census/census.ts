import type { Clock } from '@switchback/platform/clock';
import { unlessAborted } from '@switchback/platform/unless-aborted';
import { listedIds } from '../../listed.js';
import type { DriveQuery } from '../../search-index.js';
import type { Sql } from '../sql.js';
import { CENSUS_COLUMNS, type CensusRow, DriveArrays } from './drive-arrays.js';
import type { CensusSnapshot } from './matches.js';
import { Rounds } from './rounds.js';
import { TextSets } from './text-sets.js';

const LOAD_ROWS = 2_000;
/** Revisions applied per statement, and the number of such statements after which a full reload is faster. */
const STEP_REVISIONS = 50;
const STEPS_MAX = 40;
/** Pause before the next load if the last one failed or found too many drives; meanwhile the database answers alone. */
const RETRY_MS = 60_000;

/** Current revision of the index. */
interface Head {
  revision: string;
  generation: number;
}

type ChangeRow = Head & { number: number | null } & Omit<CensusRow, 'number'>;

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
    const { rows: heads } = await this.#sql.query<Head & { count: string }>({
      text: 'select revision, generation, (select count(*) from version) as count from head',
    });
    const head = heads[0];
    if (!head || Number(head.count) > this.#options.drivesMax) return;
    for (let afterId = ''; ;) {
      // The condition is repeated for both tables: otherwise a merge join would scan one of them from its start each
      // time.
      const { rows } = await this.#sql.query<CensusRow>({
        text: `select v.number, ${CENSUS_COLUMNS} from drive d join version v on v.id = d.id
          where d.id > $1 and v.id > $1 order by d.id limit ${LOAD_ROWS}`,
        values: [afterId],
      });
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
      const { rows } = await this.#sql.query<ChangeRow>({
        name: 'census changes',
        text: `select h.revision, h.generation, v.number, ${CENSUS_COLUMNS} from head h
          left join version v on v.revision > $1::bigint and v.revision <= $1::bigint + ${STEP_REVISIONS}
          left join drive d on d.id = v.id`,
        values: [this.#revision],
      });
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
