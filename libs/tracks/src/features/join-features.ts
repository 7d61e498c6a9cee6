import type { ElevatedPoint } from '@switchback/geo/elevation';
import { linesOf, Refusal } from './feature-geometry.js';
import { titleOfProperties } from './feature-properties.js';
import { type FeatureItem, Joints, type Piece, pieceOf, turned } from './joints.js';
import type { FileItem, NamedPlace } from './raw-feature.js';
import { followsWay, type Outline, outlineOf } from './same-way.js';

/** A file with more lines is a catalogue in which each line is a drive. */
const LINES_MAX = 100;
const POINTS_MAX = 400_000;
const PLACES_MAX = 1_000;

/** A piece with an outline, for comparison with the rest. */
interface OutlinedPiece extends Piece {
  outline: Outline;
}

/**
 * Merges lines of a file that belong to one drive into one feature: drops a planned route if a track follows the same
 * way, and joins lines whose ends meet unless {@link Joints} finds a reason against it. Reports both as notes. Each feature gets the places of the file. Files with
 * very many lines pass unchanged.
 * @param fileTitle title of joined lines if the file has none.
 */
export async function* joinFeatures(
  items: AsyncIterable<FileItem>,
  fileTitle = '',
): AsyncGenerator<FileItem, void, void> {
  const pieces: Piece[] = [];
  const places: NamedPlace[] = [];
  let points = 0;
  let isCatalogue = false;
  for await (const item of items) {
    const piece = 'feature' in item && !isCatalogue ? toPiece(item) : null;
    if (!piece) {
      if ('place' in item && places.length < PLACES_MAX) places.push(item.place);
      yield item;
      continue;
    }
    pieces.push(piece);
    points += piece.parts.reduce((sum, part) => sum + part.length, 0);
    isCatalogue = pieces.length > LINES_MAX || points > POINTS_MAX;
    if (isCatalogue) yield* pieces.splice(0).map((held) => held.item);
  }
  for (const item of pieces.length > 1 ? joined(pieces, fileTitle) : pieces.map((piece) => piece.item)) {
    yield 'feature' in item && places.length > 0 ? { ...item, feature: { ...item.feature, places } } : item;
  }
}

/** Returns null for an invalid line, which is refused later with its reason. */
function toPiece(item: FeatureItem): Piece | null {
  try {
    const parts = linesOf(item.feature.geometry);
    return parts.every((part) => part.length >= 2) ? pieceOf(item, parts) : null;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

function* joined(found: readonly Piece[], fileTitle: string): Generator<FileItem> {
  const pieces = found.map((piece) => ({ ...piece, outline: outlineOf(piece.parts) }));
  const left = new Set<OutlinedPiece>();
  for (const piece of pieces) {
    const track = piece.item.feature.kind === 'route' && pieces.find((other) => isTrackOf(other, piece));
    if (track) {
      const note = `The route ${nameOf(piece)} was left out: the track ${nameOf(track)} is of the same way.`;
      yield { line: piece.item.line, note };
    } else {
      left.add(piece);
    }
  }
  const joints = new Joints([...left]);
  while (left.size > 0) {
    const chain = chainFrom(left, joints);
    yield* chain.length === 1 ? [chain[0]!.item] : join(chain, fileTitle);
  }
}

function isTrackOf({ item, outline }: OutlinedPiece, route: OutlinedPiece): boolean {
  return item.feature.kind === 'track' && followsWay(route.outline, outline);
}

/** Removes the first piece from the list, with every piece that can be driven before or after it. */
function chainFrom(left: Set<OutlinedPiece>, joints: Joints): Piece[] {
  const [first] = left;
  // A second line of the same way is not a next piece.
  let others = [...left];
  const removePiece = (piece: OutlinedPiece) => {
    left.delete(piece);
    others = others.filter((other) => other !== piece && !followsWay(other.outline, piece.outline));
  };
  removePiece(first!);
  const chain: Piece[] = [first!];
  for (;;) {
    const onward = joints.find(others, chain, 'end');
    const found = onward ?? joints.find(others, chain, 'start');
    if (!found) return chain;
    removePiece(found.piece);
    const next = found.isTurned ? turned(found.piece) : found.piece;
    if (onward) chain.push(next);
    else chain.unshift(next);
  }
}

function* join(chain: readonly Piece[], fileTitle: string): Generator<FileItem> {
  const { line, feature } = chain[0]!.item;
  const coordinates: ElevatedPoint[][] = [];
  for (const { parts } of chain) {
    const [first, ...others] = parts;
    coordinates.splice(-1, 1, [...(coordinates.at(-1) ?? []), ...first!], ...others);
  }
  const seconds = chain.flatMap(({ item }) => item.feature.recordedSeconds ?? [null]);
  const total = seconds.reduce((sum, value) => (sum === null || value === null ? null : sum + value), 0);
  const jumps = chain.reduce((sum, { item }) => sum + (item.feature.jumps ?? 0), 0);
  const title = feature.fileTitle || fileTitle || feature.properties['title'];
  yield { line, note: `Lines that meet were joined: ${chain.map(nameOf).join(', ')}.` };
  yield {
    line,
    feature: {
      ...feature,
      properties: { ...feature.properties, title },
      geometry: {
        type: 'MultiLineString',
        coordinates: coordinates.map((part) => part.map(({ lat, lng, elevation }) => [lng, lat, elevation])),
      },
      ...(jumps > 0 && { jumps }),
      recordedSeconds: coordinates.map(() => (coordinates.length === 1 ? total : null)),
    },
  };
}

function nameOf({ item, meters }: Piece): string {
  const title = titleOfProperties(item.feature.properties);
  return title === '' ? `a line of ${Math.round(meters / 100) / 10} km` : `“${title.slice(0, 60)}”`;
}
