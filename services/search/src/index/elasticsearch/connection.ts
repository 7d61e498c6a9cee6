import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Client, errors, type estypes } from '@elastic/elasticsearch';
import { beginChildSpan, endSpan } from '@switchback/platform/telemetry/tracing';
import { IndexUnavailable } from '../search-index.js';

/** Whoever asks waits two seconds, and is to hear the cause within them. */
const READ_TIMEOUT_MS = 1_800;
/** A batch of documents, or a change to an index as a whole. */
const WRITE_TIMEOUT_MS = 10_000;
/** On another connection, or another node, where one was lost. */
const RETRIES = 1;
const RETRY_PAUSE_SECONDS = 0.05;
const UNAVAILABLE_STATUSES = new Set([401, 403, 404, 408, 429]);

export interface ElasticsearchAddress {
  /** May hold a user and a password. */
  url: string;
  apiKey?: string | undefined;
}

/** What the client takes beside a request. */
export interface RequestOptions {
  /** What ends it in time: several requests of one piece of work share it. */
  signal: AbortSignal;
  maxRetries: number;
  /** Seconds; the client's own pause is as long as a search may take in all. */
  retryBackoff: () => number;
  /** The spans are made here, as everywhere. */
  openTelemetry: { enabled: false };
}

export type Work<T> = (client: Client, options: RequestOptions) => Promise<T>;
export type Search = estypes.SearchSearchRequestBody;
export type SearchAnswer = estypes.MsearchMultiSearchItem;

/** One Elasticsearch. Every piece of work has a time, and fails with {@link IndexUnavailable} for the engine's fault. */
export class Connection {
  readonly #client: Client;
  readonly #onError: (error: unknown) => void;
  #isAway = false;

  /** @param onError told when the engine is first found away. */
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
   * Searches side by side, each complete: of a shard that does not answer nothing is made up.
   *
   * The answer comes as a stream and is parsed here: what the client parses it keeps beside an accessor of its own, and
   * V8 lets go of that only in a full collection, 54 KB a search instead of 5.
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
    // Not `AbortSignal.timeout`: the client takes its reason for a lost connection, and tries again.
    const expired = new AbortController();
    const timer = setTimeout(() => expired.abort(), timeoutMs);
    const attributes = { 'db.system.name': 'elasticsearch', 'db.operation.name': operation };
    const span = beginChildSpan({ name: `${operation} elasticsearch`, kind: 'client', attributes });
    let failed = true;
    try {
      const result = await work(this.#client, optionsFor(expired.signal));
      failed = false;
      this.#isAway = false;
      return result;
    } catch (error) {
      throw this.#tell(explain(error));
    } finally {
      clearTimeout(timer);
      if (span) endSpan(span, failed);
    }
  }

  /** Once for each time it is away: every search would tell it again. */
  #tell(error: unknown): unknown {
    if (error instanceof IndexUnavailable && !this.#isAway) {
      this.#isAway = true;
      this.#onError(error);
    }
    return error;
  }
}

function optionsFor(signal: AbortSignal): RequestOptions {
  return {
    ...{ signal, maxRetries: RETRIES, retryBackoff: () => RETRY_PAUSE_SECONDS },
    openTelemetry: { enabled: false },
  };
}

/** What an answer with such a status is thrown as. */
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

/** It broke off, came too late or is no answer of Elasticsearch's: somebody in between has spoken. */
function incomplete(error: unknown): never {
  const reason = error instanceof Error ? `${error.name}: ${error.message.slice(0, 500)}` : String(error);
  throw new IndexUnavailable(new Error(`No whole answer from Elasticsearch: ${reason}`));
}

/** Without the client's own error: it carries the whole question, and so what people typed, into the log. */
function explain(error: unknown): unknown {
  if (error instanceof errors.ResponseError) return faultOf(error.statusCode ?? 500, error.message);
  if (!(error instanceof errors.ElasticsearchClientError)) return error;
  return new IndexUnavailable(new Error(`${error.name}: ${error.message}`));
}
