import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Client, errors, type estypes } from '@elastic/elasticsearch';
import { startChildSpan, endSpan } from '@switchback/platform/telemetry/tracing';
import { IndexUnavailable } from '../search-index.js';

/** Read timeout. Callers wait two seconds and should get the cause within that time. */
const READ_TIMEOUT_MS = 1_800;
/** Write timeout, for a batch of documents or a change to a whole index. */
const WRITE_TIMEOUT_MS = 10_000;
/** On another connection or node, after a lost one. */
const RETRIES = 1;
const RETRY_PAUSE_SECONDS = 0.05;
const UNAVAILABLE_STATUSES = new Set([401, 403, 404, 408, 429]);

export interface ElasticsearchAddress {
  /** May contain a user and a password. */
  url: string;
  apiKey?: string | undefined;
}

/** Client options sent with a request. */
export interface RequestOptions {
  /** Deadline, shared by all requests of one operation. */
  signal: AbortSignal;
  maxRetries: number;
  /** Seconds; the client's default pause is as long as a whole search may take. */
  retryBackoff: () => number;
  /** Spans are created here, as for every other call. */
  openTelemetry: { enabled: false };
}

export type Work<T> = (client: Client, options: RequestOptions) => Promise<T>;
export type Search = estypes.SearchSearchRequestBody;
export type SearchAnswer = estypes.MsearchMultiSearchItem;
/** Runs searches concurrently. */
export type Ask = (searches: readonly Search[]) => Promise<SearchAnswer[]>;

/**
 * Connection to one Elasticsearch. Every operation has a timeout and fails with {@link IndexUnavailable} if the engine
 * is at fault.
 */
export class Connection {
  readonly #client: Client;
  readonly #onError: (error: unknown) => void;
  #isAway = false;

  /** @param onError called when the engine is first found unavailable. */
  constructor({ url, apiKey }: ElasticsearchAddress, onError: (error: unknown) => void) {
    const auth = apiKey === undefined ? {} : { auth: { apiKey } };
    this.#client = new Client({ node: url, ...auth, enableMetaHeader: false, requestTimeout: WRITE_TIMEOUT_MS });
    this.#onError = onError;
  }

  read<T>(work: Work<T>): Promise<T> {
    return this.#run('read', READ_TIMEOUT_MS, work);
  }

  write<T>(work: Work<T>): Promise<T> {
    return this.#run('write', WRITE_TIMEOUT_MS, work);
  }

  /**
   * Runs searches concurrently. Each answer is complete: a shard that does not answer fails the search.
   *
   * Streams the response and parses it here: the client stores a response that it parsed together with an accessor of
   * its own, which V8 frees only in a full collection: 54 KB per search instead of 5.
   */
  async search(index: string, searches: readonly Search[], options: RequestOptions): Promise<SearchAnswer[]> {
    const header = { allow_partial_search_results: false };
    const { statusCode, body } = await this.#client.msearch(
      { index, searches: searches.flatMap((search) => [header, search]) },
      { ...options, asStream: true, meta: true },
    );
    const answer = await text(body as unknown as Readable).catch(incomplete);
    if (statusCode !== 200) throw faultOf(statusCode ?? 500, answer);
    const { responses } = parse(answer);
    return responses.map((response) => {
      if ('error' in response) throw faultOf(response.status ?? 500, JSON.stringify(response.error));
      return response;
    });
  }

  async close(): Promise<void> {
    await this.#client.close();
  }

  async #run<T>(operation: string, timeoutMs: number, work: Work<T>): Promise<T> {
    // Not `AbortSignal.timeout`: the client mistakes its reason for a lost connection and retries.
    const expired = new AbortController();
    const timer = setTimeout(() => expired.abort(), timeoutMs);
    const attributes = { 'db.system.name': 'elasticsearch', 'db.operation.name': operation };
    const span = startChildSpan({ name: `${operation} elasticsearch`, kind: 'client', attributes });
    let failed = true;
    try {
      const result = await work(this.#client, optionsFor(expired.signal));
      failed = false;
      this.#isAway = false;
      return result;
    } catch (error) {
      throw this.#reportOnce(explain(error));
    } finally {
      clearTimeout(timer);
      if (span) endSpan(span, failed);
    }
  }

  /** Reports an outage once, not for every search. */
  #reportOnce(error: unknown): unknown {
    if (error instanceof IndexUnavailable && !this.#isAway) {
      this.#isAway = true;
      this.#onError(error);
    }
    return error;
  }
}

function optionsFor(signal: AbortSignal): RequestOptions {
  return { signal, maxRetries: RETRIES, retryBackoff: () => RETRY_PAUSE_SECONDS, openTelemetry: { enabled: false } };
}

/** Converts an error status into an exception. */
export function faultOf(status: number, reason: string): Error {
  const fault = new Error(`Elasticsearch answered ${status}: ${reason.slice(0, 500)}`);
  const isItsState = UNAVAILABLE_STATUSES.has(status) || status >= 500;
  return isItsState ? new IndexUnavailable(fault) : fault;
}

function parse(answer: string): estypes.MsearchResponse {
  try {
    return JSON.parse(answer) as estypes.MsearchResponse;
  } catch (error) {
    return incomplete(error);
  }
}

/** Reports a response that was cut off, timed out or does not come from Elasticsearch but from an intermediary. */
function incomplete(error: unknown): never {
  const reason = error instanceof Error ? `${error.name}: ${error.message.slice(0, 500)}` : String(error);
  throw new IndexUnavailable(new Error(`Incomplete response from Elasticsearch: ${reason}`));
}

/**
 * Replaces the client's own error: it contains the whole request, and so people's search texts, which must not be
 * logged.
 */
function explain(error: unknown): unknown {
  if (error instanceof errors.ResponseError) return faultOf(error.statusCode ?? 500, error.message);
  if (!(error instanceof errors.ElasticsearchClientError)) return error;
  return new IndexUnavailable(new Error(`${error.name}: ${error.message}`));
}
