import { splitBounds } from '@switchback/geo/bounds';
import type { Bounds } from '@switchback/geo/location';
import type { Piece } from '../geometry.js';

/**
 * Cells of four grids over the globe, each of which a route passes through or not: what narrows a box down to the routes
 * near it. Boxes around whole routes do not, since they overlap ever more as a catalogue grows.
 *
 * A cell's number holds its grid, row and column. The sides are powers of two, so that no rounding moves a border.
 */
const GRID_DEGREES = [1 / 32, 1 / 4, 2, 16] as const;
const GRID_SHIFT = 27;
const ROW_SHIFT = 14;
/** The share of a coarse cell's side that a cell of the next finer grid has: three binary digits. */
const COARSER_SHIFT = 3;
/** A route through more cells of the finest grid, a third of the way round the globe, is taken to pass through all. */
const ROUTE_CELLS_MAX = 4_096;
export const EVERYWHERE = -1;
/** With more cells than this a box is looked up in the next coarser grid. */
const BOX_CELLS_MAX = 100;
/** The server takes points so near each other for the same. */
const TOLERANCE_DEGREES = 2e-6;

/** The numbers of all cells that a route of these pieces passes through, in every grid. */
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

/** The numbers of the cells that touch the bounds: all routes through the bounds pass through one of them. */
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

/** The rows (or columns) that touch a span of degrees; what lies beyond the pole (or the antimeridian) is none. */
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

/** Column by column: in each the rows between where the segment comes in and where it leaves. */
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
