import { createHash } from 'node:crypto';
import type { Clock } from '@switchback/platform/clock';
import type { Filters } from '@switchback/proto/search/v1/service';
import type {
  AutocompleteQuery,
  DriveQuery,
  IndexChange,
  MapQuery,
  SearchIndex,
  SearchPage,
  SearchQuery,
} from '../search-index.js';
import { autocomplete } from './autocomplete.js';
import { type CellRow, clustersOf, clustersStatement } from './clusters.js';
import { CountCache } from './count-cache.js';
import { Density } from './density.js';
import { type LineRow, linesOf, linesStatement } from './lines.js';
import type { PageOptions, PageRow, PageStatement } from './page.js';
import { clearStale, rebuild } from './rebuild.js';
import { pageOf, type SearchRow, searchStatement } from './search.js';
import type { Database, Statement } from './sql.js';
import { Statistics } from './statistics.js';
import { tsqueryOf } from './text.js';
import { stamp, writeChanges } from './write.js';

/** Statements kept prepared on each connection; what comes after them is planned each time. */
const PREPARED_MAX = 200;

/** The index in PostgreSQL's own types: `box` and `path` for routes, `cube` for nearest, tsvector and trigrams for words. */
export class PostgresIndex implements SearchIndex {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #density: Density;
  readonly #statistics: Statistics;
  readonly #counts = new CountCache();
  readonly #prepared = new Map<string, string>();

  private constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
    this.#density = new Density(database, clock);
    this.#statistics = new Statistics(database, () => this.#density.refresh());
  }

  /** Over a database whose migrations ran. */
  static async open(database: Database, clock: Clock): Promise<PostgresIndex> {
    const index = new PostgresIndex(database, clock);
    await clearStale(database);
    await index.#density.refresh();
    return index;
  }

  async apply(changes: readonly IndexChange[]): Promise<void> {
    if (changes.length === 0) return;
    const changed = await this.#database.transaction(async (sql) => {
      // Held to the end: a rebuild begins and swaps before or after this, not in between.
      const { rows } = await sql.query<{ is_running: boolean }>({ text: 'select is_running from rebuild for share' });
      const ids = await writeChanges(sql, '', changes);
      if (rows[0]?.is_running) await writeChanges(sql, '_delta', changes);
      await stamp(sql, ids);
      return ids.length;
    });
    this.#statistics.changed(changed, this.#density.total);
  }

  async search(query: SearchQuery): Promise<SearchPage> {
    const statement = searchStatement(query, await this.#optionsFor(query));
    return pageOf(await this.#page<SearchRow>(statement, query.filters), query.includeCount);
  }

  async clusters(query: MapQuery) {
    const { mostInBounds, ...options } = await this.#optionsFor(query);
    const statement = clustersStatement(query, { ...options, wideBounds: mostInBounds });
    const { rows } = await this.#database.query<CellRow>(statement);
    return { clusters: clustersOf(rows, query.limit), total: rows.reduce((sum, { count }) => sum + count, 0) };
  }

  async lines(query: MapQuery) {
    const statement = linesStatement(query, await this.#optionsFor(query));
    return linesOf(await this.#page<LineRow>(statement, query.filters));
  }

  autocomplete(query: AutocompleteQuery) {
    return autocomplete(this.#database, query);
  }

  async rebuild(states: AsyncIterable<readonly IndexChange[]>): Promise<number> {
    const count = await rebuild(this.#database, this.#clock, states);
    await this.#density.refresh();
    return count;
  }

  async #page<Row extends PageRow>({ countKey, ...statement }: PageStatement, filters: Filters): Promise<Row[]> {
    const { rows } = await this.#database.query<Row>(this.#prepare(statement, filters));
    const { count = null, snapshot = null } = rows[0] ?? {};
    if (countKey !== undefined && count !== null && snapshot !== null) this.#counts.set(countKey, { count, snapshot });
    return rows;
  }

  async #optionsFor({ filters, limit }: DriveQuery & { limit: number }): Promise<PageOptions> {
    const { bounds } = filters;
    return {
      words: await tsqueryOf(this.#database, filters.text),
      wideBounds: bounds !== undefined && this.#density.isWide(bounds, limit),
      mostInBounds: bounds !== undefined && this.#density.holdsMost(bounds),
      knownCount: (key) => this.#counts.get(key),
    };
  }

  /** Where the plan does not depend on the values it is made once; a word or a tag may be rare or everywhere. */
  #prepare(statement: Statement, filters: Filters): Statement {
    if (
      filters.text !== '' ||
      filters.tags.length > 0 ||
      filters.stateIds.length > 0 ||
      filters.countryId !== undefined
    )
      return statement;
    let name = this.#prepared.get(statement.text);
    if (name === undefined) {
      if (this.#prepared.size >= PREPARED_MAX) return statement;
      name = createHash('sha256').update(statement.text).digest('base64url').slice(0, 32);
      this.#prepared.set(statement.text, name);
    }
    return { ...statement, name };
  }
}
