import type { Area } from './area.js';

type Points = ArrayLike<number>;

/**
 * Clips a closed ring to a box, along whose edges the cut parts run: I. Sutherland and G. Hodgman, Reentrant polygon
 * clipping (1974).
 * @returns the ring, closed; empty if it lies outside.
 */
export function clipRing(ring: Points, { west, north, east, south }: Area): number[] {
  let clipped = cut(ring, 0, west, 1);
  clipped = cut(clipped, 0, east, -1);
  clipped = cut(clipped, 1, north, 1);
  clipped = cut(clipped, 1, south, -1);
  return clipped;
}

/** Drops what lies of a ring beyond a line; `side` is 1 if larger values are inside, -1 if smaller ones are. */
function cut(points: Points, axis: 0 | 1, limit: number, side: 1 | -1): number[] {
  const inside: number[] = [];
  const isIn = (at: number) => side * (points[at + axis]! - limit) >= 0;
  for (let at = 0; at < points.length; at += 2) {
    const before = at - 2;
    if (before >= 0 && isIn(before) !== isIn(at)) {
      const share = (limit - points[before + axis]!) / (points[at + axis]! - points[before + axis]!);
      const along = (offset: 0 | 1) =>
        offset === axis
          ? limit
          : Math.round(points[before + offset]! + share * (points[at + offset]! - points[before + offset]!));
      inside.push(along(0), along(1));
    }
    if (isIn(at)) inside.push(points[at]!, points[at + 1]!);
  }
  // The cut may have dropped the point where the ring starts and ends.
  const [x, y] = inside;
  if (x !== undefined && y !== undefined && (inside.at(-2) !== x || inside.at(-1) !== y)) inside.push(x, y);
  return inside;
}
