// Aim: avatars are public and cached forever, and nothing else in the storage is.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openGateway } from '../testing/open-gateway.js';

const { ask, storage, close } = await openGateway();
afterAll(close);

const FILE = '/media/users/u-1/a-1/small.jpg';
beforeAll(async () => {
  const files = await storage();
  const options = { contentType: 'image/jpeg', maxBytes: 100 };
  for (const key of ['users/u-1/a-1/small.jpg', 'users/u-1/export.zip', 'uploads/secret.bin'])
    await files.put(key, [Buffer.from('PICTURE')], options);
});

describe('a picture of a person', () => {
  it('is served with its type and cached forever', async () => {
    const { status, headers, text } = await ask(FILE);
    expect([status, text]).toEqual([200, 'PICTURE']);
    expect(headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    for (const known of [headers.etag, `W/${headers.etag}`, `"a", ${headers.etag}`, '*']) {
      const again = await ask({ url: FILE, headers: { 'if-none-match': known } });
      expect([again.status, again.text]).toEqual([304, '']);
    }
    expect((await ask({ url: FILE, headers: { 'if-none-match': '"a", W/"b"' } })).status).toBe(200);
  });

  it.each([
    '/media/users/u-1/a-1/medium.jpg',
    '/media/users/u-1/a-1/small.png',
    '/media/users/u-1/a-1/..%2f..%2fexport.zip',
    '/media/users/..%2fuploads/a/small.jpg',
    '/media/users/u-1/export.zip',
    '/media/uploads/secret.bin',
    '/media/users/U-1/a-1/small.jpg',
    '/media/users/%00/a-1/small.jpg',
  ])('is not at %s', async (url) => {
    expect((await ask(url)).status).toBe(404);
  });
});
