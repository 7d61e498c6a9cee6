import { type Area, doubleArea } from './area.js';
import { type Edge, type Polygon, polygonsOf, type Ring } from './rings.js';

/** A part of a coast line within a box, in its direction. */
interface Piece {
  points: number[];
  /** Places on the box's edge where it enters and leaves, as distances clockwise from the north-west corner. */
  entry: number | null;
  exit: number | null;
}

/** Joins coast lines in their direction, which matters: land is on their left, water on their right. */
export function coastsOf(edges: readonly Edge[]): number[][] {
  const waiting = new Map(edges.map((edge) => [edge.first, edge]));
  const ends = new Set(edges.map(({ last }) => last));
  const coasts: number[][] = [];
  const follow = (start: Edge) => {
    waiting.delete(start.first);
    const points = [...start.points];
    for (let next = waiting.get(start.last); next; next = waiting.get(next.last)) {
      waiting.delete(next.first);
      for (let at = 2; at < next.points.length; at += 1) points.push(next.points[at]!);
    }
    coasts.push(points);
  };
  // Open lines from their beginnings, then closed ones from anywhere.
  for (const edge of edges) if (waiting.get(edge.first) === edge && !ends.has(edge.first)) follow(edge);
  for (const edge of edges) if (waiting.get(edge.first) === edge) follow(edge);
  return coasts;
}

/**
 * Returns the sea within a box, by the coast lines that touch it.
 * @returns null if a coast line ends within the box, as at the edge of an extract: its sides are unknown.
 */
export function seaOf(coasts: readonly (readonly number[])[], box: Area): Polygon[] | null {
  const pieces = coasts.flatMap((coast) => piecesOf(coast, box));
  const closed = pieces.filter(({ entry, exit }) => entry === null && exit === null);
  const crossing = pieces.filter((piece): piece is Crossing => piece.entry !== null && piece.exit !== null);
  if (closed.length + crossing.length < pieces.length || !closed.every(({ points }) => isClosed(points))) return null;
  const islands: Ring[] = closed.map(({ points }) => points).filter((ring) => doubleArea(ring) < 0);
  const waters: Ring[] = closed.map(({ points }) => points).filter((ring) => doubleArea(ring) > 0);
  const outer = crossing.length > 0 ? alongTheEdge(crossing, box) : islands.length > 0 ? [ringOf(box)] : [];
  return polygonsOf([...outer, ...waters], islands);
}

type Crossing = Piece & { entry: number; exit: number };

/** Joins pieces along the edge of the box, clockwise from where one leaves to where the next enters. */
function alongTheEdge(pieces: readonly Crossing[], box: Area): Ring[] {
  const waiting = new Set(pieces);
  const length = 2 * (box.east - box.west + box.south - box.north);
  const ahead = (from: number, to: number) => (to - from + length) % length;
  const rings: Ring[] = [];
  for (const start of pieces) {
    if (!waiting.has(start)) continue;
    const points: number[] = [];
    let piece = start;
    do {
      waiting.delete(piece);
      points.push(...piece.points);
      const { exit } = piece;
      const next = [start, ...waiting].reduce((a, b) => (ahead(exit, b.entry) < ahead(exit, a.entry) ? b : a));
      points.push(...cornersBetween(exit, next.entry, box));
      piece = next;
    } while (piece !== start);
    rings.push([...points, points[0]!, points[1]!]);
  }
  return rings;
}

/** Returns the corners of the box from one place on its edge clockwise to another. */
function cornersBetween(from: number, to: number, { west, north, east, south }: Area): number[] {
  const [width, height] = [east - west, south - north];
  const length = 2 * (width + height);
  const corners = [
    { at: 0, x: west, y: north },
    { at: width, x: east, y: north },
    { at: width + height, x: east, y: south },
    { at: 2 * width + height, x: west, y: south },
  ];
  const span = (to - from + length) % length;
  return corners
    .map((corner) => ({ ...corner, ahead: (corner.at - from + length) % length }))
    .filter(({ ahead }) => ahead > 0 && ahead < span)
    .sort((a, b) => a.ahead - b.ahead)
    .flatMap(({ x, y }) => [x, y]);
}

/** Clips a coast line to a box. */
function piecesOf(coast: readonly number[], box: Area): Piece[] {
  const pieces: Piece[] = [];
  let piece: Piece | null = null;
  for (let at = 0; at + 3 < coast.length; at += 2) {
    const part = clipped(coast[at]!, coast[at + 1]!, coast[at + 2]!, coast[at + 3]!, box);
    if (!part) continue;
    if (!piece || part.isEntry) {
      piece = {
        points: [part.x0, part.y0],
        entry: part.isEntry ? placeOnEdge(part.x0, part.y0, box) : null,
        exit: null,
      };
      pieces.push(piece);
    }
    piece.points.push(part.x1, part.y1);
    if (!part.isExit) continue;
    piece.exit = placeOnEdge(part.x1, part.y1, box);
    piece = null;
  }
  return joinedAtStart(pieces, isClosed(coast));
}

/** A closed line may begin within the box: its last piece goes on as its first. */
function joinedAtStart(pieces: Piece[], isRing: boolean): Piece[] {
  const [first, last] = [pieces[0], pieces.at(-1)];
  if (!isRing || !first || !last || first === last || first.entry !== null || last.exit !== null) return pieces;
  const joined = { points: [...last.points, ...first.points.slice(2)], entry: last.entry, exit: first.exit };
  return [joined, ...pieces.slice(1, -1)];
}

/** Clips a segment: Y. Liang and B. Barsky, A new concept and method for line clipping (1984). */
function clipped(x0: number, y0: number, x1: number, y1: number, { west, north, east, south }: Area) {
  const [dx, dy] = [x1 - x0, y1 - y0];
  let [from, to] = [0, 1];
  for (const [step, room] of [
    [-dx, x0 - west],
    [dx, east - x0],
    [-dy, y0 - north],
    [dy, south - y0],
  ] as const) {
    if (step === 0 && room < 0) return null;
    if (step < 0) from = Math.max(from, room / step);
    else if (step > 0) to = Math.min(to, room / step);
  }
  if (from >= to) return null;
  const at = (share: number) => [Math.round(x0 + share * dx), Math.round(y0 + share * dy)] as const;
  const [[ax, ay], [bx, by]] = [at(from), at(to)];
  return { x0: ax, y0: ay, x1: bx, y1: by, isEntry: from > 0, isExit: to < 1 };
}

/** Returns the distance of a point on the edge from the north-west corner, clockwise. */
function placeOnEdge(x: number, y: number, { west, north, east, south }: Area): number {
  const [width, height] = [east - west, south - north];
  const sides = [
    { off: Math.abs(y - north), at: x - west },
    { off: Math.abs(x - east), at: width + (y - north) },
    { off: Math.abs(y - south), at: width + height + (east - x) },
    { off: Math.abs(x - west), at: 2 * width + height + (south - y) },
  ];
  return sides.reduce((a, b) => (b.off < a.off ? b : a)).at;
}

function isClosed(line: readonly number[]): boolean {
  return line.length >= 8 && line[0] === line.at(-2) && line[1] === line.at(-1);
}

function ringOf({ west, north, east, south }: Area): Ring {
  return [west, north, east, north, east, south, west, south, west, north];
}
