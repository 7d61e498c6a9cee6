import { geoJSONToTile } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { type Area, doubleArea, WORLD } from './area.js';
import { clipRing } from './clip.js';
import { type FeatureStore, type Layer, LAYERS } from './feature-store.js';
import { ZOOMS } from './zooms.js';

export interface Tile {
  z: number;
  x: number;
  y: number;
  /** A vector tile: https://github.com/mapbox/vector-tile-spec */
  data: Uint8Array;
}

const EXTENT = 4_096;
/** Units of a tile beyond its edges, so that lines and names do not end there. */
const BUFFER = 64;
const OPTIONS = { extent: EXTENT, buffer: BUFFER, maxZoom: ZOOMS.max, coordinates: 'unitSquare', clip: true } as const;

/** Features by the tile of this zoom that they touch: the deeper tiles within it are cut from these alone. */
const CELL_ZOOM = 10;
/** Points from which an area is clipped to its cell before it is cut into hundreds of tiles. */
const CLIPPED_POINTS_MIN = 400;

type Points = ArrayLike<number>;

/** A layer of a tile, before it is encoded. */
interface CutLayer {
  features: object[];
}

/** The declarations of these packages import files without their extensions, which Node's resolution does not find. */
const cutTile = geoJSONToTile as unknown as (
  data: GeoJSON.FeatureCollection,
  z: number,
  x: number,
  y: number,
  options: typeof OPTIONS,
) => CutLayer;
const encode = fromGeojsonVt as unknown as (
  layers: Partial<Record<Layer, CutLayer>>,
  options: { version: number; extent: number },
) => Uint8Array;

/** The features to cut tiles from. */
interface Source {
  features: FeatureStore;
  linesOf: (number: number) => readonly Points[];
}

/**
 * Cuts the features into tiles, from the lowest zoom to the deepest. Tiles without features are left out.
 * @param progress called with the share that is done, from 0 to 1.
 */
export function* cutTiles(features: FeatureStore, progress: (share: number) => void): Generator<Tile> {
  const all = Array.from({ length: features.size }, (_, number) => number);
  const whole: Source = { features, linesOf: (number) => features.linesOf(number) };
  for (let z: number = ZOOMS.min; z < CELL_ZOOM; z += 1) yield* cutZoom(whole, z, all);
  const cells = byTile(features, CELL_ZOOM, ZOOMS.max, all);
  let done = 0;
  for (const [key, numbers] of cells) {
    const source = clippedTo(features, areaOfTile(CELL_ZOOM, key), numbers);
    for (let z = CELL_ZOOM; z <= ZOOMS.max; z += 1) {
      for (const tile of cutZoom(source, z, numbers)) {
        const shift = z - CELL_ZOOM;
        if (keyOf(tile.x >> shift, tile.y >> shift) === key) yield tile;
      }
    }
    done += 1;
    progress(done / cells.size);
  }
}

function* cutZoom(source: Source, z: number, numbers: readonly number[]): Generator<Tile> {
  for (const [key, within] of byTile(source.features, z, z, numbers)) {
    const [x, y] = placeOfKey(key);
    const data = encodedTile(source, { z, x, y }, within);
    if (data) yield { z, x, y, data };
  }
}

function keyOf(x: number, y: number): number {
  return x * 2 ** ZOOMS.max + y;
}

function placeOfKey(key: number): [number, number] {
  return [Math.floor(key / 2 ** ZOOMS.max), key % 2 ** ZOOMS.max];
}

/** Returns the box of a tile and of its margin in every deeper tile. */
function areaOfTile(z: number, key: number): Area {
  const [x, y] = placeOfKey(key);
  const side = WORLD / 2 ** z;
  const margin = (2 * side * BUFFER) / EXTENT;
  return {
    west: x * side - margin,
    east: (x + 1) * side + margin,
    north: y * side - margin,
    south: (y + 1) * side + margin,
  };
}

/** Returns the features with large areas clipped, so that none is cut whole into every tile of a cell. */
function clippedTo(features: FeatureStore, area: Area, numbers: readonly number[]): Source {
  const clipped = new Map<number, readonly Points[]>();
  for (const number of numbers) {
    if (features.shapeOf(number) !== 'polygon') continue;
    const rings = features.linesOf(number);
    if (rings.reduce((sum, ring) => sum + ring.length / 2, 0) < CLIPPED_POINTS_MIN) continue;
    const [outer, ...holes] = rings.map((ring) => clipRing(ring, area));
    clipped.set(number, outer!.length === 0 ? [] : [outer!, ...holes.filter(({ length }) => length > 0)]);
  }
  return { features, linesOf: (number) => clipped.get(number) ?? features.linesOf(number) };
}

/** Returns the features that are drawn at `drawnZoom` by the tile at `z` that they touch. */
function byTile(
  features: FeatureStore,
  z: number,
  drawnZoom: number,
  numbers: readonly number[],
): Map<number, number[]> {
  const tiles = new Map<number, number[]>();
  const side = WORLD / 2 ** z;
  const margin = (side * BUFFER) / EXTENT;
  const last = 2 ** z - 1;
  const column = (units: number) => Math.min(last, Math.max(0, Math.floor(units / side)));
  for (const number of numbers) {
    if (features.minZoomOf(number) > drawnZoom) continue;
    const { west, north, east, south } = features.areaOf(number);
    for (let x = column(west - margin); x <= column(east + margin); x += 1)
      for (let y = column(north - margin); y <= column(south + margin); y += 1) {
        const key = keyOf(x, y);
        const within = tiles.get(key);
        if (within) within.push(number);
        else tiles.set(key, [number]);
      }
  }
  return tiles;
}

function encodedTile(
  { features, linesOf }: Source,
  { z, x, y }: Omit<Tile, 'data'>,
  numbers: readonly number[],
): Uint8Array | null {
  const layers: Partial<Record<Layer, CutLayer>> = {};
  for (const [layer, within] of byLayer(features, numbers)) {
    const data: GeoJSON.FeatureCollection = {
      type: 'FeatureCollection',
      features: within.map((number) => geoJson(features, number, linesOf(number))),
    };
    const tile = cutTile(data, z, x, y, OPTIONS);
    if (tile.features.length > 0) layers[layer] = tile;
  }
  return Object.keys(layers).length > 0 ? encode(layers, { version: 2, extent: EXTENT }) : null;
}

/** Returns the features of each layer in the order in which they are drawn: small areas on top of large ones. */
function byLayer(features: FeatureStore, numbers: readonly number[]): [Layer, readonly number[]][] {
  const layers = LAYERS.map((layer): [Layer, number[]] => [layer, []]);
  const lists = new Map(layers);
  for (const number of numbers) lists.get(features.layerOf(number))!.push(number);
  const size = (number: number) => Math.abs(doubleArea(features.linesOf(number)[0]!));
  const largestFirst = lists
    .get('landuse')!
    .map((number) => ({ number, size: size(number) }))
    .sort((a, b) => b.size - a.size);
  lists.set(
    'landuse',
    largestFirst.map(({ number }) => number),
  );
  return [...lists].filter(([, within]) => within.length > 0);
}

function geoJson(features: FeatureStore, number: number, lines: readonly Points[]): GeoJSON.Feature {
  const coordinates = lines.map(positions);
  const [first = []] = coordinates;
  const properties = features.propertiesOf(number);
  const geometries = {
    point: { type: 'Point', coordinates: first[0] ?? [] },
    line: { type: 'LineString', coordinates: first },
    polygon: { type: 'Polygon', coordinates },
  } as const;
  return { type: 'Feature', properties, geometry: geometries[features.shapeOf(number)] };
}

function positions(line: Points): GeoJSON.Position[] {
  const found: GeoJSON.Position[] = [];
  for (let at = 0; at < line.length; at += 2) found.push([line[at]! / WORLD, line[at + 1]! / WORLD]);
  return found;
}
