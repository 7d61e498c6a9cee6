import { closeSync, fstatSync, openSync } from 'node:fs';
import type { Bounds } from '@switchback/geo/location';
import { writeArchive } from './map/archive.js';
import { type Area, locationOf } from './map/area.js';
import { cutTiles } from './map/cut-tiles.js';
import { type FeatureStore, LAYERS } from './map/feature-store.js';
import { ZOOMS } from './map/zooms.js';
import { ROADS_FILE } from './roads/roads-file.js';
import { STOPS_FILE } from './stops/stops-file.js';
import { readExtract, type RegionMap } from './read-extract.js';

/** Share of the build that reading the extract takes. */
const READING = 0.4;
/** Last second of the year 9999: a later time of the data is an error. */
const TIME_MAX = 253_402_300_799;

export interface BuiltRegion {
  bounds: Bounds;
  /** Date of the data (ISO 8601); null if the extract does not say it. */
  date: string | null;
  skipped: RegionMap['skipped'];
}

/** Identifies the extract that an archive was built from, in its metadata. */
export const SOURCE = 'switchback:source';
export const DATE = 'switchback:date';

/**
 * Builds the archive of street tiles of an extract, and the files of its curviest roads and of its stops.
 * @param source identifies the extract and this code.
 * @param progress called with the share that is done, from 0 to 1.
 * @throws ExtractError if the extract cannot be read.
 */
export function buildRegion(
  files: { pbf: string; archive: string; roads: string; stops: string; source: string },
  progress: (share: number) => void,
): BuiltRegion {
  const { archive, source } = files;
  const { features, roads, stops, timestamp, skipped } = readFile(files.pbf, (share) => progress(READING * share));
  ROADS_FILE.write(files.roads, roads);
  STOPS_FILE.write(files.stops, stops);
  const bounds = boundsOf(features);
  const date = timestamp === null || timestamp > TIME_MAX ? null : new Date(timestamp * 1_000).toISOString();
  const metadata = {
    name: 'Switchback',
    attribution: '© OpenStreetMap contributors',
    vector_layers: LAYERS.map((id) => ({ id, fields: {}, minzoom: ZOOMS.min, maxzoom: ZOOMS.max })),
    [SOURCE]: source,
    [DATE]: date,
  };
  const tiles = cutTiles(features, (share) => progress(READING + (1 - READING) * share));
  writeArchive(archive, tiles, { bounds, zooms: ZOOMS, metadata });
  return { bounds, date, skipped };
}

function readFile(path: string, progress: (share: number) => void): RegionMap {
  const descriptor = openSync(path, 'r');
  try {
    return readExtract({ descriptor, size: fstatSync(descriptor).size }, progress);
  } finally {
    closeSync(descriptor);
  }
}

/** Returns the box around all roads, or around everything where there are none: areas may reach far beyond the extract. */
function boundsOf(features: FeatureStore): Bounds {
  const { west, north, east, south } = boxOf(features, 'roads') ?? boxOf(features)!;
  const [topLeft, bottomRight] = [locationOf(west, north), locationOf(east, south)];
  return { north: topLeft.lat, west: topLeft.lng, south: bottomRight.lat, east: bottomRight.lng };
}

/** Returns the box around the features of a layer, or of all layers; null if there are none. */
function boxOf(features: FeatureStore, layer?: (typeof LAYERS)[number]): Area | null {
  let box: Area | null = null;
  for (let number = 0; number < features.size; number += 1) {
    if (layer !== undefined && features.layerOf(number) !== layer) continue;
    const area = features.areaOf(number);
    box ??= { ...area };
    box.west = Math.min(box.west, area.west);
    box.north = Math.min(box.north, area.north);
    box.east = Math.max(box.east, area.east);
    box.south = Math.max(box.south, area.south);
  }
  return box;
}
