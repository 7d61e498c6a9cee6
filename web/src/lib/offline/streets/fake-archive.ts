import { zxyToTileId } from 'pmtiles';
import type { MapTile } from '@switchback/geo/corridor';

const HEADER_BYTES = 127;
/** Bytes of the root directory, which ends the first read of an archive. */
const FIRST_READ_BYTES = 16_384;

/** Returns an archive (PMTiles, version 3) with these tiles, each filled with `fill` and of `tileBytes` bytes. */
export function archiveOf(tiles: readonly MapTile[], { tileBytes = 400, fill = 7 } = {}): Uint8Array<ArrayBuffer> {
  const ids = tiles.map(({ z, x, y }) => zxyToTileId(z, x, y)).sort((a, b) => a - b);
  const zooms = tiles.map(({ z }) => z);
  const directory = [
    ...varint(ids.length),
    ...ids.flatMap((id, index) => varint(id - (ids[index - 1] ?? 0))),
    ...ids.flatMap(() => varint(1)),
    ...ids.flatMap(() => varint(tileBytes)),
    // The offset of the first tile, plus one; each of the rest follows the one before.
    ...ids.flatMap((_, index) => varint(index === 0 ? 1 : 0)),
  ];
  const dataOffset = Math.max(FIRST_READ_BYTES, HEADER_BYTES + directory.length);
  const bytes = new Uint8Array(dataOffset + ids.length * tileBytes);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode('PMTiles'));
  bytes[7] = 3;
  const sections = [HEADER_BYTES, directory.length, dataOffset, 0, dataOffset, 0, dataOffset, ids.length * tileBytes];
  sections.forEach((value, index) => view.setBigUint64(8 + index * 8, BigInt(value), true));
  // Clustered, nothing compressed, vector tiles.
  bytes.set([1, 1, 1, 1, Math.min(...zooms), Math.max(...zooms)], 96);
  [9, 47, 10, 48].forEach((degrees, index) => view.setInt32(102 + index * 4, degrees * 1e7, true));
  bytes.set(directory, HEADER_BYTES);
  bytes.fill(fill, dataOffset);
  return bytes;
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) | 128, ...varint(Math.floor(value / 128))];
}
