import { closeSync, createReadStream, openSync, readSync, type Stats, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { Inject, Injectable } from '@nestjs/common';
import type { Bounds } from '@switchback/geo/location';
import { ConfigError, type Settings } from '@switchback/platform/config/settings';
import { ProductError } from '@switchback/platform/errors';
import { SETTINGS } from '@switchback/platform/nest/tokens';
import { namesTag, rangeOf } from '@switchback/platform/storage/conditions';
import type { Metrics } from '@switchback/platform/telemetry/metrics';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { STREETS_PATH } from '../http/streets-path.js';

/** Its address contains a version, so that each range can be cached forever. */
const CACHE_CONTROL = 'public, max-age=31536000, immutable';
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

  /** Serves the archive, whole or in ranges; GET and HEAD. */
  bind(fastify: FastifyInstance, metrics: Metrics): void {
    const path = this.#path;
    if (path === undefined) return;
    const label = { template: STREETS_PATH, meter: metrics.requests('GET', STREETS_PATH, 'Web') };
    // Ranges refer to the stored bytes, so the answer is never compressed.
    fastify.get(STREETS_PATH, { config: { label }, compress: false }, (request, reply) => send(request, reply, path));
  }
}

async function send(request: FastifyRequest, reply: FastifyReply, path: string): Promise<FastifyReply> {
  const facts = await stat(path).catch((cause: unknown) => {
    throw new ProductError('unknownRoute', { cause });
  });
  const { size } = facts;
  const etag = tagOf(facts);
  const { range, 'if-range': ifRange, 'if-none-match': ifNoneMatch } = request.headers;
  reply.headers({ etag: `"${etag}"`, 'cache-control': CACHE_CONTROL, 'accept-ranges': 'bytes' });
  reply.type('application/vnd.pmtiles');
  if (ifNoneMatch !== undefined && namesTag(ifNoneMatch, etag)) return reply.code(304).send();
  const asked = rangeOf({ range, ifRange: ifRange as string | undefined }, { size, etag });
  const { start, end } = { start: asked?.start ?? 0, end: Math.min(asked?.end ?? size, size - 1) };
  if (start >= size) {
    reply.header('content-range', `bytes */${size}`);
    throw new ProductError('rangeNotSatisfiable');
  }
  reply.header('content-length', end - start + 1);
  if (asked !== undefined) reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
  // Fastify reads what it does not send to a HEAD request.
  return reply.send(request.method === 'HEAD' ? Readable.from([]) : createReadStream(path, { start, end }));
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
