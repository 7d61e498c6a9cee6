import type { Bounds } from '@switchback/geo/location';

/** The fields of the base map's `index.json` that are used here. */
interface BaseMapIndex {
  version: string;
  bundleZoom: number;
  bundles: string[];
}

/** Caches the map's code and the tiles at these addresses, and deletes other tiles; an empty list deletes them all. */
export async function cacheMap(tiles: readonly string[]): Promise<void> {
  await send({ kind: 'keep-map', tiles });
}

/** Caches the map's code and the tiles at these addresses, and deletes none. */
export async function addToMap(tiles: readonly string[]): Promise<void> {
  await send({ kind: 'add-map', tiles });
}

async function send(message: { kind: string; tiles: readonly string[] }): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage(message);
}

/** Returns the addresses of the base map's tiles over these boxes. */
export async function tilesOver(boxes: readonly Bounds[]): Promise<string[]> {
  if (boxes.length === 0) return [];
  const index = (await (await fetch('/basemap/index.json')).json()) as BaseMapIndex;
  const names = new Set(['world', ...boxes.flatMap((box) => bundlesOver(box, index.bundleZoom))]);
  return index.bundles.filter((name) => names.has(name)).map((name) => `/basemap/${name}.tiles?v=${index.version}`);
}

/** Returns the Web Mercator tiles over a box; in a box across the antimeridian, west is east of east. */
export function bundlesOver({ north, south, east, west }: Bounds, zoom: number): string[] {
  const size = 2 ** zoom;
  const column = (lng: number) => Math.min(size - 1, Math.floor(((lng + 180) / 360) * size));
  const row = (lat: number) => {
    const angle = (Math.max(-85, Math.min(85, lat)) * Math.PI) / 180;
    return Math.min(size - 1, Math.floor(((1 - Math.asinh(Math.tan(angle)) / Math.PI) / 2) * size));
  };
  const columns = (column(east) - column(west) + size) % size;
  const names: string[] = [];
  for (let x = 0; x <= columns; x += 1)
    for (let y = row(north); y <= row(south); y += 1) names.push(`${zoom}-${(column(west) + x) % size}-${y}`);
  return names;
}
