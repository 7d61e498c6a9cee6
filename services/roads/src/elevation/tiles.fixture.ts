import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { ZipFile } from 'yazl';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

const VOID = -32_768;
// Resolved once: a tile has millions of samples, and lookups of globals are slow under a test runner.
const { round } = Math;

/** A folder of tiles that a spec writes. */
export interface TileFolder {
  path: string;
  /**
   * Writes a tile with the heights of a function of latitude and longitude, rounded to meters like SRTM's; undefined
   * writes a void.
   * @param name relative path, such as `N47/N47E009.hgt`; `.gz` and `.zip` pack it.
   * @param edge samples along each edge.
   */
  write(name: string, heightAt: (lat: number, lng: number) => number | undefined, edge?: number): Promise<void>;
  remove(): Promise<void>;
}

export async function openTileFolder(): Promise<TileFolder> {
  const path = await mkdtemp(join(tmpdir(), 'tiles-'));
  return {
    path,
    write: async (name, heightAt, edge = 1_201) => {
      await mkdir(dirname(join(path, name)), { recursive: true });
      await writeFile(join(path, name), await pack(name, tileOf(name, heightAt, edge)));
    },
    remove: () => rm(path, { recursive: true }),
  };
}

async function pack(name: string, tile: Buffer): Promise<Buffer> {
  if (name.endsWith('.gz')) return gzipSync(tile, { level: 1 });
  if (!name.endsWith('.zip')) return tile;
  const archive = new ZipFile();
  archive.addBuffer(Buffer.from('About this tile.'), 'readme.txt');
  archive.addBuffer(tile, basename(name, '.zip'));
  archive.end();
  return buffer(archive.outputStream);
}

/** Returns the bytes of a tile. */
export function tileOf(name: string, heightAt: (lat: number, lng: number) => number | undefined, edge: number): Buffer {
  const [, ns, south, ew, west] = /([NS])(\d+)([EW])(\d+)/i.exec(name)!;
  const lat = Number(south) * (ns!.toUpperCase() === 'S' ? -1 : 1);
  const lng = Number(west) * (ew!.toUpperCase() === 'W' ? -1 : 1);
  const samples = new Int16Array(edge * edge);
  for (let row = 0; row < edge; row += 1) {
    for (let column = 0; column < edge; column += 1) {
      const height = heightAt(lat + 1 - row / (edge - 1), lng + column / (edge - 1));
      samples[row * edge + column] = height === undefined ? VOID : round(height);
    }
  }
  return Buffer.from(samples.buffer).swap16();
}
