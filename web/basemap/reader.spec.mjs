// Aim: the page reads back exactly what the build packs: each tile whole, each file requested once.
import { Blob } from 'node:buffer';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { BaseMapTiles } from '../src/map/maplibre/base-map-tiles.ts';
import { openSea, packBundle } from './tiles.mjs';

const TILE = Uint8Array.of(7, 8, 9);
const INDEX = {
  version: 'v1',
  maxZoom: 7,
  worldZoom: 3,
  bundleZoom: 4,
  bundles: ['4-4-6', 'world'],
  sea: openSea().toString('base64'),
};
const FILES = {
  'index.json': JSON.stringify(INDEX),
  'world.tiles': gzipSync(packBundle(new Map([['2/1/1', TILE]]))),
  // As received from a server with a gzip encoding, after decompression.
  '4-4-6.tiles': packBundle(new Map([['7/34/50', TILE]])),
};

afterEach(() => vi.unstubAllGlobals());

/** Serves those files; the first `failures` requests fail. */
function serve({ failures = 0 } = {}) {
  const asked = [];
  // jsdom's own cannot be streamed.
  vi.stubGlobal('Blob', Blob);
  vi.stubGlobal('fetch', (address) => {
    asked.push(String(address).split('/').at(-1));
    const file = FILES[new URL(address).pathname.split('/').at(-1)];
    return Promise.resolve(asked.length <= failures ? new Response('', { status: 503 }) : new Response(file));
  });
  return { asked, tiles: new BaseMapTiles(new URL('http://localhost/basemap/')) };
}

describe('BaseMapTiles', () => {
  it('reads tiles of packed and of unpacked bundles', async () => {
    const { tiles } = serve();
    expect(new Uint8Array(await tiles.tile(2, 1, 1))).toEqual(TILE);
    expect(new Uint8Array(await tiles.tile(7, 34, 50))).toEqual(TILE);
  });

  // A view requests a dozen tiles at once: one index and one bundle serve them all.
  it('requests each file once, by the version of the map', async () => {
    const { tiles, asked } = serve();
    await Promise.all([tiles.tile(2, 1, 1), tiles.tile(2, 1, 1), tiles.tile(1, 0, 0)]);
    expect(asked).toEqual(['index.json', 'world.tiles?v=v1']);
  });

  it('knows the open sea without a request', async () => {
    const { tiles, asked } = serve();
    expect(Buffer.from(await tiles.tile(7, 0, 0))).toEqual(openSea());
    expect(asked).toEqual(['index.json']);
  });

  // A phone that was in a tunnel draws the map once it is online again.
  it('retries after a failure', async () => {
    const { tiles } = serve({ failures: 1 });
    await expect(tiles.tile(2, 1, 1)).rejects.toThrow('503');
    expect((await tiles.tile(2, 1, 1)).byteLength).toBe(TILE.length);
  });
});
