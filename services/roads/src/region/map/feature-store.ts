import type { Area } from './area.js';

/** Layers of Protomaps' base map, see https://docs.protomaps.com/basemaps/layers. The first is drawn first. */
export const LAYERS = ['earth', 'water', 'landuse', 'buildings', 'boundaries', 'roads', 'pois', 'places'] as const;
export type Layer = (typeof LAYERS)[number];

export type Properties = Readonly<Record<string, string | number | boolean>>;

export const SHAPES = ['point', 'line', 'polygon'] as const;
export type Shape = (typeof SHAPES)[number];

/** An object of the map as it is drawn. */
export interface MapFeature {
  layer: Layer;
  properties: Properties;
  /** Zoom from which it is in the tiles. */
  minZoom: number;
}

/** Coordinates per chunk; a chunk for a longer feature holds only that one. */
const CHUNK = 1 << 20;
const CAPACITY_MIN = 1 << 12;

/** Numbers that a feature has besides its coordinates, each in a column of its own. */
const COLUMNS = {
  layer: Uint8Array,
  shape: Uint8Array,
  minZoom: Uint8Array,
  properties: Uint32Array,
  chunk: Uint32Array,
  /** Position of the feature's first coordinate within its chunk. */
  start: Uint32Array,
  west: Uint32Array,
  east: Uint32Array,
  north: Uint32Array,
  south: Uint32Array,
};
type Column = keyof typeof COLUMNS;
type Columns = { [Name in Column]: InstanceType<(typeof COLUMNS)[Name]> };

/** Features of the map in few bytes each, since a region has millions. */
export class FeatureStore {
  #columns = columnsOf(CAPACITY_MIN);
  readonly #chunks: Uint32Array[] = [];
  #filled = 0;
  /** Each set of properties once, by its JSON. */
  readonly #numbers = new Map<string, number>();
  readonly #properties: Properties[] = [];
  size = 0;

  /** @param lines of alternating x and y in units of `WORLD`; a polygon's rings, the outer one first. */
  add(feature: MapFeature, shape: Shape, lines: readonly (readonly number[])[]): void {
    const number = this.#grow();
    const columns = this.#columns;
    columns.layer[number] = LAYERS.indexOf(feature.layer);
    columns.shape[number] = SHAPES.indexOf(shape);
    columns.minZoom[number] = feature.minZoom;
    columns.properties[number] = this.#numberOf(feature.properties);
    this.#place(number, lines);
    const [west, north, east, south] = extentOf(lines[0]!);
    columns.west[number] = west;
    columns.north[number] = north;
    columns.east[number] = east;
    columns.south[number] = south;
  }

  layerOf(number: number): Layer {
    return LAYERS[this.#columns.layer[number]!]!;
  }

  shapeOf(number: number): Shape {
    return SHAPES[this.#columns.shape[number]!]!;
  }

  minZoomOf(number: number): number {
    return this.#columns.minZoom[number]!;
  }

  propertiesOf(number: number): Properties {
    return this.#properties[this.#columns.properties[number]!]!;
  }

  areaOf(number: number): Area {
    const { west, north, east, south } = this.#columns;
    return { west: west[number]!, north: north[number]!, east: east[number]!, south: south[number]! };
  }

  /** Returns the lines as they were added. */
  linesOf(number: number): Uint32Array[] {
    const chunk = this.#chunks[this.#columns.chunk[number]!]!;
    let at = this.#columns.start[number]!;
    const count = chunk[at++]!;
    return Array.from({ length: count }, () => {
      const length = chunk[at++]!;
      at += length;
      return chunk.subarray(at - length, at);
    });
  }

  #place(number: number, lines: readonly (readonly number[])[]): void {
    const length = lines.reduce((sum, line) => sum + line.length + 1, 1);
    if (this.#chunks.length === 0 || this.#filled + length > this.#chunks.at(-1)!.length) {
      this.#chunks.push(new Uint32Array(Math.max(CHUNK, length)));
      this.#filled = 0;
    }
    const chunk = this.#chunks.at(-1)!;
    this.#columns.chunk[number] = this.#chunks.length - 1;
    this.#columns.start[number] = this.#filled;
    chunk[this.#filled++] = lines.length;
    for (const line of lines) {
      chunk[this.#filled++] = line.length;
      chunk.set(line, this.#filled);
      this.#filled += line.length;
    }
  }

  #numberOf(properties: Properties): number {
    const key = JSON.stringify(properties);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.#properties.length);
    return this.#properties.push(properties) - 1;
  }

  /** Makes room for one more feature; returns its number. */
  #grow(): number {
    if (this.size === this.#columns.layer.length) {
      const grown = columnsOf(this.size * 2);
      for (const name of Object.keys(COLUMNS) as Column[]) grown[name].set(this.#columns[name]);
      this.#columns = grown;
    }
    this.size += 1;
    return this.size - 1;
  }
}

function columnsOf(capacity: number): Columns {
  const columns = Object.entries(COLUMNS).map(([name, Type]) => [name, new Type(capacity)] as const);
  return Object.fromEntries(columns) as unknown as Columns;
}

function extentOf(line: readonly number[]): [number, number, number, number] {
  let [west, north, east, south] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < line.length; at += 2) {
    west = Math.min(west, line[at]!);
    east = Math.max(east, line[at]!);
    north = Math.min(north, line[at + 1]!);
    south = Math.max(south, line[at + 1]!);
  }
  return [west, north, east, south];
}
