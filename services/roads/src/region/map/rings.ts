import { doubleArea } from './area.js';

/** A line between two nodes: alternating x and y, and the ids of its ends. */
export interface Edge {
  first: number;
  last: number;
  points: readonly number[];
}

/** Points of a hole that decide which ring it lies in. */
const TESTED_POINTS = 9;

/** A ring of alternating x and y, closed. */
export type Ring = readonly number[];

/** An outer ring, and the holes in it. */
export type Polygon = readonly Ring[];

/**
 * Joins lines at their common ends to closed rings, whatever their directions.
 * @returns the rings, and the number of lines that close none.
 */
export function ringsOf(edges: readonly Edge[]): { rings: Ring[]; open: number } {
  const rings: Ring[] = [];
  const waiting = new Set(edges);
  const atEnd = new Map<number, Set<Edge>>();
  for (const edge of edges)
    for (const end of [edge.first, edge.last]) atEnd.set(end, (atEnd.get(end) ?? new Set()).add(edge));
  let open = 0;
  for (const start of edges) {
    if (!waiting.delete(start)) continue;
    const points = [...start.points];
    let end = start.last;
    let used = 1;
    while (end !== start.first) {
      const next = [...(atEnd.get(end) ?? [])].find((edge) => waiting.has(edge));
      if (!next) break;
      waiting.delete(next);
      used += 1;
      const isForward = next.first === end;
      append(points, isForward ? next.points : reversed(next.points));
      end = isForward ? next.last : next.first;
    }
    if (end === start.first && points.length >= 8) rings.push(points);
    else open += used;
  }
  return { rings, open };
}

/** Appends a line whose first point is the last one of `points`. */
function append(points: number[], line: readonly number[]): void {
  for (let at = 2; at < line.length; at += 1) points.push(line[at]!);
}

function reversed(points: readonly number[]): number[] {
  const turned: number[] = [];
  for (let at = points.length - 2; at >= 0; at -= 2) turned.push(points[at]!, points[at + 1]!);
  return turned;
}

/** Assigns each hole to the smallest outer ring around it; a hole in none is dropped. */
export function polygonsOf(outer: readonly Ring[], inner: readonly Ring[]): Polygon[] {
  const polygons = outer
    .map((ring) => ({ rings: [ring], area: Math.abs(doubleArea(ring)) }))
    .sort((a, b) => a.area - b.area);
  for (const hole of inner) polygons.find(({ rings }) => isInside(hole, rings[0]!))?.rings.push(hole);
  return polygons.map(({ rings }) => rings);
}

/** Whether most of some points of a hole lie in a ring, which the hole may touch. */
function isInside(hole: Ring, ring: Ring): boolean {
  const count = hole.length / 2 - 1;
  const step = Math.ceil(count / TESTED_POINTS);
  let [inside, tested] = [0, 0];
  for (let at = 0; at < count; at += step) {
    tested += 1;
    if (contains(ring, hole[2 * at]!, hole[2 * at + 1]!)) inside += 1;
  }
  return inside > tested / 2;
}

/** Even-odd rule: W. Randolph Franklin, PNPOLY. */
export function contains(ring: ArrayLike<number>, x: number, y: number): boolean {
  let isIn = false;
  for (let at = 0, before = ring.length - 2; at < ring.length; before = at, at += 2) {
    const [ax, ay, bx, by] = [ring[at]!, ring[at + 1]!, ring[before]!, ring[before + 1]!];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isIn = !isIn;
  }
  return isIn;
}
