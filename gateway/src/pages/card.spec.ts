// Aim: chats and crawlers find a picture of every public drive at an immutable URL, and nothing of any other drive.
import { afterAll, describe, expect, it } from '@jest/globals';
import { ProductError } from '@switchback/platform/errors';
import { drive, PNG } from '@switchback/testing/fake-drives';
import { type Answer, faultsOfShape, openGateway } from '../testing/open-gateway.js';

const PRODUCT_NAME = 'Pass & Bend';
const { ask, drives, close } = await openGateway({ environment: { PRODUCT_NAME } });
drives.product = PRODUCT_NAME;
drives.add(drive({ id: 'quoted', title: '"Hills" & <b>' }));
drives.add(drive({ id: 'hidden', privacy: 'private' }));

afterAll(close);

function meta(page: Answer, name: string): string | undefined {
  return new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)">`).exec(page.text)?.[1];
}

/** Returns the path of the picture that a page names. */
async function imageOf(page: string): Promise<string> {
  return (meta(await ask(page), 'og:image') ?? '').replace('https://drives.example', '');
}

/** Returns an error without the parts that differ between requests. */
function withoutIds(answer: Answer) {
  return { status: answer.status, keep: answer.headers['cache-control'], ...answer.json(), requestId: '' };
}

describe('the picture of a drive', () => {
  it('is named by its page, with its size and alternative text', async () => {
    // Aim: Facebook, Slack, Signal and similar readers find their tags.
    const page = await ask('/drive-details/d1');
    const url = meta(page, 'og:image') ?? '';
    expect(url).toMatch(/^https:\/\/drives\.example\/og\/drives\/d1\/[0-9a-f]{16}\.png$/);
    const alt = 'The route of Blue Ridge Parkway, drawn as a line, with its figures';
    const expected = {
      'og:image:type': 'image/png',
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': alt,
      'twitter:card': 'summary_large_image',
      'twitter:image': url,
      'twitter:image:alt': alt,
    };
    expect(Object.fromEntries(Object.keys(expected).map((name) => [name, meta(page, name)]))).toEqual(expected);
    expect(meta(await ask('/drive-details/quoted'), 'og:image:alt')).toContain('&quot;Hills&quot; &amp; &lt;b&gt;');
  });

  it('is its primary photo if it has one', async () => {
    const at = (size: string) => `/media/drives/photographed/p1/${size}.jpg`;
    const sizes = { small: at('small'), medium: at('medium'), large: at('large'), original: at('original') };
    drives.add(drive({ id: 'photographed', photos: [{ id: 'p1', description: '', ...sizes }] }));
    const page = await ask('/drive-details/photographed');
    const names = ['og:image', 'og:image:type', 'og:image:width', 'og:image:alt'];
    expect(names.map((name) => meta(page, name))).toEqual([
      'https://drives.example/media/drives/photographed/p1/large.jpg',
      'image/jpeg',
      undefined,
      'A photo of Blue Ridge Parkway',
    ]);
  });

  it('is cached forever, wherever it is shown', async () => {
    // Aim: a picture is loaded only once, even by other sites' pages.
    const image = await ask(await imageOf('/drive-details/d1'));
    expect([image.status, image.text]).toEqual([200, PNG]);
    expect(image.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    });
    expect(await imageOf('/explore?drive=d1')).toBe(await imageOf('/drive-details/d1'));
  });

  it('gets another address when it changes, and the old one redirects to it', async () => {
    // Aim: a chat that read the page a moment ago still finds a picture, and it is the current one.
    drives.add(drive({ id: 'renamed', title: 'Old' }));
    const old = await imageOf('/drive-details/renamed');
    drives.add(drive({ id: 'renamed', title: 'New' }));
    const existing = await imageOf('/drive-details/renamed');
    expect(existing).not.toBe(old);
    const moved = await ask(old);
    expect([moved.status, moved.headers['location'], moved.headers['cache-control']]).toEqual([
      302,
      existing,
      'no-cache',
    ]);
  });

  it('of a private, unknown or deleted drive is the same 404', async () => {
    // Aim: neither status nor wording reveals that a private drive exists.
    const path = await imageOf('/drive-details/d1');
    const unknown = await ask(path.replace('/d1/', '/nope/'));
    expect([unknown.status, faultsOfShape(unknown)]).toEqual([404, []]);
    drives.add(drive({ id: 'left', title: 'Left' }));
    const left = await imageOf('/drive-details/left');
    drives.add(drive({ id: 'left', title: 'Left', privacy: 'private' }));
    for (const other of [
      path.replace('/d1/', '/hidden/'),
      left,
      '/og/drives/d1/x.png',
      '/og/drives/%00/x.png',
      '/og/drives/hidden/x',
    ])
      expect(withoutIds(await ask(other))).toEqual(withoutIds(unknown));
    expect(meta(await ask('/drive-details/hidden'), 'og:image')).toBeUndefined();
    expect(meta(await ask('/drive-details/hidden'), 'twitter:card')).toBe('summary');
  });

  it('returns a retry time while it is unavailable', async () => {
    // Aim: failures are never cached in place of a picture.
    const path = await imageOf('/drive-details/d1');
    drives.failure = new ProductError('timeout');
    const answer = await ask(path);
    drives.failure = undefined;
    expect([answer.status, answer.headers['retry-after'], answer.headers['cache-control']]).toEqual([
      503,
      '2',
      'no-store',
    ]);
    expect(faultsOfShape(answer)).toEqual([]);
  });
});
