import { WORLD } from './area.js';

/** Zooms of the archive. Below, the shipped map shows the region; above, the client enlarges the deepest tiles. */
export const ZOOMS = { min: 7, max: 14 } as const;

/** Pixels of a tile on the screen, and the smallest side of an area that is worth drawing. */
const TILE_PIXELS = 512;
const VISIBLE_PIXELS = 5;

/** Returns the zoom from which an area is large enough to be seen, at most that of the deepest tiles. */
export function zoomOfArea(doubledArea: number): number {
  const side = Math.sqrt(Math.abs(doubledArea) / 2);
  const zoom = Math.ceil(Math.log2((VISIBLE_PIXELS * WORLD) / (side * TILE_PIXELS)));
  return Math.min(ZOOMS.max, Math.max(ZOOMS.min, zoom));
}
