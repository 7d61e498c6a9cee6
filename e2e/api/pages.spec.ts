import { inflateSync } from 'node:zlib';
import { expect, test } from '../support/test.js';

/** The size of a PNG, and how many of 256 possible byte values its rows use. */
function readPng(png: Buffer): { width: number; height: number; shades: number } {
  expect(png.toString('latin1', 1, 4)).toBe('PNG');
  const data: Buffer[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      data.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  const shades = new Set(inflateSync(Buffer.concat(data))).size;
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20), shades };
}

test('the served page of a drive describes it to chats and crawlers', async ({ request, baseURL }) => {
  // Aim: a link to a drive shows the drive in a chat, without running any script.
  const found = await request.post('/api/drives/search?q=tail+of+the+dragon');
  const { drives } = (await found.json()) as { drives: { id: string; title: string }[] };
  const { id, title } = drives[0] ?? { id: '', title: '' };
  const page = await request.get(`/drive-details/${id}`);
  expect(page.status()).toBe(200);
  const html = await page.text();
  const meta = (name: string) =>
    new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)">`).exec(html)?.[1] ?? null;
  expect(title).toContain('Tail of the Dragon');
  expect(meta('og:title')).toContain(title);
  expect(meta('og:site_name')).toBe('Switchback');
  expect(meta('og:description')).toContain(title);
  expect(meta('description')).toBe(meta('og:description'));
  expect(meta('og:url')).toBe(`${baseURL}/drive-details/${id}`);
  expect(html).toContain(`<link rel="canonical" href="${baseURL}/drive-details/${id}">`);
  expect(/<title>([^<]*)<\/title>/.exec(html)?.[1]).toContain(title);
});

test('the picture of a page exists, and is not empty', async ({ request, baseURL }) => {
  // Aim: the preview image of a drive's link is drawn for the first request and the same for all later ones.
  const found = await request.post('/api/drives/search?q=stelvio');
  const { drives } = (await found.json()) as { drives: { id: string }[] };
  const html = await (await request.get(`/drive-details/${drives[0]?.id}`)).text();
  const [, url = ''] = /<meta property="og:image" content="([^"]*)">/.exec(html) ?? [];
  expect(url).toMatch(new RegExp(`^${baseURL}/og/drives/${drives[0]?.id}/[0-9a-f]{16}\\.png$`));
  const image = await request.get(url);
  expect([image.status(), image.headers()['content-type']]).toEqual([200, 'image/png']);
  expect(image.headers()['cache-control']).toContain('immutable');
  const png = await image.body();
  const { shades, ...size } = readPng(png);
  expect(size).toEqual({ width: 1_200, height: 630 });
  expect(shades).toBeGreaterThan(20);
  expect((await (await request.get(url)).body()).equals(png)).toBe(true);
  expect((await request.get(url.replace(drives[0]?.id ?? '', 'nobody'))).status()).toBe(404);
});

test('a missing page asks not to be indexed', async ({ request }) => {
  // Aim: search engines do not collect dead addresses.
  const page = await request.get('/no-such-page');
  expect(page.status()).toBe(404);
  expect(await page.text()).toContain('<meta name="robots" content="noindex">');
});
