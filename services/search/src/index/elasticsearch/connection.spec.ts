// Aim: an incomplete response is never mistaken for a complete one, and fails within the time of a search.
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { systemClock } from '@switchback/platform/clock';
import { IndexUnavailable } from '../search-index.js';
import { Connection } from './connection.js';

const WHOLE = JSON.stringify({ took: 1, responses: [{ took: 1, hits: { hits: [] }, status: 200 }] });
const HALF = WHOLE.slice(0, WHOLE.length / 2);
/** A caller's timeout for a search. */
const CALL_TIMEOUT_MS = 2_000;

type Answering = (response: ServerResponse) => void;

function answering(status: number, text: string, length = text.length): Answering {
  return (response) => {
    response.writeHead(status, {
      'content-type': 'application/json',
      'x-elastic-product': 'Elasticsearch',
      'content-length': length,
    });
    response.write(text);
    if (length === text.length) response.end();
  };
}

describe('the responses to searches', () => {
  const open: { server?: Server; connection?: Connection } = {};

  async function search(answer: Answering): Promise<unknown> {
    open.server = createServer((request, response) => request.resume().on('end', () => answer(response)));
    open.server.listen(0, '127.0.0.1');
    await once(open.server, 'listening');
    const { port } = open.server.address() as AddressInfo;
    const connection = new Connection({ url: `http://127.0.0.1:${port}` }, () => undefined);
    open.connection = connection;
    return connection.read((_, options) => connection.search('drives', [{ query: { match_all: {} } }], options));
  }

  afterEach(async () => {
    await open.connection?.close();
    open.server?.closeAllConnections();
    open.server?.close();
  });

  it('are read if they are complete', async () => {
    await expect(search(answering(200, WHOLE))).resolves.toMatchObject([{ hits: { hits: [] } }]);
  });

  it.each<{ fault: string; answer: Answering; cause: RegExp }>([
    {
      fault: 'breaks off',
      answer: (response) => {
        answering(200, HALF, WHOLE.length)(response);
        setImmediate(() => response.destroy());
      },
      cause: /Incomplete response/,
    },
    { fault: 'stalls halfway', answer: answering(200, HALF, WHOLE.length), cause: /Incomplete response/ },
    { fault: 'is truncated', answer: answering(200, HALF), cause: /Incomplete response.*JSON/ },
    { fault: 'is a page of a gateway', answer: answering(200, '<html></html>'), cause: /Incomplete response/ },
    { fault: 'reports that it is busy', answer: answering(429, '{"error":"busy"}'), cause: /answered 429: .*busy/ },
    { fault: 'reports that a gateway found no server', answer: answering(502, 'bad gateway'), cause: /answered 502/ },
  ])('are unavailable if one $fault', async ({ answer, cause }) => {
    const startedAtMs = systemClock.monotonicMs();
    const error = await search(answer).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(IndexUnavailable);
    expect(String((error as IndexUnavailable).cause)).toMatch(cause);
    expect(systemClock.monotonicMs() - startedAtMs).toBeLessThan(CALL_TIMEOUT_MS);
  });

  it('report a request that Elasticsearch rejects as our own fault', async () => {
    const refused = search(answering(400, '{"error":"no such field"}'));
    await expect(refused).rejects.toThrow(/answered 400: .*no such field/);
    await expect(refused).rejects.not.toBeInstanceOf(IndexUnavailable);
  });
});
