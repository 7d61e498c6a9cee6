import { splitBounds } from '@switchback/geo/bounds';
import type { Bounds } from '@switchback/geo/location';
import type { Piece } from '../geometry.js';

/**
 * Cells of four grids over the globe that a route passes through: they narrow a box down to the routes near it.
 * Bounding boxes of whole routes do not, since they overlap more and more as a catalogue grows.
 *
 * A cell's number encodes its grid, row and column. The sides are powers of two, so that no rounding moves a border.
 */
const GRID_DEGREES = [1 / 32, 1 / 4, 2, 16] as const;
const GRID_SHIFT = 27;
const ROW_SHIFT = 14;
/** Number of binary digits by which a cell's side is smaller than that of the next coarser grid. */
const COARSER_SHIFT = 3;
/**
 * A route through more cells of the finest grid, a third of the way around the globe, counts as passing through all.
 */
const ROUTE_CELLS_MAX = 4_096;
export const EVERYWHERE = -1;
/** A box with more cells than this is looked up in the next coarser grid. */
const BOX_CELLS_MAX = 100;
/** The server treats points this close together as equal. */
const TOLERANCE_DEGREES = 2e-6;

/** Returns the numbers of all cells, in every grid, that a route of these pieces passes through. */
export function cellsOfPieces(pieces: readonly Piece[]): number[] {
  const finest = new Set<number>();
  for (const { lats, lngs } of pieces) {
    for (let index = 0; index < lats.length; index += 1) {
      const before = Math.max(0, index - 1);
      addSegment(finest, [lngs[before]!, lats[before]!], [lngs[index]!, lats[index]!]);
      if (finest.size > ROUTE_CELLS_MAX) return [EVERYWHERE];
    }
  }
  const cells = new Set<number>();
  for (const cell of finest) {
    let [row, column] = [cell >> ROW_SHIFT, cell & ((1 << ROW_SHIFT) - 1)];
    for (let grid = 0; grid < GRID_DEGREES.length; grid += 1) {
      cells.add(numberOf(grid, row, column));
      [row, column] = [row >> COARSER_SHIFT, column >> COARSER_SHIFT];
    }
  }
  return [...cells];
}

/**
 * Returns the numbers of the cells that touch the bounds: every route through the bounds passes through one of them.
 */
export function cellsOfBounds(bounds: Bounds): number[] {
  const boxes = splitBounds(bounds);
  const grid = GRID_DEGREES.findIndex(
    (degrees) => boxes.reduce((sum, box) => sum + countOf(rangesOf(box, degrees)), 0) <= BOX_CELLS_MAX,
  );
  const place = grid < 0 ? GRID_DEGREES.length - 1 : grid;
  const cells = new Set([EVERYWHERE]);
  for (const box of boxes) {
    const [rows, columns] = rangesOf(box, GRID_DEGREES[place]!);
    for (let row = rows.first; row <= rows.last; row += 1)
      for (let column = columns.first; column <= columns.last; column += 1) cells.add(numberOf(place, row, column));
  }
  return [...cells];
}

interface Range {
  first: number;
  last: number;
}

function rangesOf({ north, east, south, west }: Bounds, degrees: number): [Range, Range] {
  return [rangeOf(south, north, 90, degrees), rangeOf(west, east, 180, degrees)];
}

/** Returns the rows (or columns) that touch a span of degrees; clamps at the pole (or the antimeridian). */
function rangeOf(low: number, high: number, limit: number, degrees: number): Range {
  return {
    first: Math.floor((Math.max(-limit, low - TOLERANCE_DEGREES) + limit) / degrees),
    last: Math.floor((Math.min(limit, high + TOLERANCE_DEGREES) + limit) / degrees),
  };
}

function countOf([rows, columns]: [Range, Range]): number {
  return (rows.last - rows.first + 1) * (columns.last - columns.first + 1);
}

function numberOf(grid: number, row: number, column: number): number {
  return (grid << GRID_SHIFT) | (row << ROW_SHIFT) | column;
}

/** Works column by column: adds the rows between the segment's entry and exit. */
function addSegment(
  cells: Set<number>,
  [x, y]: readonly [number, number],
  [toX, toY]: readonly [number, number],
): void {
  const degrees = GRID_DEGREES[0];
  const columns = rangeOf(Math.min(x, toX), Math.max(x, toX), 180, degrees);
  const slope = toX === x ? 0 : (toY - y) / (toX - x);
  for (let column = columns.first; column <= columns.last; column += 1) {
    const [west, east] = [column * degrees - 180, (column + 1) * degrees - 180];
    const [from, to] =
      toX === x ? [y, toY] : [y + (clamp(west, x, toX) - x) * slope, y + (clamp(east, x, toX) - x) * slope];
    const rows = rangeOf(Math.min(from, to), Math.max(from, to), 90, degrees);
    for (let row = rows.first; row <= rows.last; row += 1) cells.add(numberOf(0, row, column));
  }
}

function clamp(value: number, a: number, b: number): number {
  return Math.min(Math.max(value, Math.min(a, b)), Math.max(a, b));
}
