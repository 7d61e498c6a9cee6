import { splitBounds } from '@switchback/geo/bounds';
import type { Bounds } from '@switchback/geo/location';
import { type CellRow, joinCell } from '../clusters.js';
import type { Matches } from './matches.js';

/** Sure matches by cells of the grid, and the ids of the matches that cannot be placed by what the census knows. */
export interface Cells {
  cells: CellRow[];
  /** They start outside the bounds: where the bounds show their route, its points have to tell. */
  unplaced: string[];
}

export function cellsOf({ drives, sure, doubtful }: Matches, bounds: Bounds | undefined, cellDegrees: number): Cells {
  const { lng: lngs, lat: lats } = drives.columns;
  const cells = new Map<number, CellRow>();
  const unplaced = Array.from(doubtful, (number) => drives.ids[number]!);
  const boxes = bounds && splitBounds(bounds);
  const turnBefore = bounds && bounds.west > bounds.east ? bounds.west : -Infinity;
  for (const number of sure) {
    const [lng, lat, id] = [lngs[number]!, lats[number]!, drives.ids[number]!];
    if (boxes && !boxes.some((box) => lng >= box.west && lng <= box.east && lat >= box.south && lat <= box.north)) {
      unplaced.push(id);
      continue;
    }
    const east = lng < turnBefore ? lng + 360 : lng;
    const [x, y] = [Math.floor(east / cellDegrees), Math.floor(lat / cellDegrees)];
    // Fewer rows of cells than this from pole to pole, however small they are.
    const key = x * 2 ** 32 + y;
    const cell = cells.get(key);
    if (cell) addStart(cell, lat, east);
    else cells.set(key, { x, y, count: 1, lat, lng: east, north: lat, east, south: lat, west: east, id });
  }
  for (const cell of cells.values()) {
    cell.lat /= cell.count;
    cell.lng /= cell.count;
  }
  return { cells: [...cells.values()], unplaced };
}

/** In place, since it happens for every drive: until all are added the location is a sum. */
function addStart(cell: CellRow, lat: number, lng: number): void {
  cell.count += 1;
  cell.lat += lat;
  cell.lng += lng;
  if (lat > cell.north) cell.north = lat;
  if (lat < cell.south) cell.south = lat;
  if (lng > cell.east) cell.east = lng;
  if (lng < cell.west) cell.west = lng;
}

/** Cells of two countings over one grid. */
export function mergeCells(one: readonly CellRow[], other: readonly CellRow[]): CellRow[] {
  const cells = new Map(one.map((cell) => [`${cell.x} ${cell.y}`, cell]));
  for (const cell of other) {
    const key = `${cell.x} ${cell.y}`;
    const known = cells.get(key);
    cells.set(key, known ? joinCell(known, cell) : cell);
  }
  return [...cells.values()];
}
