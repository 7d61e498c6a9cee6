// Aim: without a network, street tiles come from the device: those of the installation's archive, else of an earlier one.
import { corridorTiles, type MapTile } from '@switchback/geo/corridor';
import { FetchSource } from 'pmtiles';
import { beforeEach, expect, it, vi } from 'vitest';
import { archiveOf } from '../../lib/offline/streets/fake-archive.js';
import { FakeMapStore } from '../../lib/offline/streets/fake-map-store.js';
import { storeCorridor } from '../../lib/offline/streets/store-corridor.js';
import { StreetTiles } from './streets-tiles.js';

vi.mock('maplibre-gl', () => ({ addProtocol: () => undefined }));

const LINE = [
  { lat: 47.1, lng: 9.5 },
  { lat: 47.12, lng: 9.52 },
];
const TILES = corridorTiles([LINE], { reachMeters: 2_000, minZoom: 8, maxZoom: 14, maxTiles: 20_000 });
const FIRST = 'https://drives.example/streets.pmtiles?v=one';
const SECOND = 'https://drives.example/streets.pmtiles?v=two';

let store: FakeMapStore;
let online: boolean;
let requests: number;

beforeEach(async () => {
  store = new FakeMapStore();
  online = true;
  requests = 0;
  const archive = archiveOf(TILES, { fill: 1 });
  const reader = { address: FIRST, read: async (offset: number, length: number) => part(archive, offset, length) };
  const corridor = { userId: 'u1', id: 'd1', title: '', line: '', reason: 'saved' as const, usedAt: 1, lines: [LINE] };
  await storeCorridor(corridor, { store, reader, signal: new AbortController().signal });
});

const part = (archive: Uint8Array<ArrayBuffer>, offset: number, length: number) =>
  archive.slice(offset, offset + length).buffer;

/** The tiles of a page whose server has an archive filled with twos. */
function openPage(address: string): StreetTiles {
  const network = () => {
    const source = new FetchSource(address);
    source.getBytes = async (offset, length) => {
      requests += 1;
      if (!online) throw new TypeError('Offline.');
      return { data: part(archiveOf(TILES, { fill: 2 }), offset, length) };
    };
    return source;
  };
  const tiles = new StreetTiles(store, network);
  tiles.add(address);
  return tiles;
}

async function read(tiles: StreetTiles, address: string, { z, x, y }: MapTile): Promise<number | undefined> {
  const request = { url: `pmtiles://${address}/${z}/${x}/${y}`, type: 'arrayBuffer' as const };
  const { data } = await tiles.tile(request, new AbortController());
  return new Uint8Array(data as ArrayBuffer)[0];
}

it('reads stored tiles from the device, with and without a network', async () => {
  const page = openPage(FIRST);
  expect(await read(page, FIRST, TILES.at(-1)!)).toBe(1);
  online = false;
  expect(await read(page, FIRST, TILES[0]!)).toBe(1);
  expect(requests).toBe(0);
});

it('reads an archive that was built again from the server, and the earlier one only without a network', async () => {
  expect(await read(openPage(SECOND), SECOND, TILES.at(-1)!)).toBe(2);
  online = false;
  const page = openPage(SECOND);
  const { data } = await page.tile({ url: `pmtiles://${SECOND}`, type: 'json' }, new AbortController());
  expect(data).toMatchObject({ maxzoom: 14, tiles: [`pmtiles://${SECOND}/{z}/{x}/{y}`] });
  expect(await read(page, SECOND, TILES.at(-1)!)).toBe(1);
  online = true;
  expect(await read(page, SECOND, TILES.at(-1)!)).toBe(2);
});

it('fails for what is nowhere', async () => {
  store.ranges.clear();
  online = false;
  await expect(read(openPage(SECOND), SECOND, TILES.at(-1)!)).rejects.toThrow('Offline.');
});
