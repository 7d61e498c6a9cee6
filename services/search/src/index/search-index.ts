import { ProductError } from '@switchback/platform/errors';
import type { Caller } from '@switchback/platform/rpc/call';
import type { LatLng } from '@switchback/geo/location';
import type { Cluster, Filters, Line } from '@switchback/proto/search/v1/service';
import type { SortKey } from '@switchback/contracts/rules/drives';
import type { DriveDocument } from '../document.js';

/** A drive as of a version: its document, or null when it was deleted. */
export interface IndexChange {
  id: string;
  version: number;
  document: DriveDocument | null;
}

/** Which drives. Nobody finds one that `caller` may not see now, whatever the filters say; null is a visitor. */
export interface DriveQuery {
  filters: Filters;
  caller: Caller | null;
  /** Aborted when nobody waits for the answer any more; an adapter may then fail with its reason. */
  signal?: AbortSignal | undefined;
}

/** Where in an order a batch ends. */
export interface Position {
  /** What the order sorts by, ascending; Infinity for a drive that has no such value. */
  key: number;
  id: string;
}

export interface SearchQuery extends DriveQuery {
  sort: SortKey;
  /** Starts behind this drive. */
  after: Position | null;
  limit: number;
  includeCount: boolean;
  /** Hashes the client holds: the text of those drives is not answered. */
  have: readonly string[];
}

export interface Hit extends Position {
  hash: string;
  /** The encoded summary; null where the hash was among `have`. */
  summary: string | null;
}

export interface SearchPage {
  hits: Hit[];
  /** Of the whole result, exact; undefined unless asked for. */
  count: number | undefined;
}

export interface MapQuery extends DriveQuery {
  zoom: number;
  /** 4 or more: the quarters of the globe are not joined. */
  limit: number;
}

export interface AutocompleteQuery {
  text: string;
  caller: Caller | null;
  /** Drives that are not public but count where the caller may see them. */
  include: readonly string[];
  /** So many are enough: what fits less well is looked for only while there are fewer. */
  limit: number;
}

/** How many titles an index answers at most: among them the most relevant are found. */
export const TITLES_MAX = 60;

export interface DriveTitle {
  id: string;
  title: string;
  start: LatLng;
  importance: number;
}

/** The engine is away, or the index is not there: what was asked may well succeed later as it is. */
export class IndexUnavailable extends ProductError {
  constructor(cause: unknown) {
    super('unavailable', { message: 'The search is not available at the moment. Please try again shortly.', cause });
  }
}

/** Two rebuilds at a time are refused. */
export class RebuildRunning extends Error {
  override readonly name = 'RebuildRunning';

  constructor() {
    super('The index is being rebuilt already.');
  }
}

export const SEARCH_INDEX = Symbol('SearchIndex');

/**
 * What the search keeps of the drives: a cache that can be built anew at any time. Every adapter passes
 * `search-index.conformance.ts`.
 */
export interface SearchIndex {
  /** Gets ready what makes answers quick, and clears away what died; questions are answered without it too. */
  prepare(): Promise<void>;
  /**
   * Whether there is no index, so that nothing can be found or applied before a rebuild made one.
   * @throws IndexUnavailable when the engine does not answer, as everything below does.
   */
  isMissing(): Promise<boolean>;
  /**
   * Whether an older release made the index, so that its documents lack fields of ours: it answers as well as it can until a
   * rebuild. One made by a newer release is not outdated, so that two releases that run at once do not undo each other's.
   */
  isOutdated(): Promise<boolean>;
  /** Takes changes in any order, any number of times: an older version never overwrites a newer one, nor a deletion. */
  apply(changes: readonly IndexChange[]): Promise<void>;
  /** A batch of the order; ties by id, drives without the value last. */
  search(query: SearchQuery): Promise<SearchPage>;
  /** Every drive of the query in exactly one cluster; at most `limit` clusters, as fine as the zoom deserves. */
  clusters(query: MapQuery): Promise<{ clusters: Cluster[]; total: number }>;
  /** The most important drives of the query with lines simplified for the zoom, and how many there are in all. */
  lines(query: MapQuery): Promise<{ lines: Line[]; total: number }>;
  /** Titles that begin so, then those with words that begin so, then those one typo away; at most {@link TITLES_MAX}. */
  autocomplete(query: AutocompleteQuery): Promise<DriveTitle[]>;
  /**
   * Builds the index anew beside the present one from every drive there is, and swaps it in. Searches go on meanwhile,
   * and changes applied meanwhile are in both. Returns how many drives the new index has.
   * @throws RebuildRunning when another one is.
   */
  rebuild(states: AsyncIterable<readonly IndexChange[]>): Promise<number>;
}
