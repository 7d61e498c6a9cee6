// Reads long lines piece by piece, so that no turn of the event loop handles a whole one.
import { type ElevatedPoint, type EncodedLeg, LineReader } from './elevation.js';
import { isSame } from './parts.js';
import { LAST_GROUP_BELOW } from './polyline.js';

/** Two differences of zero. */
const REPEATED = '??';

/** Points handled at once: a millisecond or two of work. */
export const PIECE_POINTS_MAX = 2_000;

/** Consecutive points of one part of a line (see parts.ts); possibly none if the piece ends its part. */
export interface LinePiece {
  points: ElevatedPoint[];
  startsPart: boolean;
  endsPart: boolean;
}

/**
 * Reads legs as one line, lazily: its pieces add up to `partsOf(lineOfLegs(legs))`.
 * @throws PolylineError
 */
export function* linePieces(legs: readonly EncodedLeg[], pointsMax: number = PIECE_POINTS_MAX): Generator<LinePiece> {
  let piece: LinePiece = { points: [], startsPart: true, endsPart: false };
  let last: ElevatedPoint | undefined;
  /** Repeats the point before it, which ends a part if another point follows. */
  let repeated: ElevatedPoint | undefined;
  for (const point of pointsOf(legs, pointsMax)) {
    if (repeated) {
      yield { ...piece, endsPart: true };
      piece = { points: [], startsPart: true, endsPart: false };
      last = undefined;
      repeated = undefined;
    }
    if (last && isSame(last, point)) {
      repeated = point;
      continue;
    }
    if (piece.points.length === pointsMax) {
      yield piece;
      piece = { points: [], startsPart: false, endsPart: false };
    }
    piece.points.push(point);
    last = point;
  }
  if (repeated) piece.points.push(repeated);
  yield { ...piece, endsPart: true };
}

/** Reads the first point of one leg; none of an empty one. @throws PolylineError */
export function firstPoint({ path }: EncodedLeg): ElevatedPoint[] {
  return new LineReader(path).read(1);
}

/** Reads the points of one leg between its ends, lazily and in pieces. @throws PolylineError */
export function* pointsBetweenEnds(
  { path }: EncodedLeg,
  pointsMax: number = PIECE_POINTS_MAX,
): Generator<ElevatedPoint[]> {
  const reader = new LineReader(path);
  reader.read(1);
  for (let points = reader.read(pointsMax); points.length > 0; points = reader.read(pointsMax)) {
    yield reader.isDone ? points.slice(0, -1) : points;
  }
}

/** Reports whether {@link linePieces} yields several parts. Reads only the text, in milliseconds for the longest line. */
export function hasParts(legs: readonly EncodedLeg[]): boolean {
  return legs.some(({ path }, index) => repeatsPoint(path, index === legs.length - 1));
}

/** @param isLast a line that ends with a repeated point has no part after it. */
function repeatsPoint(path: string, isLast: boolean): boolean {
  let from = nextNumber(path, nextNumber(path, 0));
  while (from < path.length) {
    const to = nextNumber(path, nextNumber(path, from));
    if (path.startsWith(REPEATED, from) && !(isLast && to >= path.length)) return true;
    from = to;
  }
  return false;
}

/** Returns the index after the number that starts at an index. */
function nextNumber(path: string, index: number): number {
  while (path.charCodeAt(index) >= LAST_GROUP_BELOW) index += 1;
  return index + 1;
}

/** Reads the points of legs, each without the end of the one before it. Decodes a piece at a time. */
function* pointsOf(legs: readonly EncodedLeg[], pointsMax: number): Generator<ElevatedPoint> {
  for (const [index, { path, elevation }] of legs.entries()) {
    const reader = new LineReader(path, elevation);
    if (index > 0) reader.read(1);
    while (!reader.isDone) yield* reader.read(pointsMax);
  }
}
