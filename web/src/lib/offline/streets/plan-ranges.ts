import type { MapTile } from '@switchback/geo/corridor';
import { findTile, type PMTiles, zxyToTileId } from 'pmtiles';

export interface ByteRange {
  offset: number;
  length: number;
}

export interface RangePlan {
  /** Deepest zoom whose tiles all fit. */
  maxZoom: number;
  /** By offset. */
  tiles: readonly ByteRange[];
  bytes: number;
}

const DIRECTORY_DEPTH = 3;

/**
 * Finds the bytes of the tiles, and omits the deepest zooms of all tiles if they exceed the limit.
 * @param tiles the lowest zoom first
 * @param fits whether tiles of these bytes stay within the limit
 * @returns null if the archive has none of them, or those of the lowest zoom exceed the limit.
 */
export async function planRanges(
  archive: PMTiles,
  tiles: readonly MapTile[],
  fits: (bytes: number) => boolean,
  signal: AbortSignal,
): Promise<RangePlan | null> {
  const accepted = new Map<number, ByteRange>();
  let plan: RangePlan | null = null;
  let bytes = 0;
  for (const zoom of new Set(tiles.map(({ z }) => z))) {
    const added = new Map<number, ByteRange>();
    for (const tile of tiles) {
      if (tile.z !== zoom) continue;
      signal.throwIfAborted();
      const range = await locate(archive, tile, signal);
      if (range === null || accepted.has(range.offset) || added.has(range.offset)) continue;
      added.set(range.offset, range);
      bytes += range.length;
      if (!fits(bytes)) return plan;
    }
    for (const [offset, range] of added) accepted.set(offset, range);
    if (accepted.size > 0)
      plan = { maxZoom: zoom, tiles: [...accepted.values()].sort((a, b) => a.offset - b.offset), bytes };
  }
  return plan;
}

/** Returns the bytes of a tile; null if the archive has no such tile. Reads directories only. */
async function locate(
  { cache, source }: PMTiles,
  { z, x, y }: MapTile,
  signal: AbortSignal,
): Promise<ByteRange | null> {
  const header = await cache.getHeader(source);
  const id = zxyToTileId(z, x, y);
  let [offset, length] = [header.rootDirectoryOffset, header.rootDirectoryLength];
  for (let depth = 0; depth <= DIRECTORY_DEPTH; depth += 1) {
    const entry = findTile(await cache.getDirectory(source, offset, length, header, signal), id);
    if (entry === null) return null;
    if (entry.runLength > 0) return { offset: header.tileDataOffset + entry.offset, length: entry.length };
    [offset, length] = [header.leafDirectoryOffset + entry.offset, entry.length];
  }
  throw new Error('The directories of the archive are too deep.');
}

/** Joins ranges that lie close together, so that they take one request. */
export function requestsFor(
  ranges: readonly ByteRange[],
  { maxGap, maxLength }: { maxGap: number; maxLength: number },
): ByteRange[][] {
  const requests: ByteRange[][] = [];
  for (const range of ranges) {
    const current = requests.at(-1);
    const [first, last] = [current?.[0], current?.at(-1)];
    const isNear =
      first !== undefined &&
      last !== undefined &&
      range.offset - last.offset - last.length <= maxGap &&
      range.offset + range.length - first.offset <= maxLength;
    if (isNear) current!.push(range);
    else requests.push([range]);
  }
  return requests;
}
