import { expect, test } from '../support/test.js';

test('the served page of a drive tells chats and crawlers what it is', async ({ request, baseURL }) => {
  // Aim: a link to a drive that is sent to somebody shows the drive, without running any script.
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

test('a page that does not exist asks not to be indexed', async ({ request }) => {
  // Aim: dead addresses do not gather in search engines.
  const page = await request.get('/no-such-page');
  expect(page.status()).toBe(404);
  expect(await page.text()).toContain('<meta name="robots" content="noindex">');
});
