import { distanceMeters } from './distance.js';
import { type Turns, turnsOf } from './heading-change.js';
import type { LatLng } from './location.js';
import { partsOf } from './parts.js';

/** A piece of a line whose kilometers all belong to one class of curviness. */
export interface Run<Class> {
  class: Class;
  path: LatLng[];
}

/** Shortest piece that is measured by itself: about a kilometer. */
const PIECE_TURNS = 7;
/** Limit per part: pieces of a long part are longer. */
const PIECES_MAX = 100;

/**
 * Splits a line where it becomes more or less curvy. Each run starts at the point where the previous one ends, except
 * after a gap between parts.
 * @param classOf the class of a piece by its degrees per kilometer.
 */
export function runsOf<Class>(line: readonly LatLng[], classOf: (degreesPerKm: number) => Class): Run<Class>[] {
  return partsOf(line).flatMap((part) => runsOfPart(part, classOf));
}

function runsOfPart<Class>(part: readonly LatLng[], classOf: (degreesPerKm: number) => Class): Run<Class>[] {
  const turns = turnsOf(part);
  const turnsPerPiece = Math.max(PIECE_TURNS, Math.ceil(turns.degrees.length / PIECES_MAX));
  const pieceMeters = turnsPerPiece * turns.spacingMeters;
  const classes = measurePieces(turns, turnsPerPiece).map(classOf);
  const runs: Run<Class>[] = [];
  let passedMeters = 0;
  for (let index = 1; index < part.length; index += 1) {
    const [from, to] = [part[index - 1]!, part[index]!];
    const lengthMeters = distanceMeters(from, to);
    const piece = Math.floor((passedMeters + lengthMeters / 2) / pieceMeters);
    const current = classes[Math.min(piece, classes.length - 1)]!;
    const run = runs.at(-1);
    if (run?.class === current) run.path.push(to);
    else runs.push({ class: current, path: [from, to] });
    passedMeters += lengthMeters;
  }
  return runs;
}

/** Returns the degrees per kilometer of each piece; the last one takes the rest. */
function measurePieces({ degrees, spacingMeters }: Turns, turnsPerPiece: number): number[] {
  const count = Math.max(1, Math.floor(degrees.length / turnsPerPiece));
  return Array.from({ length: count }, (_, piece) => {
    const end = piece === count - 1 ? degrees.length : (piece + 1) * turnsPerPiece;
    const own = degrees.slice(piece * turnsPerPiece, end);
    const sum = own.reduce((total, turn) => total + Math.abs(turn), 0);
    return own.length === 0 ? 0 : sum / own.length / (spacingMeters / 1_000);
  });
}
