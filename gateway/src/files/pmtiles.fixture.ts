/** Writes PMTiles archives (version 3) of one zoom level, for specs. */
import { gzipSync } from 'node:zlib';

const HEADER_BYTES = 127;

/** A base map of Protomaps with a single tile, 0/0/0, whose bytes are `tile`. */
export function pmtiles(tile: Buffer, layers: readonly string[] = ['earth', 'roads', 'water']): Buffer {
  const metadata = gzipSync(JSON.stringify({ vector_layers: layers.map((id) => ({ id, fields: {} })) }));
  // One entry: tile 0, run of 1, its length, at offset 0 (stored plus one).
  const root = gzipSync(Buffer.from([1, 0, 1, ...varint(tile.length), 1]));
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('PMTiles', 'latin1');
  header[7] = 3;
  const parts = [root, metadata, Buffer.alloc(0), tile];
  let offset = HEADER_BYTES;
  for (const [index, part] of parts.entries()) {
    header.writeBigUInt64LE(BigInt(offset), 8 + index * 16);
    header.writeBigUInt64LE(BigInt(part.length), 16 + index * 16);
    offset += part.length;
  }
  for (const at of [72, 80, 88]) header.writeBigUInt64LE(1n, at);
  // Clustered; directories in gzip, tiles as they are; vector tiles.
  header.set([1, 2, 1, 1, 0, 0], 96);
  for (const [index, degrees] of [-109, 37, -102, 41].entries()) header.writeInt32LE(degrees * 1e7, 102 + index * 4);
  return Buffer.concat([header, ...parts]);
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...varint(value >> 7)];
}
