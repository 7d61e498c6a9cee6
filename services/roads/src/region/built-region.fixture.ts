import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { PMTiles, type Source } from 'pmtiles';
import { buildRegion } from './build-region.js';
import type { CurvyRoad } from './roads/curvy-road.js';
import { ROADS_FILE } from './roads/roads-file.js';
import type { MapStop } from './stops/map-stop.js';
import { STOPS_FILE } from './stops/stops-file.js';

/** A feature of a tile as a client reads it. */
export interface DrawnFeature {
  type: 'point' | 'line' | 'polygon';
  properties: Record<string, unknown>;
  /** In units of the tile, 4,096 a side. */
  lines: { x: number; y: number }[][];
}

const TYPES = { 1: 'point', 2: 'line', 3: 'polygon' } as const;

/** A built archive, read as a browser reads it. */
export class BuiltArchive {
  readonly archive: PMTiles;
  readonly size: number;

  constructor(bytes: Buffer) {
    this.size = bytes.length;
    const source: Source = {
      getKey: () => 'archive',
      getBytes: async (offset, length) => {
        return { data: Uint8Array.from(bytes.subarray(offset, offset + length)).buffer };
      },
    };
    this.archive = new PMTiles(source);
  }

  /** Returns the tile's bytes; null if there is none. */
  async tile(z: number, x: number, y: number): Promise<Uint8Array | null> {
    const found = await this.archive.getZxy(z, x, y);
    return found ? new Uint8Array(found.data) : null;
  }

  /** Returns the features of a layer in the tile with this place. */
  async featuresAt(lat: number, lng: number, z: number, layer: string): Promise<DrawnFeature[]> {
    const { x, y } = tileAt(lat, lng, z);
    const bytes = await this.tile(z, x, y);
    if (!bytes) return [];
    const found = new VectorTile(new PbfReader(bytes)).layers[layer];
    return Array.from({ length: found?.length ?? 0 }, (_, index) => {
      const feature = found!.feature(index);
      const { properties } = feature;
      return { type: TYPES[feature.type as 1 | 2 | 3], properties, lines: feature.loadGeometry() };
    });
  }
}

/** Returns the tile with a place. */
export function tileAt(lat: number, lng: number, z: number): { x: number; y: number } {
  const sine = Math.sin((lat * Math.PI) / 180);
  const y = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
  return { x: Math.floor(((lng + 180) / 360) * 2 ** z), y: Math.floor(y * 2 ** z) };
}

interface Built {
  built: ReturnType<typeof buildRegion>;
  /** Reads the file of the roads. */
  roads: () => Promise<CurvyRoad[]>;
  /** Reads the file of the stops. */
  stops: () => Promise<MapStop[]>;
}

/** Builds an extract's archive in this process. @throws ExtractError */
export function buildFrom(extract: Buffer | string): BuiltArchive & Built {
  const folder = mkdtempSync(join(tmpdir(), 'region-'));
  try {
    const pbf = typeof extract === 'string' ? extract : join(folder, 'extract.osm.pbf');
    if (typeof extract !== 'string') writeFileSync(pbf, extract);
    const archive = join(folder, 'streets.pmtiles');
    const files = { roads: join(folder, 'roads.gz'), stops: join(folder, 'stops.gz') };
    const built = buildRegion({ pbf, archive, ...files, source: 'spec' }, () => undefined);
    const packed = { roads: readFileSync(files.roads), stops: readFileSync(files.stops) };
    const roads = () => ROADS_FILE.read([packed.roads]);
    const stops = () => STOPS_FILE.read([packed.stops]);
    return Object.assign(new BuiltArchive(readFileSync(archive)), { built, roads, stops });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
