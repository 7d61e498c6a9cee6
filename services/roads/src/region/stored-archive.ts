import { buffer } from 'node:stream/consumers';
import type { Bounds } from '@switchback/geo/location';
import { isStorageError, type Storage } from '@switchback/platform/storage/storage';
import { PMTiles, type RangeResponse, type Source } from 'pmtiles';
import { DATE, SOURCE } from './build-region.js';
import { ROADS_FILE } from './roads/roads-file.js';
import { STOPS_FILE } from './stops/stops-file.js';

/** Key of the archive in the storage, which a new one replaces at once. */
export const ARCHIVE_KEY = 'region/streets.pmtiles';

export interface StoredArchive {
  etag: string;
  /** The extract and the code that it was built from; empty if it does not say it. */
  source: string;
  bounds: Bounds;
  /** ISO 8601; null if unknown. */
  date: string | null;
}

/** Reads the stored archive's facts; null if there is none, or none that can be read. */
export async function readStoredArchive(storage: Pick<Storage, 'get' | 'head'>): Promise<StoredArchive | null> {
  const facts = await storage.head(ARCHIVE_KEY);
  if (!facts) return null;
  const archive = new PMTiles(new StorageSource(storage));
  try {
    const { minLat, minLon, maxLat, maxLon } = await archive.getHeader();
    const { [SOURCE]: source, [DATE]: date } = (await archive.getMetadata()) as Record<string, unknown>;
    return {
      etag: facts.etag,
      source: typeof source === 'string' ? source : '',
      bounds: { north: maxLat, east: maxLon, south: minLat, west: minLon },
      date: typeof date === 'string' ? date : null,
    };
  } catch (error) {
    if (isStorageError(error, 'away')) throw error;
    return null;
  }
}

/** Removes the region from the storage. No-op if there is none. */
export async function removeStoredRegion(storage: Pick<Storage, 'delete' | 'list'>): Promise<void> {
  await storage.delete(ARCHIVE_KEY);
  await ROADS_FILE.removeExcept(null, storage);
  await STOPS_FILE.removeExcept(null, storage);
}

class StorageSource implements Source {
  constructor(private readonly storage: Pick<Storage, 'get'>) {}

  getKey(): string {
    return ARCHIVE_KEY;
  }

  async getBytes(offset: number, length: number): Promise<RangeResponse> {
    const { body } = await this.storage.get(ARCHIVE_KEY, { start: offset, end: offset + length - 1 });
    const bytes = await buffer(body);
    return { data: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) };
  }
}
