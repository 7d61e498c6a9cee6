import { type FileHandle, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { isElevation } from '@switchback/geo/elevation';
import { type Bounds, type LatLng, wrapLongitude } from '@switchback/geo/location';
import { Slots } from '@switchback/platform/slots';
import { unpackTile } from './unpack-tile.js';

/** Samples along each edge of a tile, by its size in bytes: 3 and 1 arc seconds apart. */
const EDGES: ReadonlyMap<number, number> = new Map([1_201, 3_601].map((edge) => [2 * edge * edge, edge]));
/** Range of a read; even, so that no sample is split. */
const CHUNK_BYTES = 16_384;
/** Limit of the cache: 4 MB. */
const CHUNKS_MAX = 256;
/** Points that are read at a time, which bounds turns of the event loop, open files and chunks in use. */
const SLICE_POINTS = 500;
const SLICES_AT_ONCE = 2;
const READS_AT_ONCE = 8;
/** Unpacked tiles that are kept: 52 MB at most. */
const UNPACKED_MAX = 2;
const TILE_BYTES_MAX = Math.max(...EDGES.keys());
/** With the name of a product, such as SRTMGL1, and packed or not. */
const TILE_NAME = /^([NS]\d{2}[EW]\d{3})(?:\.\w{1,20})?\.hgt(\.zip|\.gz)?$/i;
const FOLDER_NAME = /^[NS]\d{2}$/i;

/** Reports a fault in words, with the error that caused it. */
export type Warn = (message: string, error?: unknown) => void;

/** A place in a tile: the sample to the northwest, and the shares of the way to the next row and column. */
interface Cell {
  row: number;
  column: number;
  south: number;
  east: number;
}

/** A tile that is open for one slice: its file or, if that is packed, its bytes. */
interface OpenTile {
  path: string;
  content: FileHandle | Buffer;
  edge: number;
}

/**
 * Heights from a folder of SRTM tiles: big-endian 16-bit samples in rows from north to south, named after their
 * southwest corner (`N47E009.hgt`, `N47E009.SRTMGL1.hgt.zip`), in the folder itself or in one per latitude (`N47`).
 * Reads ranges of a few kilobytes of a plain tile; unpacks a packed one, two at a time. Lists the folder once.
 */
export class SrtmTiles {
  private listed: Promise<ReadonlyMap<string, string>> | undefined;
  private readonly warned = new Set<string>();
  /** The least recently used first. */
  private readonly chunks = new Map<string, Buffer>();
  /** By path, the least recently used first. */
  private readonly unpacked = new Map<string, Promise<Buffer>>();
  private readonly slices = new Slots(SLICES_AT_ONCE);
  private readonly reads = new Slots(READS_AT_ONCE);

  /** @param warn called once per file that cannot be read. */
  constructor(
    readonly folder: string,
    private readonly warn: Warn,
  ) {}

  /**
   * Returns the height of each point in meters above sea level, interpolated between the four samples around it like
   * GDAL's bilinear resampling; undefined where a sample is void, or the tile is missing or cannot be read.
   */
  async heightsAt(points: readonly LatLng[]): Promise<(number | undefined)[]> {
    const heights: (number | undefined)[] = [];
    for (let index = 0; index < points.length; index += SLICE_POINTS) {
      const slice = points.slice(index, index + SLICE_POINTS);
      heights.push(...(await this.slices.run(() => this.heightsOfSlice(slice))));
      await setImmediate();
    }
    return heights;
  }

  /** Returns whether there is a tile for each point, whatever is in it. */
  async haveAll(points: readonly LatLng[]): Promise<boolean> {
    const tiles = await this.list();
    return points.every((point) => tiles.has(tileOf(point)));
  }

  /** Returns the names of the tiles that overlap bounds, in order. */
  async within({ north, east, south, west }: Bounds): Promise<string[]> {
    const names: string[] = [];
    const tiles = await this.list();
    const degreesEast = east < west ? east + 360 - west : east - west;
    const columns = Math.min(360, Math.floor(west + degreesEast) - Math.floor(west) + 1);
    for (let lat = southOf(south); lat <= southOf(north); lat += 1) {
      for (let column = 0; column < columns; column += 1) {
        const name = tileOf({ lat, lng: wrapLongitude(Math.floor(west) + column) });
        if (tiles.has(name)) names.push(name);
      }
    }
    return names;
  }

  private async heightsOfSlice(points: readonly LatLng[]): Promise<(number | undefined)[]> {
    const heights = new Array<number | undefined>(points.length).fill(undefined);
    const byTile = Map.groupBy(points.keys(), (index) => tileOf(points[index]!));
    for (const [name, indexes] of byTile) {
      const tile = await this.openTile(name);
      if (!tile) continue;
      try {
        const found = await this.readTile(
          tile,
          indexes.map((index) => points[index]!),
        );
        indexes.forEach((index, at) => (heights[index] = found[at]));
      } catch (error) {
        this.warnOnce(tile.path, 'cannot be read', error);
      } finally {
        if (!Buffer.isBuffer(tile.content)) await tile.content.close();
      }
    }
    return heights;
  }

  private async openTile(name: string): Promise<OpenTile | null> {
    const path = (await this.list()).get(name);
    if (path === undefined) return null;
    let file: FileHandle | undefined;
    try {
      const content = isPacked(path) ? await this.unpack(path) : (file = await open(path, 'r'));
      const edge = EDGES.get(Buffer.isBuffer(content) ? content.length : (await content.stat()).size);
      if (edge !== undefined) return { path, content, edge };
      this.warnOnce(path, 'has neither 1201 nor 3601 samples along each edge');
    } catch (error) {
      this.warnOnce(path, 'cannot be read', error);
    }
    await file?.close();
    return null;
  }

  /** Keeps the result, a damaged one too, so that many points unpack a tile once. */
  private unpack(path: string): Promise<Buffer> {
    const kept = this.unpacked.get(path);
    this.unpacked.delete(path);
    if (!kept && this.unpacked.size >= UNPACKED_MAX) this.unpacked.delete(this.unpacked.keys().next().value!);
    const unpacked = kept ?? unpackTile(path, TILE_BYTES_MAX);
    this.unpacked.set(path, unpacked);
    return unpacked;
  }

  private async readTile(tile: OpenTile, points: readonly LatLng[]): Promise<(number | undefined)[]> {
    const cells = points.map((point) => cellOf(point, tile.edge));
    const needed = new Set(
      cells.flatMap(({ row, column }) => {
        const offset = 2 * (row * tile.edge + column);
        return [offset, offset + 2, offset + 2 * tile.edge, offset + 2 * tile.edge + 2].map(chunkOf);
      }),
    );
    const chunks = new Map<number, Buffer>();
    const read = async (chunk: number) => chunks.set(chunk, await this.reads.run(() => this.chunkAt(tile, chunk)));
    await Promise.all(Array.from(needed, read));
    const sampleAt = (row: number, column: number): number => {
      const offset = 2 * (row * tile.edge + column);
      return chunks.get(chunkOf(offset))!.readInt16BE(offset % CHUNK_BYTES);
    };
    return cells.map((cell) => interpolate(cell, sampleAt));
  }

  private async chunkAt({ path, content, edge }: OpenTile, chunk: number): Promise<Buffer> {
    const key = `${path}#${chunk}`;
    const position = chunk * CHUNK_BYTES;
    const bytes = Math.min(CHUNK_BYTES, 2 * edge * edge - position);
    if (Buffer.isBuffer(content)) return content.subarray(position, position + bytes);
    const kept = this.chunks.get(key);
    const buffer = kept ?? Buffer.allocUnsafeSlow(bytes);
    if (!kept && (await content.read(buffer, 0, bytes, position)).bytesRead < bytes) throw new Error('It is cut off.');
    this.chunks.delete(key);
    this.chunks.set(key, buffer);
    if (this.chunks.size > CHUNKS_MAX) this.chunks.delete(this.chunks.keys().next().value!);
    return buffer;
  }

  private list(): Promise<ReadonlyMap<string, string>> {
    return (this.listed ??= listTiles(this.folder).catch((error: unknown) => {
      this.listed = undefined;
      this.warnOnce(this.folder, 'cannot be read', error);
      return new Map<string, string>();
    }));
  }

  /** Logs once per path. */
  private warnOnce(path: string, fault: string, error?: unknown): void {
    if (this.warned.has(path)) return;
    this.warned.add(path);
    this.warn(`Heights are missing: ${path} ${fault}.`, error);
  }
}

/** Returns the paths of all tiles by name, in upper case. */
export async function listTiles(folder: string): Promise<Map<string, string>> {
  const paths = new Map<string, string>();
  const add = (path: string, name: string) => {
    const tile = TILE_NAME.exec(name)?.[1]?.toUpperCase();
    // A plain tile takes less memory and time than a packed one of the same place.
    if (tile !== undefined && !(paths.has(tile) && isPacked(path))) paths.set(tile, path);
  };
  for (const name of await readdir(folder)) {
    add(join(folder, name), name);
    if (!FOLDER_NAME.test(name)) continue;
    for (const inner of await readdir(join(folder, name))) add(join(folder, name, inner), inner);
  }
  return paths;
}

function isPacked(path: string): boolean {
  return /\.(zip|gz)$/i.test(path);
}

function tileOf({ lat, lng }: LatLng): string {
  const [south, west] = [southOf(lat), westOf(lng)];
  const pad = (degrees: number, digits: number) => String(Math.abs(degrees)).padStart(digits, '0');
  return `${south < 0 ? 'S' : 'N'}${pad(south, 2)}${west < 0 ? 'W' : 'E'}${pad(west, 3)}`;
}

/** Returns the southern edge of the tile; the north pole is on the northern edge of the last ones. */
function southOf(lat: number): number {
  return Math.min(Math.floor(lat), 89);
}

/** Returns the western edge of the tile; 180° is on the eastern edge of the last ones. */
function westOf(lng: number): number {
  return Math.min(Math.floor(lng), 179);
}

function cellOf({ lat, lng }: LatLng, edge: number): Cell {
  const y = (southOf(lat) + 1 - lat) * (edge - 1);
  const x = (lng - westOf(lng)) * (edge - 1);
  const [row, column] = [y, x].map((at) => Math.min(Math.floor(at), edge - 2)) as [number, number];
  return { row, column, south: y - row, east: x - column };
}

function chunkOf(offset: number): number {
  return Math.floor(offset / CHUNK_BYTES);
}

/** @returns undefined if a sample that counts is void. */
function interpolate(
  { row, column, south, east }: Cell,
  sampleAt: (row: number, column: number) => number,
): number | undefined {
  let height = 0;
  for (const [down, right] of CORNERS) {
    const weight = (down === 1 ? south : 1 - south) * (right === 1 ? east : 1 - east);
    if (weight === 0) continue;
    const sample = sampleAt(row + down, column + right);
    if (!isElevation(sample)) return undefined;
    height += weight * sample;
  }
  return height;
}

const CORNERS = [
  [0, 0],
  [0, 1],
  [1, 0],
  [1, 1],
] as const;
