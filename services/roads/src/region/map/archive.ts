import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { Compression, TileType, zxyToTileId } from 'pmtiles';
import { PbfWriter } from 'pbf';
import type { Bounds } from '@switchback/geo/location';
import type { Tile } from './cut-tiles.js';

/** Format: https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md */
const HEADER_BYTES = 127;
/** The header and the root directory must lie within this many bytes. */
const ROOT_BYTES_MAX = 16_384 - HEADER_BYTES;
const LEAF_ENTRIES = 4_096;
const COPY_BYTES = 1 << 20;

interface Entry {
  tileId: number;
  offset: number;
  length: number;
}

export interface ArchiveFacts {
  bounds: Bounds;
  zooms: { min: number; max: number };
  metadata: object;
}

/**
 * Writes tiles to a PMTiles archive. Tiles of the same content, such as those within a lake, are stored once.
 * @param path of the archive; `{path}.tiles` holds the tiles meanwhile.
 */
export function writeArchive(path: string, tiles: Iterable<Tile>, facts: ArchiveFacts): void {
  const entries: Entry[] = [];
  const tilesPath = `${path}.tiles`;
  const file = openSync(tilesPath, 'w+');
  try {
    const contents = writeTiles(file, tiles, entries);
    entries.sort((a, b) => a.tileId - b.tileId);
    const { root, leaves } = directoriesOf(entries);
    const metadata = gzipSync(JSON.stringify(facts.metadata));
    const sizes = { root: root.length, metadata: metadata.length, leaves: leaves.length, tiles: contents.bytes };
    const header = headerOf(sizes, { addressed: entries.length, contents: contents.count }, facts);
    const archive = openSync(path, 'w');
    try {
      for (const part of [header, root, metadata, leaves]) writeSync(archive, part);
      copy(file, archive, contents.bytes);
    } finally {
      closeSync(archive);
    }
  } finally {
    closeSync(file);
    rmSync(tilesPath, { force: true });
  }
}

function writeTiles(file: number, tiles: Iterable<Tile>, entries: Entry[]): { bytes: number; count: number } {
  const stored = new Map<string, { offset: number; length: number }>();
  let bytes = 0;
  for (const { z, x, y, data } of tiles) {
    const digest = createHash('sha256').update(data).digest('base64');
    let content = stored.get(digest);
    if (!content) {
      const packed = gzipSync(data);
      content = { offset: bytes, length: packed.length };
      stored.set(digest, content);
      writeSync(file, packed);
      bytes += packed.length;
    }
    entries.push({ tileId: zxyToTileId(z, x, y), ...content });
  }
  return { bytes, count: stored.size };
}

function copy(from: number, to: number, bytes: number): void {
  const buffer = Buffer.allocUnsafe(COPY_BYTES);
  for (let at = 0; at < bytes;) {
    const count = readSync(from, buffer, 0, Math.min(COPY_BYTES, bytes - at), at);
    writeSync(to, buffer, 0, count);
    at += count;
  }
}

/** Puts all entries in the root directory if it is small enough, else in leaves that the root names. */
function directoriesOf(entries: readonly Entry[]): { root: Buffer; leaves: Buffer } {
  const root = directory(entries, { isRoot: false });
  if (root.length <= ROOT_BYTES_MAX) return { root, leaves: Buffer.alloc(0) };
  for (let leafEntries = LEAF_ENTRIES; ; leafEntries *= 2) {
    const leaves: Buffer[] = [];
    const named: Entry[] = [];
    let offset = 0;
    for (let at = 0; at < entries.length; at += leafEntries) {
      const part = entries.slice(at, at + leafEntries);
      const leaf = directory(part, { isRoot: false });
      leaves.push(leaf);
      named.push({ tileId: part[0]!.tileId, offset, length: leaf.length });
      offset += leaf.length;
    }
    const naming = directory(named, { isRoot: true });
    if (naming.length <= ROOT_BYTES_MAX) return { root: naming, leaves: Buffer.concat(leaves) };
  }
}

/** Encodes entries; an entry of leaves has the run length 0. */
function directory(entries: readonly Entry[], { isRoot }: { isRoot: boolean }): Buffer {
  const writer = new PbfWriter();
  writer.writeVarint(entries.length);
  entries.forEach(({ tileId }, index) => writer.writeVarint(tileId - (entries[index - 1]?.tileId ?? 0)));
  for (let index = 0; index < entries.length; index += 1) writer.writeVarint(isRoot ? 0 : 1);
  for (const { length } of entries) writer.writeVarint(length);
  entries.forEach(({ offset }, index) => {
    const before = entries[index - 1];
    writer.writeVarint(before && before.offset + before.length === offset ? 0 : offset + 1);
  });
  return gzipSync(writer.finish());
}

function headerOf(
  sizes: Record<'root' | 'metadata' | 'leaves' | 'tiles', number>,
  counts: { addressed: number; contents: number },
  { bounds, zooms }: ArchiveFacts,
): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('PMTiles', 'latin1');
  header[7] = 3;
  let at = 8;
  let offset = HEADER_BYTES;
  for (const name of ['root', 'metadata', 'leaves', 'tiles'] as const) {
    header.writeBigUInt64LE(BigInt(offset), at);
    header.writeBigUInt64LE(BigInt(sizes[name]), at + 8);
    offset += sizes[name];
    at += 16;
  }
  for (const count of [counts.addressed, counts.addressed, counts.contents]) {
    header.writeBigUInt64LE(BigInt(count), at);
    at += 8;
  }
  // The tiles are not in the order of their ids.
  header[96] = 0;
  header[97] = Compression.Gzip;
  header[98] = Compression.Gzip;
  header[99] = TileType.Mvt;
  header[100] = zooms.min;
  header[101] = zooms.max;
  const { west, south, east, north } = bounds;
  [west, south, east, north].forEach((degrees, index) =>
    header.writeInt32LE(Math.round(degrees * 1e7), 102 + 4 * index),
  );
  header[118] = zooms.min;
  header.writeInt32LE(Math.round(((west + east) / 2) * 1e7), 119);
  header.writeInt32LE(Math.round(((south + north) / 2) * 1e7), 123);
  return header;
}
