import type { MapLine } from './map-port.js';
import { mercator, worldPixels } from './zoom.js';

/** A shorter line is a dot. */
const LENGTH_PIXELS = 48;
/** Lines in the same cells cannot be told apart: a cell is a little wider than a line. */
const CELL_PIXELS = 12;
/** Share of its cells that a line may have in common with more important ones. */
const SHARED_MAX = 0.25;

/** Returns the lines that are long enough to be seen at a zoom and can be told apart; the first are preferred. */
export function distinctLines(lines: readonly MapLine[], zoom: number): MapLine[] {
  const taken = new Set<string>();
  return lines.filter((line) => {
    const cells = cellsOf(line, zoom);
    if (cells.size * CELL_PIXELS < LENGTH_PIXELS) return false;
    const shared = [...cells].filter((cell) => taken.has(cell)).length;
    if (shared > cells.size * SHARED_MAX) return false;
    for (const cell of cells) taken.add(cell);
    return true;
  });
}

/** Returns the cells of the screen that a line passes. */
function cellsOf({ path }: MapLine, zoom: number): Set<string> {
  const cells = new Set<string>();
  const world = worldPixels(zoom) / CELL_PIXELS;
  let last: { x: number; y: number } | undefined;
  for (const { lat, lng } of path) {
    const to = { x: ((lng + 180) / 360) * world, y: (1 - mercator(lat)) * world };
    // A part across the antimeridian leads to the other edge of the map: it is not drawn there.
    const from = last === undefined || Math.abs(to.x - last.x) > world / 2 ? to : last;
    const steps = Math.max(1, Math.ceil(Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y))));
    for (let step = 0; step <= steps; step++) {
      const share = step / steps;
      cells.add(`${Math.floor(from.x + share * (to.x - from.x))},${Math.floor(from.y + share * (to.y - from.y))}`);
    }
    last = to;
  }
  return cells;
}
