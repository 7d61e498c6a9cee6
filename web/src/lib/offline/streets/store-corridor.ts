import { corridorTiles } from '@switchback/geo/corridor';
import type { LatLng } from '@switchback/geo/location';
import { PMTiles, type RangeResponse, type Source } from 'pmtiles';
import type { ArchiveReader } from './archive-reader.js';
import type { MapStore, OfflineMap } from './map-store.js';
import { planRanges, requestsFor, type ByteRange } from './plan-ranges.js';
import { deleteUnused } from './release-maps.js';

/** Limit of the map along one drive, trip or plan; with the photos of a drive, 30 MB. */
export const MAP_BYTES_MAX = 27_600_000;
const CORRIDOR = { reachMeters: 2_000, maxTiles: 20_000 };
const ZOOMS = { min: 8, max: 14 };
const REQUESTS_AT_ONCE = 3;
/** Tiles of one stretch lie close together in an archive: bytes between them cost less than a request. */
const JOINED = { maxGap: 16_384, maxLength: 1_000_000 };

export interface Corridor extends Pick<OfflineMap, 'userId' | 'id' | 'title' | 'line' | 'reason' | 'usedAt'> {
  lines: readonly (readonly LatLng[])[];
}

interface Ports {
  store: MapStore;
  reader: ArchiveReader;
  signal: AbortSignal;
  maxBytes?: number;
  onProgress?: (map: OfflineMap) => void;
}

/**
 * Stores the street tiles along the lines on the device. Continues an earlier run that was interrupted, and replaces
 * the tiles of an earlier archive once it is done.
 * @returns null if the archive has no tiles there.
 */
export async function storeCorridor({ lines, ...corridor }: Corridor, ports: Ports): Promise<OfflineMap | null> {
  const { store, reader, signal, maxBytes = MAP_BYTES_MAX, onProgress = () => undefined } = ports;
  const source = new StoringSource(reader, store, signal);
  const archive = new PMTiles(source);
  const { minZoom, maxZoom } = await archive.getHeader();
  const zooms = { minZoom: Math.max(ZOOMS.min, minZoom), maxZoom: Math.min(ZOOMS.max, maxZoom) };
  const fits = (bytes: number) => bytes + source.bytes <= maxBytes;
  const plan = await planRanges(archive, corridorTiles(lines, { ...CORRIDOR, ...zooms }), fits, signal);
  if (plan === null) return null;
  const map: OfflineMap = {
    ...corridor,
    archive: reader.address,
    maxZoom: plan.maxZoom,
    archiveZoom: zooms.maxZoom,
    state: 'partial',
    bytes: plan.bytes + source.bytes,
    offsets: [...source.offsets, ...plan.tiles.map(({ offset }) => offset)],
  };
  // First, so that no other run takes the ranges for unused ones.
  await store.putMap(map);
  onProgress(map);
  await storeRanges(plan.tiles, ports);
  const whole = { ...map, state: 'whole' as const };
  await store.putMap(whole);
  await deleteOlder(store, whole);
  onProgress(whole);
  return whole;
}

async function storeRanges(ranges: readonly ByteRange[], { store, reader, signal }: Ports): Promise<void> {
  const stored = new Set(
    (await store.rangeKeys()).flatMap(([archive, offset]) => (archive === reader.address ? [offset] : [])),
  );
  const requests = requestsFor(
    ranges.filter(({ offset }) => !stored.has(offset)),
    JOINED,
  );
  const work = async () => {
    for (let request = requests.shift(); request !== undefined; request = requests.shift()) {
      const [start, last] = [request[0]!.offset, request.at(-1)!];
      const bytes = await reader.read(start, last.offset + last.length - start, signal);
      if (bytes.byteLength < last.offset + last.length - start) throw new Error('The street tiles ended early.');
      await store.addRanges(
        request.map(({ offset, length }) => ({
          archive: reader.address,
          offset,
          bytes: bytes.slice(offset - start, offset - start + length),
        })),
      );
    }
  };
  await Promise.all(Array.from({ length: REQUESTS_AT_ONCE }, work));
}

/** Deletes the maps of the same line in other archives, and what only they used. */
async function deleteOlder(store: MapStore, { userId, id, archive }: OfflineMap): Promise<void> {
  for (const map of await store.maps())
    if (map.userId === userId && map.id === id && map.archive !== archive) await store.deleteMap(map);
  await deleteUnused(store);
}

/** Header and directories of an archive; stores all that it reads. */
class StoringSource implements Source {
  readonly offsets = new Set<number>();
  bytes = 0;
  readonly #reader: ArchiveReader;
  readonly #store: MapStore;
  readonly #signal: AbortSignal;

  constructor(reader: ArchiveReader, store: MapStore, signal: AbortSignal) {
    this.#reader = reader;
    this.#store = store;
    this.#signal = signal;
  }

  getKey(): string {
    return this.#reader.address;
  }

  async getBytes(offset: number, length: number): Promise<RangeResponse> {
    const archive = this.#reader.address;
    let bytes = await this.#store.range(archive, offset);
    if (bytes === undefined) {
      bytes = await this.#reader.read(offset, length, this.#signal);
      await this.#store.addRanges([{ archive, offset, bytes }]);
    }
    if (!this.offsets.has(offset)) this.bytes += bytes.byteLength;
    this.offsets.add(offset);
    return { data: bytes.slice(0, length) };
  }
}
