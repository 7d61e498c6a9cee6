import { closeSync, createReadStream, openSync, readSync, type Stats, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { Inject, Injectable } from '@nestjs/common';
import type { Bounds } from '@switchback/geo/location';
import { ConfigError, type Settings } from '@switchback/platform/config/settings';
import { ProductError } from '@switchback/platform/errors';
import { SETTINGS } from '@switchback/platform/nest/tokens';
import { STREETS_PATH } from '../http/streets-path.js';
import type { TileArchive } from './send-archive.js';

const METADATA_BYTES_MAX = 1_000_000;
/** Layers of the schema that `@protomaps/basemaps` styles. */
const LAYERS = ['earth', 'roads', 'water'];

/** The header of a PMTiles archive: https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md */
const HEADER = { bytes: 127, version: 3, vectorTiles: 1, compressions: { none: 1, gzip: 2 } };

/** The archive of street tiles that `BASEMAP_FILE` names; checked at startup, so that faults surface there. */
@Injectable()
export class StreetsFile {
  readonly #path: string | undefined;
  /** Address and area of the archive; null if there is none. */
  readonly settings: { url: string; bounds: Bounds } | null;

  /** @throws ConfigError if the file is not a PMTiles archive of Protomaps' base map. */
  constructor(@Inject(SETTINGS) { BASEMAP_FILE }: Settings) {
    this.#path = BASEMAP_FILE;
    this.settings = BASEMAP_FILE === undefined ? null : readSettings(BASEMAP_FILE);
  }

  /** @throws ProductError `unknownRoute` if there is no such file, or no longer. */
  async open(): Promise<TileArchive> {
    const path = this.#path ?? '';
    const facts = await stat(path).catch((cause: unknown) => {
      throw new ProductError('unknownRoute', { cause });
    });
    const read = ({ start, end }: { start: number; end: number }) => createReadStream(path, { start, end });
    return { size: facts.size, etag: tagOf(facts), read };
  }
}

function tagOf({ size, mtimeMs }: Stats): string {
  return `${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}`;
}

function readSettings(path: string): { url: string; bounds: Bounds } {
  const [facts, header] = [statOf(path), readPart(path, 0, HEADER.bytes)];
  if (header.toString('latin1', 0, 7) !== 'PMTiles' || header.length < HEADER.bytes)
    throw fault(`must be a PMTiles archive; "${path}" is not`);
  const number = (at: number) => Number(header.readBigUInt64LE(at));
  const degrees = (at: number) => header.readInt32LE(at) / 1e7;
  if (header[7] !== HEADER.version) throw fault(`must be of version ${HEADER.version} of PMTiles, not ${header[7]}`);
  if (header[99] !== HEADER.vectorTiles) throw fault('must contain vector tiles (MVT)');
  const layers = layersOf(readPart(path, number(24), Math.min(number(32), METADATA_BYTES_MAX)), header[97]);
  const missing = LAYERS.filter((layer) => !layers.includes(layer));
  if (missing.length > 0)
    throw fault(`must be a base map of Protomaps; the archive has no layer ${missing.join(', ')}`);
  const bounds = { west: degrees(102), south: degrees(106), east: degrees(110), north: degrees(114) };
  return { url: `${STREETS_PATH}?v=${tagOf(facts)}`, bounds };
}

function statOf(path: string): Stats {
  try {
    return statSync(path);
  } catch {
    throw fault(`names a file that cannot be read: ${path}`);
  }
}

function readPart(path: string, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  try {
    const file = openSync(path, 'r');
    try {
      return bytes.subarray(0, readSync(file, bytes, 0, length, position));
    } finally {
      closeSync(file);
    }
  } catch {
    throw fault(`names a file that cannot be read: ${path}`);
  }
}

function layersOf(metadata: Buffer, compression: number | undefined): string[] {
  try {
    const { none, gzip } = HEADER.compressions;
    if (compression !== none && compression !== gzip) throw new TypeError('The compression is not supported.');
    const text = compression === gzip ? gunzipSync(metadata, { maxOutputLength: METADATA_BYTES_MAX }) : metadata;
    const { vector_layers: layers } = JSON.parse(text.toString()) as { vector_layers?: { id?: string }[] };
    return (layers ?? []).map(({ id }) => id ?? '');
  } catch {
    throw fault('is a damaged archive: its metadata cannot be read');
  }
}

function fault(what: string): ConfigError {
  return new ConfigError(new Map([['BASEMAP_FILE', `${what}.`]]));
}
