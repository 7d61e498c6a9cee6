import type { Bounds } from '@switchback/geo/location';
import type { Clock } from '@switchback/platform/clock';
import type { DriveActivity } from '@switchback/proto/drives/v1/events';
import { newestOfEach } from '../newest.js';
import type {
  AutocompleteQuery,
  ExtentQuery,
  FacetsQuery,
  IndexChange,
  MapQuery,
  SearchIndex,
  SearchPage,
  SearchQuery,
} from '../search-index.js';
import { autocomplete } from './autocomplete.js';
import { findClusters } from './clusters.js';
import { type Ask, Connection, type ElasticsearchAddress } from './connection.js';
import { findFacets } from './facets.js';
import { findLines } from './lines.js';
import { type IndexSize, lacksFields, PROPERTIES, settingsToServe } from './mapping.js';
import { namesOf } from './names.js';
import { matchExtent } from './match-page.js';
import { searchPage } from './page.js';
import { clearStale, rebuild, type RebuildDependencies } from './rebuild.js';
import { writeChanges } from './write.js';

export interface ElasticsearchOptions extends ElasticsearchAddress, IndexSize {
  /** Prefix of every name on the engine. */
  prefix: string;
  clock: Clock;
  /** Called when the engine is first found unavailable, and with failures that did not affect an answer. */
  onError: (error: unknown) => void;
}

/**
 * Search index in Elasticsearch: one index behind an alias, created only by a rebuild. The engine finds, sorts and
 * counts; the exact geometry of the routes decides where the engine's rounded points cannot.
 */
export class ElasticsearchIndex implements SearchIndex {
  readonly #deps: RebuildDependencies;
  readonly #onError: (error: unknown) => void;
  #acceptsFields = false;

  /** Sends no request yet: while the engine is unavailable, every query fails with that cause. */
  constructor({ prefix, clock, onError, shards, replicas, refreshMs, ...address }: ElasticsearchOptions) {
    const connection = new Connection(address, onError);
    this.#deps = { connection, names: namesOf(prefix), size: { shards, replicas, refreshMs }, clock };
    this.#onError = onError;
  }

  async prepare(): Promise<void> {
    const { connection, names, size } = this.#deps;
    const index = { index: names.live, settings: settingsToServe(size) };
    const settle = connection.write((client, options) =>
      client.indices.putSettings(index, { ...options, ignore: [404] }),
    );
    await Promise.all([settle, this.#acceptNewFields(), clearStale(this.#deps)]).catch(this.#onError);
  }

  async isMissing(): Promise<boolean> {
    return !(await this.#isThere('read'));
  }

  isOutdated(): Promise<boolean> {
    return this.#lacksFields('read');
  }

  async apply(changes: readonly IndexChange[]): Promise<void> {
    if (changes.length === 0) return;
    await this.#acceptNewFields();
    await writeChanges(this.#deps.connection, this.#deps.names, newestOfEach(changes));
  }

  /** Applies no partial change: the engine keeps no source, so a document can only be written as a whole (ADR 51). */
  applyActivity(changes: readonly DriveActivity[]): Promise<string[]> {
    return Promise.resolve([...new Set(changes.map(({ id }) => id))]);
  }

  search(query: SearchQuery): Promise<SearchPage> {
    return this.#ask((ask) => searchPage(ask, query));
  }

  facets(query: FacetsQuery) {
    return this.#ask((ask) => findFacets(ask, query));
  }

  extent(query: ExtentQuery): Promise<Bounds | null> {
    return this.#ask((ask) => matchExtent(ask, query));
  }

  clusters(query: MapQuery) {
    return this.#ask((ask) => findClusters(ask, query));
  }

  lines(query: MapQuery) {
    return this.#ask((ask) => findLines(ask, query));
  }

  autocomplete(query: AutocompleteQuery) {
    return this.#ask((ask) => autocomplete(ask, query));
  }

  rebuild(states: AsyncIterable<readonly IndexChange[]>): Promise<number> {
    return rebuild(this.#deps, states);
  }

  async close(): Promise<void> {
    await this.#deps.connection.close();
  }

  /** Adds our fields to an index of an older release, once. The index of a rebuild already has them. */
  async #acceptNewFields(): Promise<void> {
    if (this.#acceptsFields) return;
    const { connection, names } = this.#deps;
    // Uses the write timeout: an engine that just started is slow.
    if (await this.#lacksFields('write'))
      await connection.write((client, options) =>
        client.indices.putMapping({ index: names.live, properties: PROPERTIES }, options),
      );
    this.#acceptsFields = true;
  }

  #isThere(as: 'read' | 'write'): Promise<boolean> {
    const { connection, names } = this.#deps;
    return connection[as]((client, options) => client.indices.existsAlias({ name: names.live }, options));
  }

  async #lacksFields(as: 'read' | 'write'): Promise<boolean> {
    const { connection, names } = this.#deps;
    if (!(await this.#isThere(as))) return false;
    const found = await connection[as]((client, options) => client.indices.getMapping({ index: names.live }, options));
    return Object.values(found).some(({ mappings }) => lacksFields(mappings));
  }

  /** Runs all requests of one query within a common timeout. */
  #ask<T>(question: (ask: Ask) => Promise<T>): Promise<T> {
    const { connection, names } = this.#deps;
    return connection.read((_, options) => question((searches) => connection.search(names.live, searches, options)));
  }
}
