import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from '@jest/globals';
import { ProductError } from '@switchback/platform/errors';
import { collection } from '@switchback/testing/fake-collections';
import { drive } from '@switchback/testing/fake-drives';
import { type Answer, openGateway } from '../testing/open-gateway.js';

const HTML = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Built</title>
<meta name="description" content="Built"><link rel="stylesheet" href="/assets/index-Ab3dEf9h.css">
<style>html {}</style><script>start();</script></head>
<body><div id="root"></div></body></html>`;

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const [STYLE_HASH, SCRIPT_HASH] = [hashOf('html {}'), hashOf('start();')];

/** Large enough to be worth compressing, and compressed already. */
const BUNDLE = gzipSync(randomBytes(5_000));

function builtWeb(): string {
  const root = mkdtempSync(join(tmpdir(), 'web-'));
  mkdirSync(join(root, 'assets'));
  mkdirSync(join(root, 'tiles'));
  writeFileSync(join(root, 'index.html'), HTML);
  writeFileSync(join(root, 'assets/index-Ab3dEf9h.js'), 'export {};');
  writeFileSync(join(root, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(root, 'tiles/1.pbf'), gzipSync('tile'));
  writeFileSync(join(root, 'tiles/2.pbf'), 'tile');
  mkdirSync(join(root, 'basemap'));
  writeFileSync(join(root, 'basemap/world.tiles'), BUNDLE);
  return root;
}

const webRoot = builtWeb();
const { ask, drives, users, gateway, close } = await openGateway({
  webRoot,
  environment: { PRODUCT_NAME: 'Pass & Bend', PASSWORD_MIN: '12', SOCIAL_URL: 'https://social.example/@bend' },
});
drives.add(
  drive({
    id: 'evil',
    title: `</title><script>alert(1)</script> "quoted" 'n' $& $1`,
    startAddress: '"><img src=x onerror=alert(2)>',
    endAddress: 'Cherokee, North Carolina',
  }),
);
drives.add(drive({ id: 'hidden', title: 'Canary Pass', privacy: 'private' }));
drives.addCollection(collection({ id: 'hidden', name: 'Canary trip', privacy: 'private' }));

afterAll(async () => {
  await close();
  rmSync(webRoot, { recursive: true });
});

/** Returns the tags of the head by name. */
function head(answer: Answer) {
  const meta = (name: string) =>
    new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)">`).exec(answer.text)?.[1];
  return {
    title: /<title>([^<]*)<\/title>/.exec(answer.text)?.[1],
    description: meta('description'),
    ogTitle: meta('og:title'),
    site: meta('og:site_name'),
    url: meta('og:url'),
    twitter: meta('twitter:title'),
    canonical: /<link rel="canonical" href="([^"]*)">/.exec(answer.text)?.[1],
    robots: meta('robots'),
  };
}

describe('the served page', () => {
  it('can read the configuration of this installation', async () => {
    // Aim: forms state the minimum password length that the server enforces, and the footer links the social page.
    expect((await ask('/api/settings')).json()).toMatchObject({
      productName: 'Pass & Bend',
      socialUrl: 'https://social.example/@bend',
      accounts: { passwordMin: 12 },
    });
  });

  it.each(['/drive-details/d1', '/explore?view=map&drive=d1&details=true'])(
    'of a drive at %s describes it',
    async (url) => {
      // Aim: crawlers and chats see title, start and end without running the app, and one canonical URL for both forms.
      const answer = await ask(url);
      expect(answer.status).toBe(200);
      expect(head(answer)).toEqual({
        title: 'Blue Ridge Parkway - Pass &amp; Bend',
        description: 'Blue Ridge Parkway: Asheville, North Carolina to Cherokee, North Carolina',
        ogTitle: 'Blue Ridge Parkway - Pass &amp; Bend',
        site: 'Pass &amp; Bend',
        url: 'https://drives.example/drive-details/d1',
        twitter: 'Blue Ridge Parkway - Pass &amp; Bend',
        canonical: 'https://drives.example/drive-details/d1',
        robots: undefined,
      });
      expect(answer.text.match(/<title>/g)).toHaveLength(1);
      expect(answer.text).toContain('<div id="root">');
    },
  );

  it('escapes user input', async () => {
    // Aim: a title cannot break out of its place, neither as markup nor as a replacement pattern.
    const answer = await ask('/drive-details/evil');
    expect(answer.text).not.toMatch(/<script>alert|<img/);
    expect(head(answer).title).toContain('&lt;/title&gt;&lt;script&gt;');
    expect(head(answer).title).toContain('$&amp; $1');
  });

  it('of explore and of the landing page have the texts of the spec', async () => {
    // Aim: pages without a drive have titles and descriptions, too.
    expect(head(await ask('/explore'))).toMatchObject({
      title: 'Pass &amp; Bend - Explore',
      description: 'Explore hundreds of drives. Find a drive near you.',
      canonical: 'https://drives.example/explore',
    });
    expect((await ask('/explore?search=100%|x|text')).status).toBe(200);
    expect(head(await ask('/'))).toMatchObject({
      title: 'Pass &amp; Bend - Find Your Next Drive',
      canonical: 'https://drives.example/',
    });
  });

  it('of a private drive is the one of a missing drive', async () => {
    // Aim: the page does not reveal that a private drive exists.
    const [missing, hidden] = [await ask('/drive-details/nope'), await ask('/drive-details/hidden')];
    expect([missing.status, hidden.status]).toEqual([404, 404]);
    const withoutNonce = ({ text }: Answer) => text.replace(/ nonce="[0-9a-f]{32}"/, '');
    expect(withoutNonce(hidden)).toBe(withoutNonce(missing));
    expect(head(hidden)).toMatchObject({ title: 'Pass &amp; Bend - Explore', robots: 'noindex', canonical: undefined });
    expect((await ask('/explore?drive=nope')).status).toBe(404);
  });

  it('of a public collection names it', async () => {
    // Aim: crawlers and chats see the name without running the app.
    expect(head(await ask('/collection/c1'))).toMatchObject({
      title: 'Blue Ridge weekend - Pass &amp; Bend',
      ogTitle: 'Blue Ridge weekend - Pass &amp; Bend',
      description: 'Blue Ridge weekend: a collection of drives, on one map.',
      canonical: 'https://drives.example/collection/c1',
    });
  });

  it('of a private collection is the one of a missing collection', async () => {
    // Aim: the page does not reveal that a private collection exists.
    const ids = ['nope', 'hidden', '%00', 'x'.repeat(65)];
    const answers = await Promise.all(ids.map((id) => ask(`/collection/${id}`)));
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    const bare = answers.map(({ text }) => text.replace(/ nonce="[0-9a-f]{32}"/, ''));
    expect(new Set(bare).size).toBe(1);
    expect(head(answers[0]!)).toMatchObject({ title: 'Collection - Pass &amp; Bend', robots: 'noindex' });
  });

  it('of own collections is not indexed', async () => {
    const answer = await ask('/collections');
    expect([answer.status, head(answer)]).toMatchObject([
      200,
      { title: 'Collections - Pass &amp; Bend', robots: 'noindex', canonical: undefined },
    ]);
  });

  it.each([
    ['/login', 'Log In'],
    ['/settings?tab=security', 'Settings'],
    ['/contact', 'Contact'],
  ])('at %s has its own title', async (url, title) => {
    // Aim: every page of the app exists, without a 404.
    const answer = await ask(url);
    expect([answer.status, head(answer).title]).toEqual([200, `${title} - Pass &amp; Bend`]);
  });

  it.each([
    '/signup/verify/u1/secret',
    '/reset-password/verify/u1/secret',
    '/email-change/verify/u1/secret',
    '/login/callback?code=secret&state=secret',
    '/secret-collection',
  ])('of a link such as %s does not leak its address', async (url) => {
    // Aim: the code in the URL does not leak through a referrer, cache, crawler or canonical URL.
    const answer = await ask(url);
    expect([answer.status, answer.headers['referrer-policy']]).toEqual([200, 'no-referrer']);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(head(answer)).toMatchObject({ robots: 'noindex', url: undefined, canonical: undefined });
    expect(answer.text).not.toContain('secret');
  });

  it("of a profile contains only the person's name", async () => {
    // Aim: hidden parts of a profile are not in its page either.
    users.add('p1', { username: 'ridge.runner', bio: 'Canary' });
    const answer = await ask('/profile/p1');
    expect([answer.status, head(answer).title]).toEqual([200, 'ridge.runner - Pass &amp; Bend']);
    expect(answer.text).not.toContain('Canary');
    expect([(await ask('/profile/nobody')).status, (await ask('/profile/%00')).status]).toEqual([404, 404]);
    users.failure = new ProductError('unavailable');
    expect((await ask('/profile/p1')).status).toBe(503);
    users.failure = undefined;
  });

  it('is served while the drives service is down', async () => {
    // Aim: a person gets the app, and a crawler retries later.
    drives.failure = new ProductError('unavailable');
    const answer = await ask('/drive-details/d1');
    drives.failure = undefined;
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '2']);
    expect(answer.text).toContain('<div id="root">');
  });

  it.each([
    '/nothing',
    '/explore/',
    '/index.html',
    '/..%2f..%2fetc/passwd',
    '/%2e%2e/package.json',
    '/assets',
    '/tiles/',
  ])('of the unknown %s is the app with 404', async (url) => {
    // Aim: no soft 404, and no escape from the web root.
    const answer = await ask(url);
    expect(answer.status).toBe(404);
    expect(answer.text).toContain('<div id="root">');
  });

  it('restricts the browser to this product', async () => {
    // Aim: a vulnerability in the app cannot load or send anything elsewhere; plain http at home keeps working.
    const policy = (await ask('/explore')).headers['content-security-policy'] ?? '';
    expect(policy).toContain("default-src 'self'");
    expect(policy.replace(`${SCRIPT_HASH} `, '')).toMatch(/script-src 'self' 'nonce-[0-9a-f]{32}';/);
    expect(policy).toContain("worker-src 'self' blob:");
    expect(policy).toContain("connect-src 'self';");
    expect(policy).not.toMatch(/https:|google|upgrade-insecure|unsafe-inline/);
  });

  it('enforces https for this host only', async () => {
    // Aim: an operator's other hosts below the same domain keep working over http.
    expect((await ask('/explore')).headers['strict-transport-security']).toBe('max-age=31536000');
  });

  it('allows its own styles with a fresh nonce each time', async () => {
    // Aim: injected markup cannot restyle the page, nor read it by selectors.
    const nonceOf = async () => {
      const { headers, text } = await ask('/explore');
      const [, nonce] = /<meta property="csp-nonce" nonce="([0-9a-f]{32})">/.exec(text) ?? [];
      expect(headers['content-security-policy']).toContain(`style-src 'self' ${STYLE_HASH} 'nonce-${nonce}';`);
      return nonce;
    };
    expect(await nonceOf()).not.toBe(await nonceOf());
  });
});

it('allows the script and the style that the page contains, and no others', async () => {
  // Aim: the page can recover from lost files before any file has loaded, on the page of the card, too.
  for (const path of ['/', '/manage-subscription']) {
    const { headers, text } = await ask(path);
    expect(text).toContain('<script>start();</script>');
    expect(headers['content-security-policy']).toContain(`script-src 'self' ${SCRIPT_HASH} 'nonce-`);
    expect(headers['content-security-policy']).toContain(`style-src 'self' ${STYLE_HASH} 'nonce-`);
  }
});

describe('files', () => {
  it('with a hash are cached forever, others are revalidated', async () => {
    // Aim: a second visit loads only what has changed.
    const hashed = await ask('/assets/index-Ab3dEf9h.js');
    expect(hashed.status).toBe(200);
    expect(hashed.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(hashed.headers['content-type']).toMatch(/^(text|application)\/javascript/);
    const icon = await ask('/icon.svg');
    expect(icon.headers['cache-control']).toBe('public, no-cache');
    const again = await ask({ url: '/icon.svg', headers: { 'if-none-match': icon.headers.etag } });
    expect(again.status).toBe(304);
    expect((await ask('/explore')).headers['cache-control']).toBe('no-cache');
  });

  it('of vector tiles declare whether they are compressed', async () => {
    // Aim: a map can read tiles as stored on disk.
    const [zipped, plain] = [await ask('/tiles/1.pbf'), await ask('/tiles/2.pbf')];
    expect([zipped.headers['content-encoding'], plain.headers['content-encoding']]).toEqual(['gzip', undefined]);
    expect(plain.headers['content-type']).toBe('application/x-protobuf');
  });

  it('of the base map are sent as stored, and cached forever by version', async () => {
    // Aim: a precompressed bundle is not announced as something else.
    const url = '/basemap/world.tiles?v=3f2a';
    const { statusCode, headers, rawPayload } = await gateway.inject({
      url,
      headers: { 'accept-encoding': 'gzip, br' },
    });
    expect([statusCode, headers['content-encoding']]).toEqual([200, undefined]);
    expect(rawPayload.equals(BUNDLE)).toBe(true);
    expect(headers['cache-control']).toContain('immutable');
    expect((await ask('/basemap/world.tiles')).headers['cache-control']).toBe('public, no-cache');
  });

  it('keep robots out of the API', async () => {
    // Aim: crawlers read pages, not API calls.
    expect((await ask('/robots.txt')).text).toContain('Disallow: /api/');
  });
});

describe('with Google or a map style', () => {
  it('extends the policy by exactly the configured hosts', async () => {
    // Aim: each map works under the policy.
    const policyOf = async (environment: Record<string, string>) => {
      const other = await openGateway({ environment });
      const policy = (await other.ask('/explore')).headers['content-security-policy'];
      await other.close();
      return policy;
    };
    expect(await policyOf({ GOOGLE_MAPS_API_KEY: 'AIzaExampleKey' })).toContain(
      "script-src 'self' https://*.googleapis.com",
    );
    expect(await policyOf({ GOOGLE_MAPS_API_KEY: 'AIzaExampleKey' })).toContain("style-src 'self' 'unsafe-inline' ");
    expect(await policyOf({ MAP_STYLE_SATELLITE: 'https://tiles.example/s.json' })).toContain(
      "connect-src 'self' https:;",
    );
    expect(await policyOf({ MAP_STYLE_SATELLITE: '/styles/s.json' })).toContain("connect-src 'self';");
  });

  it('allows the payment provider on the checkout page only', async () => {
    // Aim: no external map, ad or picture is loaded near a card number, and the payment provider nowhere else.
    const other = await openGateway({
      environment: {
        CHARGEBEE_SITE: 'drives',
        CHARGEBEE_PUBLISHABLE_KEY: 'test_x',
        GOOGLE_MAPS_API_KEY: 'AIzaExampleKey',
        ADS_SCRIPT_URL: 'https://ads.example/a.js',
      },
    });
    const policyOf = async (path: string) => String((await other.ask(path)).headers['content-security-policy']);
    const card = await policyOf('/manage-subscription');
    const explore = await policyOf('/explore');
    await other.close();
    const hosts = 'https://js.chargebee.com https://drives.chargebee.com';
    for (const rule of [`script-src 'self' ${hosts} 'nonce-`, `connect-src 'self' ${hosts};`, `frame-src ${hosts};`])
      expect(card).toContain(rule);
    expect(card.replaceAll(hosts, '')).not.toMatch(/https:|unsafe/);
    expect(explore).not.toContain('chargebee');
    expect(explore).toContain('googleapis');
  });
});
