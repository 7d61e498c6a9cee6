import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { openPromise } from 'yauzl';

const TILE = /\.hgt$/i;
const ENTRIES_MAX = 20;

/**
 * Reads a packed tile: a gzip, or the first tile in a ZIP archive.
 * @throws Error if it is damaged, has no tile, or that has more than so many bytes.
 */
export async function unpackTile(path: string, bytesMax: number): Promise<Buffer> {
  if (/\.gz$/i.test(path)) {
    const packed = createReadStream(path);
    const unpacked = createGunzip();
    packed.once('error', (error) => unpacked.destroy(error));
    return collect(packed.pipe(unpacked), bytesMax).finally(() => packed.destroy());
  }
  const archive = await openPromise(path);
  try {
    let entries = 0;
    for await (const entry of archive.eachEntry()) {
      if (TILE.test(entry.fileName)) return await collect(await archive.openReadStreamPromise(entry), bytesMax);
      entries += 1;
      if (entries === ENTRIES_MAX) break;
    }
  } finally {
    archive.close();
  }
  throw new Error('There is no tile in this archive.');
}

async function collect(bytes: Readable, bytesMax: number): Promise<Buffer> {
  const whole = Buffer.allocUnsafeSlow(bytesMax);
  let length = 0;
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    if (length + chunk.length > bytesMax) throw new Error('It has more samples than a tile.');
    length += chunk.copy(whole, length);
  }
  // A copy of a smaller tile does not hold on to the memory of a larger one.
  return length < bytesMax ? Buffer.from(whole.subarray(0, length)) : whole;
}
