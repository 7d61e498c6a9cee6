// Aim: until it expires, a link reads its one file through the gateway, whole or in ranges; everything else is refused
// in the common error shape.
import { afterAll, describe, expect, it } from '@jest/globals';
import { LocalFiles } from '@switchback/platform/storage/disk/local-files';
import { openTempStorage } from '@switchback/testing/temp-storage';
import { faultsOfShape, openGateway } from '../testing/open-gateway.js';

const temp = await openTempStorage();
const { storage } = temp;
const { ask, gateway, close } = await openGateway({ localFiles: new LocalFiles(async () => storage) });
const PAGE = `<script>alert(1)</script>${'text '.repeat(1_000)}`;
await storage.put('photos/1.html', [Buffer.from(PAGE)], { contentType: 'text/html', maxBytes: 10_000 });
const url = await storage.link('photos/1.html', 60);

afterAll(async () => {
  await close();
  await temp.close();
});

describe('a linked file', () => {
  it('is served unchanged, and cannot run as a page of ours', async () => {
    // Aim: an uploaded file keeps its stored type, and gets no rights.
    const answer = await ask(url);
    expect([answer.status, answer.text]).toEqual([200, PAGE]);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
      'accept-ranges': 'bytes',
    });
    const again = await ask({ url, headers: { 'if-none-match': answer.headers['etag'] } });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it.each([
    ['bytes=0-0', 206, 'bytes 0-0/5025', '<'],
    ['bytes=-5', 206, 'bytes 5020-5024/5025', 'text '],
    ['bytes=5023-9999', 206, 'bytes 5023-5024/5025', 't '],
  ])('returns the range %s', async (range, status, contentRange, text) => {
    // Aim: a range refers to the stored bytes, even if the client accepts compression.
    const headers = { range, 'accept-encoding': 'gzip' };
    const answer = await ask({ url, headers });
    expect([answer.status, answer.headers['content-range'], answer.text]).toEqual([status, contentRange, text]);
    expect(answer.headers['content-length']).toBe(String(text.length));
  });

  it('is returned completely if it changed before the range', async () => {
    // Aim: parts of two versions are never joined.
    const answer = await ask({ url, headers: { range: 'bytes=0-0', 'if-range': '"another"' } });
    expect(answer.status).toBe(200);
  });

  it.each([
    ['without a signature', '/files/photos/1.html', 403],
    ['with another key', url.replace('/1.html', '/2.html'), 403],
    ['with another expiry', url.replace('expires=', 'expires=9'), 403],
    ['with dots on the way', url.replace('photos/', 'photos/../'), 403],
    ['with a key that is none', url.replace('1.html', '1'), 404],
    ['with a hidden key', url.replace('photos/1.html', '.secret'), 404],
    ['with an encoded way out', url.replace('photos/', '..%2f..%2f'), 404],
    ['with a NUL', url.replace('photos/', '%00/'), 404],
  ])('is rejected %s', async (_how, changed, status) => {
    // Aim: a signature opens one key and nothing else.
    const answer = await ask(changed);
    expect([answer.status, faultsOfShape(answer)]).toEqual([status, []]);
  });

  it.each(['bytes=5025-', 'bytes=-0', 'bytes=5-2', 'bytes=0-1,3-4', 'bytes=-', 'lines=0-1'])(
    'is refused in the range %s',
    async (range) => {
      // Aim: a client that asks for a part in a way unknown to us never gets the whole file.
      const answer = await ask({ url, headers: { range } });
      expect([answer.status, faultsOfShape(answer)]).toEqual([416, []]);
    },
  );

  it('reports a dead link', async () => {
    // Aim: the same wording as everywhere in the product.
    const missing = await ask(await storage.link('photos/none.html', 60));
    expect([missing.status, faultsOfShape(missing)]).toEqual([404, []]);
  });

  it('is not sent for HEAD', async () => {
    // Aim: a client can ask for the size first.
    const { statusCode, headers, body } = await gateway.inject({ method: 'HEAD', url });
    expect([statusCode, headers['content-length'], body]).toEqual([200, '5025', '']);
  });
});

describe('without files of our own', () => {
  it('there are no links', async () => {
    // Aim: with an object store, the gateway serves nothing from disk.
    const other = await openGateway();
    expect((await other.ask(url)).status).toBe(404);
    await other.close();
  });
});
