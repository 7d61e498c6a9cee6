import { splitBounds, widthDegrees } from '@switchback/geo/bounds';
import type { Bounds } from '@switchback/geo/location';
import { type CellRow, WORLD } from '../../cells.js';
import type { Matches } from './matches.js';

/** Certain matches by grid cell, and the ids of matches that the census cannot place. */
export interface Cells {
  cells: CellRow[];
  /** They start outside the bounds: only the route's points show where it crosses them. */
  unplaced: string[];
}

export function cellsOf(matches: Matches, bounds: Bounds | undefined, cellDegrees: number): Cells {
  const { drives, sure, doubtful } = matches;
  const { lng: lngs, lat: lats } = drives.columns;
  const unplaced = Array.from(doubtful, (number) => drives.ids[number]!);
  const grid = new Grid(bounds ?? WORLD, cellDegrees);
  const boxes = splitBounds(bounds ?? WORLD);
  const turnBefore = bounds && bounds.west > bounds.east ? bounds.west : -Infinity;
  for (let index = 0; index < sure.length; index += 1) {
    const number = sure[index]!;
    const lng = lngs[number]!;
    const lat = lats[number]!;
    if (boxes.some((box) => lng >= box.west && lng <= box.east && lat >= box.south && lat <= box.north)) {
      grid.add(number, lat, lng < turnBefore ? lng + 360 : lng);
    } else unplaced.push(drives.ids[number]!);
  }
  return { cells: grid.rows(drives.ids), unplaced };
}

/** Offsets of a cell's figures. */
const [COUNT, LAT, LNG, NORTH, EAST, SOUTH, WEST, NUMBER, FIGURES] = [0, 1, 2, 3, 4, 5, 6, 7, 8];

/** Figures of all cells over some bounds in one array: every drive is added to one of a few thousand cells. */
class Grid {
  readonly #degrees: number;
  readonly #left: number;
  readonly #bottom: number;
  readonly #columns: number;
  readonly #figures: Float64Array;

  constructor(bounds: Bounds, degrees: number) {
    this.#degrees = degrees;
    this.#left = Math.floor(bounds.west / degrees);
    this.#bottom = Math.floor(bounds.south / degrees);
    this.#columns = Math.floor((bounds.west + widthDegrees(bounds)) / degrees) - this.#left + 1;
    const rows = Math.floor(bounds.north / degrees) - this.#bottom + 1;
    this.#figures = new Float64Array(rows * this.#columns * FIGURES);
  }

  add(number: number, lat: number, lng: number): void {
    const [figures, degrees] = [this.#figures, this.#degrees];
    const row = Math.floor(lat / degrees) - this.#bottom;
    const at = (row * this.#columns + Math.floor(lng / degrees) - this.#left) * FIGURES;
    const isFirst = figures[at + COUNT] === 0;
    figures[at + COUNT]! += 1;
    figures[at + LAT]! += lat;
    figures[at + LNG]! += lng;
    if (isFirst || lat > figures[at + NORTH]!) figures[at + NORTH] = lat;
    if (isFirst || lng > figures[at + EAST]!) figures[at + EAST] = lng;
    if (isFirst || lat < figures[at + SOUTH]!) figures[at + SOUTH] = lat;
    if (isFirst || lng < figures[at + WEST]!) figures[at + WEST] = lng;
    figures[at + NUMBER] = number;
  }

  rows(ids: readonly string[]): CellRow[] {
    const cells: CellRow[] = [];
    for (let at = 0; at < this.#figures.length; at += FIGURES) {
      const figure = (place: number) => this.#figures[at + place]!;
      const count = figure(COUNT);
      if (count === 0) continue;
      cells.push({
        x: this.#left + ((at / FIGURES) % this.#columns),
        y: this.#bottom + Math.floor(at / FIGURES / this.#columns),
        count,
        lat: figure(LAT) / count,
        lng: figure(LNG) / count,
        north: figure(NORTH),
        east: figure(EAST),
        south: figure(SOUTH),
        west: figure(WEST),
        id: ids[figure(NUMBER)]!,
      });
    }
    return cells;
  }
}
