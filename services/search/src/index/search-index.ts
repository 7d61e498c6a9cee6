import { ProductError } from '@switchback/platform/errors';
import type { Caller } from '@switchback/platform/rpc/call';
import type { Bounds, LatLng } from '@switchback/geo/location';
import type { DriveActivity } from '@switchback/proto/drives/v1/events';
import type { Cluster, Facets, FacetsRequest, Filters, Line } from '@switchback/proto/search/v1/service';
import type { SortKey } from '@switchback/contracts/rules/drives';
import type { DriveDocument } from '../document.js';

/** A drive at a version: its document, or null if it was deleted. */
export interface IndexChange {
  id: string;
  version: number;
  document: DriveDocument | null;
}

/** A query for drives. Never returns one that `caller` may not see now, whatever the filters; null is a visitor. */
export interface DriveQuery {
  filters: Filters;
  caller: Caller | null;
  /** Aborted once the caller no longer waits for the answer; an adapter may then fail with its reason. */
  signal?: AbortSignal | undefined;
}

/** Last position of a batch in a sort order. */
export interface Position {
  /** Sort key, ascending; Infinity for a drive without the value. */
  key: number;
  id: string;
}

export interface SearchQuery extends DriveQuery {
  sort: SortKey;
  /** Starts after this drive. */
  after: Position | null;
  limit: number;
  includeCount: boolean;
  /** Hashes known to the client: their summaries are not returned. */
  have: readonly string[];
  /** Origin of {@link Hit.metersToLine}. */
  measureFrom?: LatLng | undefined;
}

export interface Hit extends Position {
  hash: string;
  /** The encoded summary; null if `have` contains the hash. */
  summary: string | null;
  /** Null if the query does not measure, or the line is unknown. */
  metersToLine: number | null;
}

export interface SearchPage {
  hits: Hit[];
  /** Exact count of the whole result; undefined unless requested. */
  count: number | undefined;
}

export interface FacetsQuery extends DriveQuery {
  /** The caller's lists, for the kinds saved and completed. */
  lists: FacetsRequest;
}

export interface MapQuery extends DriveQuery {
  zoom: number;
  /** 4 or more: the quarters of the globe are not merged. */
  limit: number;
}

export interface ExtentQuery extends DriveQuery {
  /** Maximum number of drives that count, the best matches of the text first. */
  limit: number;
}

export interface AutocompleteQuery {
  text: string;
  caller: Caller | null;
  /** Drives that are not public but included if the caller may see them. */
  include: readonly string[];
  /** Enough results: weaker matches are searched only if there are fewer. */
  limit: number;
}

/** Maximum number of titles from an index; the most relevant are chosen among them. */
export const TITLES_MAX = 60;

export interface DriveTitle {
  id: string;
  title: string;
  start: LatLng;
  countryIds: readonly number[];
  stateIds: readonly number[];
  /** In meters. */
  distance: number;
  approximate: boolean;
  importance: number;
}

/** The engine is unavailable or the index is missing: a retry may succeed. */
export class IndexUnavailable extends ProductError {
  constructor(cause: unknown) {
    super('unavailable', { message: 'The search is not available at the moment. Please try again shortly.', cause });
  }
}

/** A rebuild is already running. */
export class RebuildRunning extends Error {
  override readonly name = 'RebuildRunning';

  constructor() {
    super('The index is already being rebuilt.');
  }
}

export const SEARCH_INDEX = Symbol('SearchIndex');

/**
 * The search index of drives: a cache that can be rebuilt at any time. Every adapter passes
 * `search-index.conformance.ts`.
 */
export interface SearchIndex {
  /** Warms caches and deletes leftovers of dead rebuilds; queries also work without it. */
  prepare(): Promise<void>;
  /**
   * Returns whether there is no index, so that a rebuild must create one before queries and changes succeed.
   * @throws IndexUnavailable if the engine does not answer, like every method below.
   */
  isMissing(): Promise<boolean>;
  /**
   * Returns whether an older release built the index, so that its documents lack some of our fields: until a rebuild it
   * answers as well as it can. An index of a newer release is not outdated, so that two releases running concurrently
   * do not undo each other's rebuilds.
   */
  isOutdated(): Promise<boolean>;
  /**
   * Applies changes. Idempotent and independent of order: an older version never overwrites a newer one, nor a
   * deletion.
   */
  apply(changes: readonly IndexChange[]): Promise<void>;
  /**
   * Applies popularity, ratings and photos to drives without their content, like {@link apply} idempotent and
   * independent of order. Returns the ids of drives to apply as a whole instead: the index lacks them or their content,
   * or cannot change a part of a document.
   */
  applyActivity(changes: readonly DriveActivity[]): Promise<string[]>;
  /** Returns a batch of the sort order; ties by id, drives without the value last. */
  search(query: SearchQuery): Promise<SearchPage>;
  /** Counts the drives that the query would find with one more choice, exactly and within what the caller may see. */
  facets(query: FacetsQuery): Promise<Facets>;
  /** Returns the box around the best matches of the query; null if there are none. */
  extent(query: ExtentQuery): Promise<Bounds | null>;
  /** Puts every drive of the query in exactly one cluster; at most `limit` clusters, as fine as suits the zoom. */
  clusters(query: MapQuery): Promise<{ clusters: Cluster[]; total: number }>;
  /** Returns the most important drives of the query with lines simplified for the zoom, and the total count. */
  lines(query: MapQuery): Promise<{ lines: Line[]; total: number }>;
  /**
   * Returns titles that start with the text, then those with matching word prefixes, then those with one typo; at most
   * {@link TITLES_MAX}.
   */
  autocomplete(query: AutocompleteQuery): Promise<DriveTitle[]>;
  /**
   * Builds a new index from all drives next to the current one, and swaps it in. Searches continue meanwhile, and
   * concurrent changes are in both. Returns the number of drives in the new index.
   * @throws RebuildRunning if another rebuild is running.
   */
  rebuild(states: AsyncIterable<readonly IndexChange[]>): Promise<number>;
}
