import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemClock } from '@switchback/platform/clock';
import { loadSettings } from '@switchback/platform/config/settings';
import type { SearchRequest } from '@switchback/proto/search/v1/service';
import { openIndex } from '@switchback/search/open-index';
import { Bookmarks } from '@switchback/search/bookmark';
import { SearchRpc } from '@switchback/search/search.rpc';
import { fakePlaces } from '@switchback/testing/fake-places';
import type { ProcessSettings } from './processes.js';
import { idsIn } from './statements.js';

/** A request to `_msearch`. */
export interface RecordedSearch {
  path: string;
  body: string;
}

/**
 * Searches that the search service sends to Elasticsearch for one request, and the IDs of the drives that it returns.
 */
export interface RecordedQuestion {
  searches: RecordedSearch[];
  ids: string[];
}

/**
 * Records the searches that the search service sends, so that a floor can send the same ones whatever the service's
 * implementation.
 * @throws Error if the service answers without querying the engine.
 */
export async function recordSearches(
  settings: ProcessSettings,
  requests: readonly SearchRequest[],
): Promise<RecordedQuestion[]> {
  const recorder = await SearchRecorder.start(settings['ELASTICSEARCH_URL']!);
  const through = loadSettings({ ...settings, ELASTICSEARCH_URL: recorder.url });
  const database = () => Promise.reject(new Error('An index in Elasticsearch needs no database.'));
  const { index, close } = await openIndex(through, { database, clock: systemClock });
  const rpc = new SearchRpc(index, fakePlaces(), new Bookmarks(['bench']));
  try {
    const recorded: RecordedQuestion[] = [];
    for (const request of requests) {
      recorder.searches = [];
      const { drivesJson } = await rpc.search(request, { requestId: 'bench', caller: null });
      const { searches } = recorder;
      if (searches.length === 0) throw new Error('The search sent no request to Elasticsearch.');
      recorded.push({ searches, ids: idsIn(`{"drives":${drivesJson.toString()}}`) });
    }
    return recorded;
  } finally {
    await close();
    recorder.stop();
  }
}

/** A proxy that records the searches sent to Elasticsearch. */
class SearchRecorder {
  searches: RecordedSearch[] = [];
  readonly #server = createServer((request, response) => {
    this.#pass(request, response).catch((error: unknown) => response.writeHead(502).end(String(error)));
  });

  private constructor(private readonly target: URL) {}

  static async start(target: string): Promise<SearchRecorder> {
    const recorder = new SearchRecorder(new URL(target));
    await new Promise<void>((resolve) => recorder.#server.listen(0, '127.0.0.1', resolve));
    return recorder;
  }

  /** The engine's URL, with the proxy's host and port. */
  get url(): string {
    const url = new URL(this.target);
    url.protocol = 'http:';
    url.host = `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return url.href;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url: path = '/', headers } = request;
    const body = Buffer.concat(await request.toArray()).toString();
    const kept = ['accept', 'authorization', 'content-type'].flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value] as [string, string]] : [];
    });
    const answer = await fetch(this.target.origin + path, { method, headers: kept, ...(body !== '' && { body }) });
    if (path.includes('/_msearch') && answer.ok) this.searches.push({ path, body });
    const told = ['content-type', 'x-elastic-product'].map((name) => [name, answer.headers.get(name) ?? ''] as const);
    response.writeHead(answer.status, Object.fromEntries(told)).end(Buffer.from(await answer.arrayBuffer()));
  }
}
