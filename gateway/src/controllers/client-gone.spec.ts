// Aim: a search is canceled when its client disconnects, and not while the client waits.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { waitUntil } from '@switchback/testing/wait';
import { openGateway } from '../testing/open-gateway.js';

const { gateway, search, close } = await openGateway();
let url: string;

beforeAll(async () => {
  url = `http://127.0.0.1:${await gateway.listen(0, '127.0.0.1')}/api/drives/search`;
});
afterAll(close);

it('cancels a search whose client has gone', async () => {
  const answer = search.search;
  search.search = (_request, call) =>
    new Promise((_, reject) => {
      search.calls.push(call);
      call.signal?.addEventListener('abort', () => reject(call.signal?.reason as Error));
    });
  const client = new AbortController();
  const promise = fetch(url, { method: 'POST', signal: client.signal });
  await waitUntil('the search to be asked', () => search.calls.length === 1);
  expect(search.calls[0]?.signal?.aborted).toBe(false);
  client.abort();
  await expect(promise).rejects.toThrow();
  await waitUntil('the search to be told', () => search.calls[0]?.signal?.aborted === true);
  search.search = answer;
});

it('finishes a search whose client waits', async () => {
  search.calls.length = 0;
  expect((await fetch(url, { method: 'POST' })).status).toBe(200);
  expect(search.calls[0]?.signal?.aborted).toBe(false);
});
