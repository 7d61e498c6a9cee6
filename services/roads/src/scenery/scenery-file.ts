import { closeSync, openSync, readSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import type { LatLng } from '@switchback/geo/location';

/** The rasters that `web/basemap/prepare/scenery.mjs` writes; `scenery-raster.mjs` there documents their format. */
const FOLDER = fileURLToPath(new URL('../../scenery/', import.meta.url));
const NAMES = ['coast', 'lake', 'river', 'land'];
const HEADER_BYTES = 256;
const OFFSET_BYTES = 4;

export type Theme =
  'coast' | 'lake' | 'river' | 'city' | 'mountain' | 'desert' | 'forest' | 'canyon' | 'swamp' | 'park';

interface Header {
  themes: Theme[];
  tileDegrees: number;
  pixelsPerDegree: number;
}

/** Themes of the map along a line. Close it after use. */
export class Scenery {
  readonly #files = NAMES.map((name) => new SceneryFile(name));
  readonly #themes = this.#files.flatMap(({ themes }) => themes);

  /** Returns the themes that hold at a point, as bits for {@link includes}. */
  at(point: LatLng): number {
    let bits = 0;
    let shift = 0;
    for (const file of this.#files) {
      bits |= file.at(point) << shift;
      shift += file.themes.length;
    }
    return bits;
  }

  includes(bits: number, theme: Theme): boolean {
    return ((bits >> this.#themes.indexOf(theme)) & 1) === 1;
  }

  close(): void {
    for (const file of this.#files) file.close();
  }
}

/**
 * Reads from a raster only the tiles that a line passes through, and holds one at a time: a process that derives
 * nothing needs no memory for it.
 */
class SceneryFile {
  readonly themes: readonly Theme[];
  readonly #file: number;
  readonly #pixelsPerDegree: number;
  readonly #tilePixels: number;
  readonly #tileColumns: number;
  #tile = -1;
  readonly #pixels: Uint8Array;

  constructor(name: string) {
    this.#file = openSync(`${FOLDER}${name}.bin`, 'r');
    const { themes, tileDegrees, pixelsPerDegree } = JSON.parse(this.#read(0, HEADER_BYTES).toString()) as Header;
    this.themes = themes;
    this.#pixelsPerDegree = pixelsPerDegree;
    this.#tilePixels = tileDegrees * pixelsPerDegree;
    this.#tileColumns = 360 / tileDegrees;
    this.#pixels = new Uint8Array(this.#tilePixels ** 2);
  }

  /** Returns the themes that hold at a point: one bit for each of {@link themes}, the first one lowest. */
  at({ lat, lng }: LatLng): number {
    const size = this.#tilePixels;
    const row = Math.min(Math.floor((lat + 90) * this.#pixelsPerDegree), 180 * this.#pixelsPerDegree - 1);
    const column = Math.floor((lng + 180) * this.#pixelsPerDegree) % (size * this.#tileColumns);
    this.#turnTo(Math.floor(row / size) * this.#tileColumns + Math.floor(column / size));
    return this.#pixels[(row % size) * size + (column % size)]!;
  }

  close(): void {
    closeSync(this.#file);
  }

  #turnTo(tile: number): void {
    if (tile === this.#tile) return;
    this.#tile = tile;
    this.#pixels.fill(0);
    const offsets = this.#read(HEADER_BYTES + tile * OFFSET_BYTES, 2 * OFFSET_BYTES);
    const [start, end] = [offsets.readUInt32LE(), offsets.readUInt32LE(OFFSET_BYTES)];
    if (end > start) this.#expand(brotliDecompressSync(this.#read(start, end - start)));
  }

  /** Sets the bits of each theme from the lengths of its runs. */
  #expand(bytes: Buffer): void {
    const pixels = this.#pixels;
    let [at, isSet, run, shift] = [0, false, 0, 0];
    for (const byte of bytes) {
      run |= (byte & 127) << shift;
      shift += 7;
      if (byte > 127) continue;
      // The runs of one theme end where those of the next begin.
      const bit = 1 << Math.floor(at / pixels.length);
      const start = at % pixels.length;
      if (isSet) for (let index = start; index < start + run; index += 1) pixels[index]! |= bit;
      isSet = start + run < pixels.length && !isSet;
      [at, run, shift] = [at + run, 0, 0];
    }
  }

  #read(offset: number, bytes: number): Buffer {
    const buffer = Buffer.alloc(bytes);
    if (readSync(this.#file, buffer, 0, bytes, offset) < bytes) throw new Error('A scenery file is incomplete.');
    return buffer;
  }
}
