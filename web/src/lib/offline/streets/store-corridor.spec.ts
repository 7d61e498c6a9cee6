// Aim: the map along a line is on the device afterwards, within its limit, whatever interrupts it; lines share tiles; a
// later archive replaces an earlier one only once it is whole.
import { corridorTiles, type MapTile } from '@switchback/geo/corridor';
import type { LatLng } from '@switchback/geo/location';
import { PMTiles } from 'pmtiles';
import { beforeEach, expect, it } from 'vitest';
import { ArchiveChanged, archiveReader, type ArchiveReader } from './archive-reader.js';
import { DeviceSource } from './device-source.js';
import { archiveOf } from './fake-archive.js';
import { FakeMapStore } from './fake-map-store.js';
import { deleteUnused, removeMaps } from './release-maps.js';
import { MAP_BYTES_MAX, storeCorridor } from './store-corridor.js';

const LINE = [
  { lat: 47.1, lng: 9.5 },
  { lat: 47.2, lng: 9.55 },
];
const EAST = [LINE[1]!, { lat: 47.2, lng: 9.65 }];
const LIMITS = { reachMeters: 2_000, minZoom: 8, maxZoom: 14, maxTiles: 20_000 };
const TILES = corridorTiles([LINE, EAST], LIMITS);
const FIRST = 'https://drives.example/streets.pmtiles?v=one';
const SECOND = 'https://drives.example/streets.pmtiles?v=two';

let store: FakeMapStore;
let requests: { offset: number; length: number }[];
/** Fails once this number of bytes was read. */
let bytesLeft: number;

beforeEach(() => {
  store = new FakeMapStore();
  requests = [];
  bytesLeft = Infinity;
});

function readerOf(address: string, archive: Uint8Array<ArrayBuffer>): ArchiveReader {
  return {
    address,
    read: async (offset, length) => {
      bytesLeft -= length;
      if (bytesLeft < 0) throw new TypeError('Offline.');
      requests.push({ offset, length });
      return archive.slice(offset, offset + length).buffer;
    },
  };
}

const ONE = readerOf(FIRST, archiveOf(TILES));

interface Over {
  id?: string;
  lines?: LatLng[][];
  reader?: ArchiveReader;
  maxBytes?: number;
  signal?: AbortSignal;
}

function keep({ id = 'd1', lines = [LINE], reader = ONE, signal = new AbortController().signal, ...over }: Over = {}) {
  const corridor = { userId: 'u1', id, title: 'Pass', line: 'l', reason: 'saved' as const, usedAt: 1, lines };
  return storeCorridor(corridor, { store, reader, signal, ...over });
}

/** Names the tiles that the device has without a network. */
async function onDevice(address: string, tiles: readonly MapTile[]): Promise<MapTile[]> {
  const archive = new PMTiles(new DeviceSource(address, { store, network: null }));
  const found = await Promise.all(tiles.map(({ z, x, y }) => archive.getZxy(z, x, y).catch(() => undefined)));
  return tiles.filter((_, index) => found[index] !== undefined);
}

it('stores every tile of the corridor, in few requests', async () => {
  const map = await keep();
  const expected = corridorTiles([LINE], LIMITS);
  expect(new Set(await onDevice(FIRST, TILES))).toEqual(new Set(expected));
  expect(map).toMatchObject({ state: 'whole', maxZoom: 14, archiveZoom: 14 });
  expect(map!.bytes).toBe(16_384 + expected.length * 400);
  expect(requests.length).toBeLessThan(expected.length / 3);
});

it('omits the deepest zooms over the limit, so that the whole line has a map', async () => {
  const huge = readerOf(FIRST, archiveOf(TILES, { tileBytes: 1_000_000 }));
  const map = await keep({ reader: huge });
  expect(map!.bytes).toBeLessThanOrEqual(MAP_BYTES_MAX);
  expect(map!.maxZoom).toBeLessThan(14);
  const remaining = corridorTiles([LINE], { ...LIMITS, maxZoom: map!.maxZoom });
  expect(new Set(await onDevice(FIRST, TILES))).toEqual(new Set(remaining));
  expect(remaining.length).toBeGreaterThan(10);
});

it('continues after an interruption without reading twice', async () => {
  const reader = readerOf(FIRST, archiveOf(TILES, { tileBytes: 100_000 }));
  bytesLeft = 4_000_000;
  await expect(keep({ reader })).rejects.toThrow('Offline.');
  expect(await store.maps()).toMatchObject([{ state: 'partial' }]);
  const before = requests.splice(0);
  expect(before.length).toBeGreaterThan(2);
  bytesLeft = Infinity;
  expect(await keep({ reader })).toMatchObject({ state: 'whole' });
  expect(await onDevice(FIRST, TILES)).toHaveLength(corridorTiles([LINE], LIMITS).length);
  for (const { offset } of requests) expect(before.map((each) => each.offset)).not.toContain(offset);
});

it('stops when it is canceled', async () => {
  const work = new AbortController();
  work.abort(new Error('Canceled.'));
  await expect(keep({ signal: work.signal })).rejects.toThrow('Canceled.');
});

it('shares tiles between lines, and releases those that no line needs', async () => {
  await keep();
  const alone = store.ranges.size;
  await keep({ id: 'd2', lines: [EAST] });
  expect(store.ranges.size).toBe(TILES.length + 1);
  await removeMaps(
    store,
    (await store.maps()).filter(({ id }) => id === 'd2'),
    null,
  );
  expect(store.ranges.size).toBe(alone);
  await removeMaps(store, await store.maps(), 'removed');
  expect(store.ranges.size).toBe(0);
  expect(await store.maps()).toMatchObject([{ id: 'd1', state: 'removed', bytes: 0 }]);
});

it('replaces the tiles of an earlier archive once those of the later are whole', async () => {
  await keep();
  const later = readerOf(SECOND, archiveOf(TILES, { fill: 9 }));
  bytesLeft = 30_000;
  await expect(keep({ reader: later })).rejects.toThrow('Offline.');
  await deleteUnused(store);
  expect(await onDevice(FIRST, TILES)).toHaveLength(corridorTiles([LINE], LIMITS).length);
  bytesLeft = Infinity;
  await keep({ reader: later });
  expect((await store.maps()).map(({ archive }) => archive)).toEqual([SECOND]);
  expect(await onDevice(FIRST, TILES)).toEqual([]);
});

it('stores nothing where the archive has no tiles', async () => {
  expect(await keep({ lines: [[{ lat: 10, lng: 10 }]] })).toBeNull();
  expect(await store.maps()).toEqual([]);
});

const answer = (status: number, headers: Record<string, string> = {}) => new Response('tile', { status, headers });

it('reads no other archive than that of the address', async () => {
  const reader = archiveReader(FIRST, { fetch: async () => answer(206, { etag: '"two"' }) });
  await expect(reader.read(0, 4, new AbortController().signal)).rejects.toThrow(ArchiveChanged);
  const same = archiveReader(FIRST, { fetch: async () => answer(206, { etag: 'W/"one"' }) });
  expect((await same.read(0, 4, new AbortController().signal)).byteLength).toBe(4);
});

it('waits while the server limits its requests, a few times', async () => {
  const waits: number[] = [];
  const wait = async (milliseconds: number) => void waits.push(milliseconds);
  const answers = [answer(429, { 'retry-after': '7' }), answer(206)];
  const patient = archiveReader(FIRST, { fetch: async () => answers.shift()!, wait });
  await patient.read(0, 4, new AbortController().signal);
  expect(waits).toEqual([7_000]);
  const closed = archiveReader(FIRST, { fetch: async () => answer(503), wait });
  await expect(closed.read(0, 4, new AbortController().signal)).rejects.toThrow('503');
  expect(waits).toHaveLength(4);
});
