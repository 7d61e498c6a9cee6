import { widthDegrees } from '@switchback/geo/bounds';
import type { Bounds } from '@switchback/geo/location';

/** Zooms for 256-pixel tiles, with the spec's names. */
export const ZOOM = { world: 1, continent: 5, city: 10, streets: 15, buildings: 20 } as const;

/** Closer than this, the shipped map shows nothing that helps to find the way. */
export const OVERVIEW_ZOOM_MAX = ZOOM.city + 1;

/** Up to this zoom drives are counted in clusters; above it, their lines are drawn. */
export const CLUSTERS_UP_TO_ZOOM = ZOOM.city - 2;

/** From this zoom on, lines are drawn; next to clusters, only those that can be told apart. */
const LINES_FROM_ZOOM = 6;

const TILE_PIXELS = 256;

export function showsClusters(zoom: number): boolean {
  return zoom <= CLUSTERS_UP_TO_ZOOM;
}

export function showsLines(zoom: number): boolean {
  return zoom >= LINES_FROM_ZOOM;
}

/** Returns the deepest zoom at which the box fits into the size; Infinity for a single point. */
export function fittingZoom(bounds: Bounds, size: { width: number; height: number }): number {
  const across = (widthDegrees(bounds) / 360) * TILE_PIXELS;
  const down = (mercator(bounds.north) - mercator(bounds.south)) * TILE_PIXELS;
  return Math.min(Math.log2(size.width / across), Math.log2(size.height / down));
}

/** Width of the whole world in pixels. */
export function worldPixels(zoom: number): number {
  return TILE_PIXELS * 2 ** zoom;
}

/** Returns 0 at the map's lower edge, 1 at its upper. */
export function mercator(lat: number): number {
  const sine = Math.sin((Math.max(-85.05, Math.min(85.05, lat)) * Math.PI) / 180);
  return 0.5 + Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
}

/** Returns the latitude of a height above the map's lower edge: the inverse of {@link mercator}. */
export function latitudeAt(height: number): number {
  return (Math.atan(Math.sinh((height - 0.5) * 2 * Math.PI)) * 180) / Math.PI;
}
