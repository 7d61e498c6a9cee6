import { METERS_PER_DEGREE } from './distance.js';
import { unwrapLongitudes, type LatLng } from './location.js';
import { partsOf } from './parts.js';

/** A tile of the Web Mercator scheme. */
export interface MapTile {
  z: number;
  x: number;
  y: number;
}

interface CorridorLimits {
  /** Distance from the line. */
  reachMeters: number;
  minZoom: number;
  maxZoom: number;
  maxTiles: number;
}

/** In shares of the width of the world. */
interface Piece {
  fromX: number;
  fromY: number;
  toX: number;
  toY: number;
  reach: number;
}

const MERCATOR_LAT_MAX = 85.0511;
const WORLD_METERS = 360 * METERS_PER_DEGREE;
const RADIANS = Math.PI / 180;

/**
 * Returns every tile within reach of the lines, by zoom from `minZoom` up. Omits the deepest zooms of all lines if the
 * tiles exceed `maxTiles`, and returns none if those of `minZoom` alone do. Draws no line between the parts of a line.
 */
export function corridorTiles(lines: readonly (readonly LatLng[])[], limits: CorridorLimits): MapTile[] {
  const { reachMeters, minZoom, maxZoom, maxTiles } = limits;
  const parts = lines.flatMap(partsOf).filter((part) => part.length > 0);
  for (let zoom = maxZoom; zoom >= minZoom; zoom -= 1) {
    const deepest = tilesAt(zoom, parts, reachMeters, maxTiles);
    if (deepest === null) continue;
    const tiles = withParents(deepest, zoom, minZoom);
    if (tiles.length <= maxTiles) return tiles;
  }
  return [];
}

/** Returns null if there are more than `maxTiles`. */
function tilesAt(
  z: number,
  parts: readonly (readonly LatLng[])[],
  reachMeters: number,
  maxTiles: number,
): MapTile[] | null {
  const size = 2 ** z;
  const found = new Map<number, MapTile>();
  for (const part of parts)
    for (const piece of piecesOf(part, 1 / size, reachMeters)) {
      for (const tile of around(piece, z)) {
        const key = tile.x * size + tile.y;
        if (!found.has(key) && isWithin(piece, tile, size)) found.set(key, wrapped(tile, size));
      }
      if (found.size > maxTiles) return null;
    }
  // A line around the world finds a tile at both of its ends.
  return [...new Map([...found.values()].map((tile) => [tile.x * size + tile.y, tile])).values()];
}

/** Splits a part into pieces of at most `width`, so that the scale of the map hardly changes along each. */
function* piecesOf(part: readonly LatLng[], width: number, reachMeters: number): Generator<Piece> {
  const lngs = unwrapLongitudes(part);
  const points = part.map(({ lat }, index) => ({ x: (lngs[index]! + 180) / 360, y: rowShare(lat) }));
  for (const [index, to] of points.entries()) {
    const from = points[Math.max(0, index - 1)]!;
    const latMax = Math.max(Math.abs(part[index]!.lat), Math.abs(part[Math.max(0, index - 1)]!.lat));
    const narrow = Math.cos(Math.min(MERCATOR_LAT_MAX, latMax) * RADIANS);
    const reach = reachMeters / (WORLD_METERS * narrow);
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const count = Math.max(1, Math.ceil(Math.max(Math.abs(dx), Math.abs(dy)) / width));
    for (let step = 0; step < count; step += 1) {
      const [start, end] = [step / count, (step + 1) / count];
      yield {
        fromX: from.x + dx * start,
        fromY: from.y + dy * start,
        toX: from.x + dx * end,
        toY: from.y + dy * end,
        reach,
      };
    }
  }
}

/** Yields the tiles of the box around a piece; columns continue beyond the edge of the world. */
function* around({ fromX, fromY, toX, toY, reach }: Piece, z: number): Generator<MapTile> {
  const size = 2 ** z;
  const top = Math.max(0, Math.floor((Math.min(fromY, toY) - reach) * size));
  const bottom = Math.min(size - 1, Math.floor((Math.max(fromY, toY) + reach) * size));
  const left = Math.floor((Math.min(fromX, toX) - reach) * size);
  const right = Math.floor((Math.max(fromX, toX) + reach) * size);
  for (let x = left; x <= right; x += 1) for (let y = top; y <= bottom; y += 1) yield { z, x, y };
}

/** Whether a piece comes within its reach of a tile. */
function isWithin(piece: Piece, { x, y }: MapTile, size: number): boolean {
  const [left, top, right, bottom] = [x / size, y / size, (x + 1) / size, (y + 1) / size];
  const reach = piece.reach ** 2;
  const toBox = (px: number, py: number) =>
    Math.max(left - px, 0, px - right) ** 2 + Math.max(top - py, 0, py - bottom) ** 2;
  if (toBox(piece.fromX, piece.fromY) <= reach || toBox(piece.toX, piece.toY) <= reach) return true;
  const corners = [
    [left, top],
    [right, top],
    [left, bottom],
    [right, bottom],
  ] as const;
  return corners.some(([cx, cy]) => toPiece(piece, cx, cy) <= reach) || crosses(piece, corners);
}

/** Returns the squared distance from a point to a piece. */
function toPiece({ fromX, fromY, toX, toY }: Piece, x: number, y: number): number {
  const [dx, dy] = [toX - fromX, toY - fromY];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - fromX) * dx + (y - fromY) * dy) / length));
  return (fromX + along * dx - x) ** 2 + (fromY + along * dy - y) ** 2;
}

/** Whether a piece of at most a tile's width, which ends outside, cuts through the tile: corners lie on both sides. */
function crosses({ fromX, fromY, toX, toY }: Piece, corners: readonly (readonly [number, number])[]): boolean {
  const sides = corners.map(([x, y]) => Math.sign((toX - fromX) * (y - fromY) - (toY - fromY) * (x - fromX)));
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const overlaps = (a: number, b: number, values: readonly number[]) =>
    Math.min(a, b) <= Math.max(...values) && Math.max(a, b) >= Math.min(...values);
  return Math.min(...sides) < 0 && Math.max(...sides) > 0 && overlaps(fromX, toX, xs) && overlaps(fromY, toY, ys);
}

function wrapped({ z, x, y }: MapTile, size: number): MapTile {
  return { z, x: ((x % size) + size) % size, y };
}

/** Adds the tiles of the lower zooms, which hold the deepest ones; the lowest zoom comes first. */
function withParents(deepest: readonly MapTile[], zoom: number, minZoom: number): MapTile[] {
  const levels = [[...deepest]];
  for (let z = zoom - 1; z >= minZoom; z -= 1) {
    const parents = levels[0]!.map(({ x, y }) => ({ z, x: x >> 1, y: y >> 1 }));
    levels.unshift([...new Map(parents.map((tile) => [tile.x * 2 ** z + tile.y, tile])).values()]);
  }
  return levels.flat();
}

/** Returns the share of the world's height above a latitude. */
function rowShare(lat: number): number {
  const angle = Math.max(-MERCATOR_LAT_MAX, Math.min(MERCATOR_LAT_MAX, lat)) * RADIANS;
  return (1 - Math.asinh(Math.tan(angle)) / Math.PI) / 2;
}
