import { createHash } from 'node:crypto';
import type { Bounds } from '@switchback/geo/location';
import type { Clock } from '@switchback/platform/clock';
import { isStaff } from '@switchback/platform/wire/audience';
import type { DriveActivity } from '@switchback/proto/drives/v1/events';
import type { Filters } from '@switchback/proto/search/v1/service';
import { type CellRow, cellSize, clustersOf, joinUntil, mergeCells } from '../cells.js';
import { commonFilters, type FacetRow, facetsOf } from '../facets.js';
import { filterConditions } from '../filters.js';
import { boxAround } from '../geometry.js';
import {
  type AutocompleteQuery,
  type DriveQuery,
  type ExtentQuery,
  type FacetsQuery,
  type IndexChange,
  IndexUnavailable,
  type MapQuery,
  type SearchIndex,
  type SearchPage,
  type SearchQuery,
} from '../search-index.js';
import { autocomplete } from './autocomplete.js';
import { Census } from './census/census.js';
import { cellsOf } from './census/cells.js';
import { facetRowsOf } from './census/facets.js';
import { KnownCounts } from './census/known-counts.js';
import { matchesOf, type CensusSnapshot } from './census/matches.js';
import { clustersStatement } from './clusters.js';
import { Density } from './density.js';
import { facetsStatement } from './facets.js';
import { linesStatement } from './lines.js';
import { nearestPage } from './nearest-page.js';
import { collects, countStatement, idsStatement } from './page.js';
import {
  boundsOf,
  cardRows,
  cellRows,
  countOf,
  facetRows,
  idRows,
  lineRows,
  lockRebuild,
  nearRows,
  searchRows,
} from './postgres-index.sql.js';
import { clearStale, rebuild } from './rebuild.js';
import { TABLES } from './schema.js';
import { addMissingColumns, hasOlderRows, lacksFields, tablesPresent } from './schema.sql.js';
import { extentStatement, pageOf, searchStatement } from './search.js';
import type { Database, Sql, Statement } from './sql.js';
import { Statistics } from './statistics.js';
import { tsqueryOf } from './text.js';
import type { WhereOptions } from './where.js';
import { writeActivity } from './write-activity.js';
import { stamp, writeChanges } from './write.sql.js';

/** Maximum number of prepared statements per connection; any others are planned each time. */
const PREPARED_MAX = 200;
/** About 400 bytes of memory per drive. */
const CENSUS_DRIVES_MAX = 1_000_000;
/**
 * If the bounds contain fewer drives than a walk to this many would read, the database is faster than a scan of all
 * drives.
 */
const CENSUS_WORTH = 25;
/** Maximum number of drives that the database tests by id; beyond that it answers the whole query. */
const AMONG_MAX = 2_000;

/**
 * Interval between checks for rows of an older release, which read a whole table. Such a release may write more of them
 * during a rollout, each of which would cause a rebuild.
 */
const OLDER_ROWS_CHECK_MS = 60 * 60_000;

interface Options extends WhereOptions {
  /** Whether the bounds contain so many drives that reading all is the fastest way to count them. */
  mostInBounds: boolean;
}

type Read<T> = (sql: Sql, statement: Statement) => Promise<T>;

export interface PostgresIndexOptions {
  /** Maximum number of drives whose few numbers are kept in memory; above it, the database counts. */
  censusDrivesMax?: number;
  /** Called with failures that did not affect an answer. */
  onError?: (error: unknown) => void;
}

/**
 * Search index in PostgreSQL's own types: `box` and `path` for routes, `cube` for distances, tsvector and trigrams for
 * words.
 */
export class PostgresIndex implements SearchIndex {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #density: Density;
  readonly #statistics: Statistics;
  readonly #census: Census;
  readonly #counts = new KnownCounts();
  readonly #prepared = new Map<string, string>();
  /** Time of the next check for rows of an older release. */
  #olderRowsCheckMs = -Infinity;

  private constructor(database: Database, clock: Clock, options: PostgresIndexOptions) {
    this.#database = database;
    this.#clock = clock;
    this.#density = new Density(database, clock);
    const { censusDrivesMax: drivesMax = CENSUS_DRIVES_MAX, onError = () => undefined } = options;
    this.#census = new Census(database, { drivesMax, clock, onError });
    this.#statistics = new Statistics(database, () => this.#density.refresh());
  }

  /** Opens the index in a database that is already migrated. */
  static async open(database: Database, clock: Clock, options: PostgresIndexOptions = {}): Promise<PostgresIndex> {
    const index = new PostgresIndex(database, clock, options);
    await clearStale(database);
    await addMissingColumns(database);
    await index.#density.refresh().catch((error: unknown) => {
      // There is no index yet; a rebuild creates it.
      if (!(error instanceof IndexUnavailable)) throw error;
    });
    return index;
  }

  /** Loads the census and the density, so that wide searches are fast from the start. */
  async prepare(): Promise<void> {
    await Promise.all([this.#census.load(), this.#density.refresh()]);
  }

  /**
   * Returns whether tables are missing. They are created with the service's schema, but may have been dropped since.
   */
  async isMissing(): Promise<boolean> {
    return (await tablesPresent(this.#database)).length < TABLES.length;
  }

  async isOutdated(): Promise<boolean> {
    if (await lacksFields(this.#database)) return true;
    if (this.#clock.monotonicMs() < this.#olderRowsCheckMs) return false;
    if (await hasOlderRows(this.#database)) return true;
    this.#olderRowsCheckMs = this.#clock.monotonicMs() + OLDER_ROWS_CHECK_MS;
    return false;
  }

  async apply(changes: readonly IndexChange[]): Promise<void> {
    if (changes.length === 0) return;
    const changed = await this.#database.transaction(async (sql) => {
      const isRebuilding = await lockRebuild(sql);
      const ids = await writeChanges(sql, '', changes);
      if (isRebuilding) await writeChanges(sql, '_delta', changes);
      await stamp(sql, ids);
      return ids.length;
    });
    this.#statistics.changed(changed, this.#density.total);
  }

  async applyActivity(changes: readonly DriveActivity[]): Promise<string[]> {
    if (changes.length === 0) return [];
    const { changed, lacking } = await this.#database.transaction(async (sql) => {
      // A rebuild gathers whole documents.
      if (await lockRebuild(sql)) return { changed: [], lacking: changes.map(({ id }) => id) };
      const written = await writeActivity(sql, changes);
      await stamp(sql, written.changed);
      return written;
    });
    this.#statistics.changed(changed.length, this.#density.total);
    return lacking;
  }

  async search(query: SearchQuery): Promise<SearchPage> {
    const options = await this.#optionsFor(query);
    if (collects(query, options) || !query.includeCount) return this.#page(query, options);
    const [{ hits }, count] = await Promise.all([
      this.#page(query, options),
      this.#census.read(query, options.words).then((read) => this.#count(query, options, read)),
    ]);
    return { hits, count };
  }

  async facets(query: FacetsQuery) {
    const common = { ...query, filters: commonFilters(query) };
    const options = await this.#optionsFor({ ...common, limit: CENSUS_WORTH });
    const reading = collects(common, options) ? null : await this.#census.read(unlisted(common), options.words);
    const matches = reading && !listsHidden(query) ? matchesOf(reading, common) : null;
    if (!matches || matches.doubtful.length > AMONG_MAX) return facetsOf(await this.#facetRows(query, options));
    const { drives, sure, doubtful } = matches;
    const rows = facetRowsOf(drives, sure, query);
    const ids = Array.from(doubtful, (number) => drives.ids[number]!);
    const found = new Set(ids.length > 0 ? await this.#idsAmong(ids, common, options) : []);
    const passing = doubtful.filter((_, index) => found.has(ids[index]!));
    return facetsOf([...rows, ...facetRowsOf(drives, passing, query)]);
  }

  async extent(query: ExtentQuery): Promise<Bounds | null> {
    const options = await this.#optionsFor(query);
    const statement = this.#prepare(extentStatement(query, options), query.filters);
    return boxAround(await this.#ask(query, boundsOf, statement));
  }

  async clusters(query: MapQuery) {
    const { filters, zoom, limit } = query;
    const options = await this.#optionsFor({ ...query, limit: CENSUS_WORTH });
    const cellDegrees = cellSize(zoom, filters.bounds);
    const reading = collects(query, options) ? null : await this.#census.read(query, options.words);
    const known = reading && cellsOf(matchesOf(reading, query), filters.bounds, cellDegrees);
    const rows =
      known && known.unplaced.length <= AMONG_MAX
        ? mergeCells(known.cells, await this.#cellsAmong(known.unplaced, query, cellDegrees, options))
        : await this.#cells(query, cellDegrees, options);
    return { clusters: clustersOf(joinUntil(rows, limit)), total: rows.reduce((sum, { count }) => sum + count, 0) };
  }

  async lines(query: MapQuery) {
    const options = await this.#optionsFor(query);
    const statement = this.#prepare(linesStatement(query, options), query.filters);
    const isCounted = collects(query, options);
    const [rows, counted] = await Promise.all([
      this.#ask(query, lineRows, statement),
      isCounted ? undefined : this.#census.read(query, options.words).then((read) => this.#count(query, options, read)),
    ]);
    const total = isCounted ? rows[0]?.count : counted;
    return {
      lines: rows.flatMap(({ id, path, approximate }) =>
        id === null || path === null ? [] : [{ id, path, approximate: approximate === true }],
      ),
      total: total ?? 0,
    };
  }

  autocomplete(query: AutocompleteQuery) {
    return autocomplete(this.#database, query);
  }

  async rebuild(states: AsyncIterable<readonly IndexChange[]>): Promise<number> {
    const count = await rebuild(this.#database, this.#clock, states);
    await this.#density.refresh();
    return count;
  }

  async #page(query: SearchQuery, options: Options): Promise<SearchPage> {
    if (query.sort === 'location')
      return nearestPage(query, options, {
        near: (statement) => this.#ask(query, nearRows, this.#prepare(statement, query.filters)),
        cards: (statement) => this.#ask(query, cardRows, statement),
      });
    const statement = this.#prepare(searchStatement(query, options), query.filters);
    return pageOf(await this.#ask(query, searchRows, statement), query);
  }

  async #count(query: DriveQuery, options: Options, reading: CensusSnapshot | null): Promise<number> {
    // The set of drives with the words is refreshed independently of this state.
    const state = options.words === null ? reading?.state : undefined;
    const known = state === undefined ? undefined : this.#counts.get(state, query);
    if (known !== undefined) return known;
    const count = await this.#countBy(query, options, reading);
    if (state !== undefined) this.#counts.set(state, query, count);
    return count;
  }

  async #countBy(query: DriveQuery, options: Options, reading: CensusSnapshot | null): Promise<number> {
    const matches = reading && matchesOf(reading, query);
    if (!matches || matches.doubtful.length > AMONG_MAX) return this.#countRows(query, options);
    const { drives, sure, doubtful } = matches;
    const ids = Array.from(doubtful, (number) => drives.ids[number]!);
    return sure.length + (ids.length > 0 ? await this.#countRows(among(query, ids), byIds(options)) : 0);
  }

  async #countRows(query: DriveQuery, options: Options): Promise<number> {
    const statement = countStatement(query, { ...options, wideBounds: options.mostInBounds });
    return this.#ask(query, countOf, this.#prepare(statement, query.filters));
  }

  async #idsAmong(ids: string[], query: DriveQuery, options: Options): Promise<string[]> {
    const statement = idsStatement(among(query, ids), byIds(options));
    return this.#ask(query, idRows, this.#prepare(statement, query.filters));
  }

  async #facetRows(query: FacetsQuery, options: Options): Promise<FacetRow[]> {
    const statement = facetsStatement(query, { ...options, wideBounds: options.mostInBounds });
    return this.#ask(query, facetRows, this.#prepare(statement, query.filters));
  }

  async #cellsAmong(ids: string[], query: DriveQuery, cellDegrees: number, options: Options): Promise<CellRow[]> {
    return ids.length > 0 ? this.#cells(among(query, ids), cellDegrees, byIds(options)) : [];
  }

  async #cells(query: DriveQuery, cellDegrees: number, options: Options): Promise<CellRow[]> {
    const statement = clustersStatement(query, cellDegrees, { ...options, wideBounds: options.mostInBounds });
    return this.#ask(query, cellRows, statement);
  }

  /** Runs no query for a caller that is gone: the connections are needed elsewhere. */
  async #ask<T>({ signal }: DriveQuery, read: Read<T>, statement: Statement): Promise<T> {
    signal?.throwIfAborted();
    return read(this.#database, statement);
  }

  async #optionsFor({ filters, limit }: DriveQuery & { limit: number }): Promise<Options> {
    const { bounds } = filters;
    return {
      words: await tsqueryOf(this.#database, filters.text, { isTyping: false }),
      wideBounds: bounds !== undefined && this.#density.isWide(bounds, limit),
      mostInBounds: bounds !== undefined && this.#density.holdsMost(bounds),
    };
  }

  /** Prepares statements whose plan does not depend on the values. A word or a tag may be rare or common. */
  #prepare(statement: Statement, filters: Filters): Statement {
    if (filters.text !== '' || filterConditions(filters).some(({ kind }) => kind === 'labels')) return statement;
    let name = this.#prepared.get(statement.text);
    if (name === undefined) {
      if (this.#prepared.size >= PREPARED_MAX) return statement;
      name = createHash('sha256').update(statement.text).digest('base64url').slice(0, 32);
      this.#prepared.set(statement.text, name);
    }
    return { ...statement, name };
  }
}

/** Leaves out the lists, which the census does not know. */
function unlisted(query: DriveQuery): DriveQuery {
  return { ...query, filters: { ...query.filters, savedIds: [], completedIds: [] } };
}

/** Returns whether the lists may add drives that the caller sees only as staff, which the census does not find. */
function listsHidden({ caller, lists }: FacetsQuery): boolean {
  return isStaff(caller) && lists.savedIds.length + lists.completedIds.length > 0;
}

/** Restricts the query to a few drives. */
function among<Query extends DriveQuery>(query: Query, ids: string[]): Query {
  return { ...query, filters: { ...query.filters, ids } };
}

/** Returns options for a query by ids: an index on boxes does not help, as if all drives lay in the bounds. */
function byIds(options: Options): Options {
  return { ...options, wideBounds: true, mostInBounds: true };
}
