import { METERS_PER_DEGREE } from '@switchback/geo/distance';
import { wrapLongitude, type LatLng } from '@switchback/geo/location';
import type { SectionContent, Sections } from './data-file.js';

/** Half a degree: most cells lie entirely in one region, and need only one lookup. */
const CELLS_PER_DEGREE = 2;
const COLUMNS = 360 * CELLS_PER_DEGREE;
const ROWS = 180 * CELLS_PER_DEGREE;
const CELL_MIXED = -2;
const CELL_EMPTY = -1;
const DIRECTIONS = 12;

/** One polygon of the region `region`, with its holes; rings are closed lists of [lng, lat]. */
export interface RegionPart {
  region: number;
  rings: [number, number][][];
}

/** Polygons of regions, of the world or of one country; finds the region that contains a point. */
export class RegionLayer {
  readonly #cells: Int16Array;
  readonly #partRegion: Uint16Array;
  readonly #partBounds: Float32Array;
  readonly #partRings: Uint32Array;
  readonly #ringStarts: Uint32Array;
  readonly #coordinates: Float32Array;

  constructor(sections: Sections, name: string) {
    this.#cells = sections.numbers(`${name}.cells`, Int16Array);
    this.#partRegion = sections.numbers(`${name}.partRegion`, Uint16Array);
    this.#partBounds = sections.numbers(`${name}.partBounds`, Float32Array);
    this.#partRings = sections.numbers(`${name}.partRings`, Uint32Array);
    this.#ringStarts = sections.numbers(`${name}.ringStarts`, Uint32Array);
    this.#coordinates = sections.numbers(`${name}.coordinates`, Float32Array);
  }

  /** Returns the number of the region that contains a point, or -1. */
  at(point: LatLng): number {
    const lng = wrapLongitude(point.lng);
    const cell = this.#cells[cellOf(lng, point.lat)]!;
    return cell === CELL_MIXED ? this.#regionByPolygon(lng, point.lat) : cell;
  }

  #regionByPolygon(lng: number, lat: number): number {
    const bounds = this.#partBounds;
    for (let part = 0; part < this.#partRegion.length; part += 1) {
      const at = 4 * part;
      const inBounds = lat >= bounds[at]! && lat <= bounds[at + 1]! && lng >= bounds[at + 2]! && lng <= bounds[at + 3]!;
      if (inBounds && this.#partContains(part, lng, lat)) {
        return this.#partRegion[part]!;
      }
    }
    return CELL_EMPTY;
  }

  /** Applies the even-odd rule to all rings, which excludes holes without special treatment. */
  #partContains(part: number, lng: number, lat: number): boolean {
    const coordinates = this.#coordinates;
    let inside = false;
    for (let ring = this.#partRings[part]!; ring < this.#partRings[part + 1]!; ring += 1) {
      const end = this.#ringStarts[ring + 1]!;
      for (let at = this.#ringStarts[ring]! + 2; at < end; at += 2) {
        const [lngA, latA, lngB, latB] = [
          coordinates[at - 2]!,
          coordinates[at - 1]!,
          coordinates[at]!,
          coordinates[at + 1]!,
        ];
        if (latA > lat !== latB > lat && lng < ((lngB - lngA) * (lat - latA)) / (latB - latA) + lngA) {
          inside = !inside;
        }
      }
    }
    return inside;
  }
}

/** Packs the sections of a {@link RegionLayer}. */
export function packRegionLayer(name: string, parts: RegionPart[]): Record<string, SectionContent> {
  const ringsInOrder = parts.flatMap((part) => part.rings);
  const ringStarts = new Uint32Array(ringsInOrder.length + 1);
  ringsInOrder.forEach((ring, index) => {
    ringStarts[index + 1] = ringStarts[index]! + 2 * ring.length;
  });
  const partRings = new Uint32Array(parts.length + 1);
  parts.forEach((part, index) => {
    partRings[index + 1] = partRings[index]! + part.rings.length;
  });
  const sections = {
    [`${name}.partRegion`]: Uint16Array.from(parts, (part) => part.region),
    [`${name}.partBounds`]: Float32Array.from(parts.flatMap((part) => ringBounds(part.rings[0]!))),
    [`${name}.partRings`]: partRings,
    [`${name}.ringStarts`]: ringStarts,
    [`${name}.coordinates`]: Float32Array.from(ringsInOrder.flat(2)),
  };
  return { ...sections, [`${name}.cells`]: fillCells(parts) };
}

/** Assigns each cell that no border touches to the region that contains it. */
function fillCells(parts: RegionPart[]): Int16Array {
  const cells = new Int16Array(COLUMNS * ROWS).fill(CELL_EMPTY);
  for (const { region, rings } of parts) {
    const [south, north, west, east] = ringBounds(rings[0]!);
    for (let row = rowOf(south); row <= rowOf(north); row += 1) {
      const lat = (row + 0.5) / CELLS_PER_DEGREE - 90;
      const crossings = rings.flatMap((ring) => crossingsAt(ring, lat)).sort((a, b) => a - b);
      for (let column = columnOf(west); column <= columnOf(east); column += 1) {
        const lng = (column + 0.5) / CELLS_PER_DEGREE - 180;
        if (crossings.filter((crossing) => crossing < lng).length % 2 === 1) {
          cells[row * COLUMNS + column] = region;
        }
      }
    }
  }
  for (const ring of parts.flatMap((part) => part.rings)) {
    for (let index = 1; index < ring.length; index += 1) {
      markMixed(cells, ring[index - 1]!, ring[index]!);
    }
  }
  return cells;
}

/** Marks every cell in the bounding box of a border segment for the polygon test: possibly too many, never too few. */
function markMixed(cells: Int16Array, a: [number, number], b: [number, number]): void {
  const [south, north, west, east] = ringBounds([a, b]);
  for (let row = rowOf(south); row <= rowOf(north); row += 1) {
    const start = row * COLUMNS;
    cells.fill(CELL_MIXED, start + columnOf(west), start + columnOf(east) + 1);
  }
}

function crossingsAt(ring: [number, number][], lat: number): number[] {
  const crossings: number[] = [];
  for (let index = 1; index < ring.length; index += 1) {
    const [[lngA, latA], [lngB, latB]] = [ring[index - 1]!, ring[index]!];
    if (latA > lat !== latB > lat) {
      crossings.push(((lngB - lngA) * (lat - latA)) / (latB - latA) + lngA);
    }
  }
  return crossings;
}

/** Returns south, north, west and east of a ring, in degrees. */
function ringBounds(ring: [number, number][]): [number, number, number, number] {
  let [south, north, west, east] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const [lng, lat] of ring) {
    south = Math.min(south, lat);
    north = Math.max(north, lat);
    west = Math.min(west, lng);
    east = Math.max(east, lng);
  }
  return [south, north, west, east];
}

function rowOf(lat: number): number {
  return Math.min(ROWS - 1, Math.max(0, Math.floor((lat + 90) * CELLS_PER_DEGREE)));
}

function columnOf(lng: number): number {
  return Math.min(COLUMNS - 1, Math.max(0, Math.floor((lng + 180) * CELLS_PER_DEGREE)));
}

function cellOf(lng: number, lat: number): number {
  return rowOf(lat) * COLUMNS + columnOf(lng);
}

/** Returns twelve points on a circle. */
export function pointsAround({ lat, lng }: LatLng, radiusMeters: number): LatLng[] {
  const radiusDegrees = radiusMeters / METERS_PER_DEGREE;
  const cosine = Math.max(0.01, Math.cos((lat * Math.PI) / 180));
  return Array.from({ length: DIRECTIONS }, (_, direction) => {
    const angle = (2 * Math.PI * direction) / DIRECTIONS;
    return { lat: lat + radiusDegrees * Math.cos(angle), lng: lng + (radiusDegrees * Math.sin(angle)) / cosine };
  });
}
