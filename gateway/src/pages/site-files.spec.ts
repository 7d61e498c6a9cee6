// Aim: crawlers find exactly the public drives and collections, devices can install the app, and security researchers find a contact.
import { afterAll, expect, it } from '@jest/globals';
import { ProductError } from '@switchback/platform/errors';
import { collection } from '@switchback/testing/fake-collections';
import { drive } from '@switchback/testing/fake-drives';
import { openGateway } from '../testing/open-gateway.js';

const { ask, drives, close } = await openGateway({ environment: { PRODUCT_NAME: 'Pass & Bend' } });
drives.add(drive({ id: 'hidden', privacy: 'private' }));
drives.add(drive({ id: 'second' }));
drives.addCollection(collection({ id: 'private', privacy: 'private' }));
afterAll(close);

const SITE = 'https://drives.example';

const addresses = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address);

it('links crawlers to the sitemap, and excludes paths that are not pages', async () => {
  const { text, headers } = await ask('/robots.txt');
  expect(headers['content-type']).toContain('text/plain');
  expect(text).toContain(`Sitemap: ${SITE}/sitemap.xml`);
  for (const path of ['/api/', '/files/', '/ad-frame', '/offline', '/collections'])
    expect(text).toContain(`Disallow: ${path}\n`);
});

it('lists each public drive once, page by page', async () => {
  const index = await ask('/sitemap.xml');
  expect(addresses(index.text)).toEqual(
    ['pages', 'collections', 'drives-1'].map((list) => `${SITE}/sitemap-${list}.xml`),
  );
  expect(index.headers['content-type']).toContain('application/xml');
  const page = await ask('/sitemap-drives-1.xml');
  expect(addresses(page.text)).toEqual([`${SITE}/drive-details/d1`, `${SITE}/drive-details/second`]);
  expect(addresses((await ask('/sitemap-drives-2.xml')).text)).toEqual([]);
});

it('lists each public collection', async () => {
  expect(addresses((await ask('/sitemap-collections.xml')).text)).toEqual([`${SITE}/collection/c1`]);
});

it('lists pages that exist', async () => {
  const pages = addresses((await ask('/sitemap-pages.xml')).text).map((address) => address?.slice(SITE.length) ?? '');
  expect(pages).toContain('/help');
  for (const page of pages) expect((await ask(page)).status).toBe(200);
});

it.each(['0', '51', '999', 'x', '-1', '1.5'])('has no page %s', async (page) => {
  expect((await ask(`/sitemap-drives-${page}.xml`)).status).toBe(404);
});

it('returns a retry time to crawlers while drives are unavailable', async () => {
  drives.failure = new ProductError('unavailable');
  const answer = await ask('/sitemap.xml');
  drives.failure = undefined;
  expect([answer.status, answer.headers['retry-after'] !== undefined]).toEqual([503, true]);
});

it('can be installed under its own name', async () => {
  const answer = await ask('/manifest.webmanifest');
  expect(answer.headers['content-type']).toContain('application/manifest+json');
  expect(answer.json()).toMatchObject({ name: 'Pass & Bend', display: 'standalone', start_url: '/explore' });
  expect((await ask('/')).headers['content-security-policy']).toContain("default-src 'self'");
});

it('publishes the security contact and its expiry', async () => {
  const { text } = await ask('/.well-known/security.txt');
  expect(text).toContain(`Contact: ${SITE}/contact\n`);
  const expires = Date.parse(/Expires: (.*)/.exec(text)?.[1] ?? '');
  expect((expires - Date.now()) / 86_400_000).toBeGreaterThan(100);
  expect((expires - Date.now()) / 86_400_000).toBeLessThan(366);
});
