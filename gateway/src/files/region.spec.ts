// Aim: the map of the region's extract reaches the browser from the storage, in ranges; without the roads service the last
// answer stays, and a failure of the region costs no page.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { TestClock } from '@switchback/testing/test-clock';
import { openGateway } from '../testing/open-gateway.js';

const clock = new TestClock();
const { ask, storage, roads, close } = await openGateway({ clock });
afterAll(close);

const KEY = 'region/streets.pmtiles';
const BOUNDS = { north: 41, east: -102, south: 37, west: -109 };
const STATE = { state: 'ready', progress: 1, reason: '' };

interface Settings {
  map: { streets: { url: string; bounds: object } | null };
  region: object | null;
}

const settings = async () => (await ask('/api/settings')).json<Settings>();
let archive: { key: string; etag: string; bounds: typeof BOUNDS; date: string };

beforeAll(async () => {
  const options = { contentType: 'application/vnd.pmtiles', maxBytes: 100 };
  const { etag } = await (await storage()).put(KEY, [Buffer.from('PMTiles of a region')], options);
  archive = { key: KEY, etag, bounds: BOUNDS, date: '2026-11-01T00:00:00.000Z' };
});
beforeEach(() => {
  roads.isAway = false;
  // Beyond the time for which an answer is fresh.
  clock.advance(10_000);
});

describe('the map of a region', () => {
  it('is absent without an extract', async () => {
    roads.region = undefined;
    expect(await settings()).toMatchObject({ map: { streets: null }, region: null });
    expect((await ask('/streets.pmtiles')).status).toBe(404);
  });

  it('is announced while it is built', async () => {
    roads.region = { ...STATE, state: 'building', progress: 0.4, archive: undefined };
    const region = { state: 'building', progress: 0.4, bounds: null, date: null };
    expect(await settings()).toMatchObject({ map: { streets: null }, region });
    expect((await ask('/streets.pmtiles')).status).toBe(404);
  });

  it('has an address with its version, at which its ranges may be cached forever', async () => {
    roads.region = { ...STATE, archive };
    const { map, region } = await settings();
    expect(region).toEqual({ state: 'ready', progress: 1, bounds: BOUNDS, date: archive.date });
    expect(map.streets!.bounds).toEqual(BOUNDS);
    const part = await ask({ url: map.streets!.url, headers: { range: 'bytes=0-6' } });
    expect([part.status, part.text, part.headers['content-range']]).toEqual([206, 'PMTiles', 'bytes 0-6/19']);
    expect(part.headers).toMatchObject({
      etag: `"${archive.etag}"`,
      'cache-control': expect.stringContaining('immutable'),
    });
    expect((await ask({ url: map.streets!.url, headers: { range: 'bytes=-6' } })).text).toBe('region');
    expect((await ask({ url: map.streets!.url, headers: { range: 'bytes=19-' } })).status).toBe(416);
    expect((await ask({ url: map.streets!.url, headers: { 'if-none-match': `"${archive.etag}"` } })).status).toBe(304);
  });

  it('stays while the roads service is down, or builds another one', async () => {
    roads.region = { ...STATE, archive };
    await settings();
    clock.advance(10_000);
    roads.isAway = true;
    expect((await settings()).map.streets?.url).toContain(archive.etag);
    roads.isAway = false;
    clock.advance(10_000);
    roads.region = { state: 'failed', progress: 0, reason: 'It is cut off.', archive };
    const { map, region } = await settings();
    expect(map.streets?.url).toContain(archive.etag);
    expect(region).toMatchObject({ state: 'failed' });
    // The reason may name files of the server.
    expect(JSON.stringify(region)).not.toContain('cut off');
  });
});
