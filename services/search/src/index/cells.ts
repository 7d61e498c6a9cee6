import { widthDegrees } from '@switchback/geo/bounds';
import { wrapLongitude, type Bounds } from '@switchback/geo/location';
import type { Cluster } from '@switchback/proto/search/v1/service';

/** Cells per 512-pixel tile and side: a cell is 64 pixels wide. */
const CELLS_PER_TILE = 8;
/** Maximum number of cells in an engine's answer, however close the zoom and wide the bounds. */
const CELLS_MAX = 4_800;
export const WORLD: Bounds = { north: 90, east: 180, south: -90, west: -180 };

/** Drives of one cell of a grid over latitudes and longitudes, which continue past 180 across the antimeridian. */
export interface CellRow {
  x: number;
  y: number;
  count: number;
  lat: number;
  lng: number;
  north: number;
  east: number;
  south: number;
  west: number;
  /** Id of one of its drives; empty if unknown. */
  id: string;
}

/** Merges neighboring cells until at most `limit` remain; together they count every drive once. */
export function joinUntil(rows: readonly CellRow[], limit: number): CellRow[] {
  let cells = [...rows];
  while (cells.length > limit) cells = joinCells(cells);
  return cells;
}

export function clustersOf(cells: readonly CellRow[]): Cluster[] {
  return cells.map(({ count, lat, lng, north, east, south, west, id }) => ({
    location: { lat: round(lat), lng: round(wrapLongitude(lng)) },
    count,
    bounds: { north, south, east: wrapEast(east), west: wrapLongitude(west) },
    ...(count === 1 && id !== '' && { id }),
  }));
}

function joinCells(cells: readonly CellRow[]): CellRow[] {
  const joined = new Map<string, CellRow>();
  for (const cell of cells) {
    const [x, y] = [cell.x >> 1, cell.y >> 1];
    const other = joined.get(`${x} ${y}`);
    joined.set(`${x} ${y}`, other ? joinCell(other, { ...cell, x, y }) : { ...cell, x, y });
  }
  return [...joined.values()];
}

/** Merges two cells into one at the place of the first. */
function joinCell(a: CellRow, b: CellRow): CellRow {
  const count = a.count + b.count;
  return {
    ...a,
    count,
    lat: (a.lat * a.count + b.lat * b.count) / count,
    lng: (a.lng * a.count + b.lng * b.count) / count,
    north: Math.max(a.north, b.north),
    east: Math.max(a.east, b.east),
    south: Math.min(a.south, b.south),
    west: Math.min(a.west, b.west),
  };
}

/** Merges the cells of two counts over one grid. */
export function mergeCells(one: readonly CellRow[], other: readonly CellRow[]): CellRow[] {
  const cells = new Map(one.map((cell) => [`${cell.x} ${cell.y}`, cell]));
  for (const cell of other) {
    const key = `${cell.x} ${cell.y}`;
    const known = cells.get(key);
    cells.set(key, known ? joinCell(known, cell) : cell);
  }
  return [...cells.values()];
}

/**
 * Returns a cell's side in degrees: halves with each zoom level, unless the bounds would then contain too many cells.
 */
export function cellSize(zoom: number, bounds: Bounds = WORLD): number {
  const area = widthDegrees(bounds) * (bounds.north - bounds.south);
  let degrees = 360 / CELLS_PER_TILE / 2 ** Math.floor(zoom);
  while (area / degrees ** 2 > CELLS_MAX) degrees *= 2;
  return degrees;
}

/** Rounds to five decimals, about a meter: more precise than a map shows; further digits only cost bytes. */
function round(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5;
}

function wrapEast(east: number): number {
  const wrapped = wrapLongitude(east);
  return wrapped === -180 ? 180 : wrapped;
}
