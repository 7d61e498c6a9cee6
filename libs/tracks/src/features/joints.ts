import { distanceMeters, pathLengthMeters } from '@switchback/geo/distance';
import type { ElevatedPoint } from '@switchback/geo/elevation';
import type { LatLng } from '@switchback/geo/location';
import { titleOfProperties } from './feature-properties.js';
import { type NameRelation, relateNames } from './piece-names.js';
import { cutText } from './plain-text.js';
import { type FileItem, IMPORT_LIMITS, type RawFeature } from './raw-feature.js';

/** Ends this close count as one place; legs of an authored drive may be as far apart. */
const MEET_METERS = 100;
/** A longer line whose ends meet is a loop; a shorter one is a recorder that was restarted. */
const LOOP_METERS_MIN = 400;
/** A loop's ends may be this share of its length apart: a receiver needs a while for its first fix. */
const LOOP_GAP_SHARE = 0.02;
const LOOP_GAP_METERS_MAX = 500;
/** A longer break between two recordings is a night. */
const BREAK_MS_MAX = 6 * 3_600_000;

export type FeatureItem = Extract<FileItem, { feature: RawFeature }>;

/** A possible piece of a drive, in one part or several. */
export interface Piece {
  item: FeatureItem;
  parts: ElevatedPoint[][];
  meters: number;
  /** '' for a line that has no name, or that of its file or folder. */
  title: string;
  /** Name of its file or folder; '' if that has none. */
  folder: string;
}

/** @param parts not empty, each with two points or more. */
export function pieceOf(item: FeatureItem, parts: ElevatedPoint[][]): Piece {
  const { properties, fileTitle = '' } = item.feature;
  const title = titleOfProperties(properties);
  return {
    item,
    parts,
    meters: parts.reduce((sum, part) => sum + pathLengthMeters(part), 0),
    // Names are compared often, and a hostile file has long ones.
    title: title === fileTitle ? '' : cutText(title, IMPORT_LIMITS.titleMax),
    folder: cutText(fileTitle, IMPORT_LIMITS.titleMax),
  };
}

type ChainEnd = 'start' | 'end';

/**
 * Finds the pieces that continue a drive. Lines can meet and still be drives of their own: loops, alternatives between
 * the same ends, lines with different names, recordings of different days, and three lines that meet at one place.
 * Which of those to take is the person's choice.
 */
export class Joints {
  private readonly ends: readonly LatLng[];

  /** @param pieces all pieces of the file. */
  constructor(pieces: readonly Piece[]) {
    const lines = pieces.filter(({ meters }) => meters > MEET_METERS);
    this.ends = lines.flatMap((piece) => [startOf(piece), endOf(piece)]);
  }

  /** Finds a piece to drive at one end of a chain, in its given direction if possible, else reversed. */
  find<T extends Piece>(pieces: readonly T[], chain: readonly Piece[], at: ChainEnd) {
    if (chain.some(isLoop)) return null;
    for (const isTurned of [false, true]) {
      const piece = pieces.find((other) => !isLoop(other) && this.continues(chain, at, other, isTurned));
      if (piece) return { piece, isTurned };
    }
    return null;
  }

  private continues(chain: readonly Piece[], at: ChainEnd, piece: Piece, isTurned: boolean): boolean {
    const [near, far] = (at === 'end') === isTurned ? [endOf, startOf] : [startOf, endOf];
    const [here, there] = at === 'end' ? [endOf, startOf] : [startOf, endOf];
    const last = at === 'end' ? chain.at(-1)! : chain[0]!;
    const place = here(last);
    if (!meet(near(piece), place)) return false;
    const relation = relate(last, piece);
    if (relation === 'different' || breakMs(last, piece) > BREAK_MS_MAX) return false;
    const isNumbered = relation === 'consecutive';
    if (!isNumbered && this.ends.filter((end) => meet(end, place)).length > 2) return false;
    const closes = piece.meters > MEET_METERS && meet(far(piece), there(at === 'end' ? chain[0]! : chain.at(-1)!));
    // Two lines that share both ends are alternatives, unless they are numbered in driving direction.
    return !closes || (!isTurned && (isNumbered || chain.length > 1));
  }
}

export function turned<T extends Piece>(piece: T): T {
  return { ...piece, parts: piece.parts.toReversed().map((part) => part.toReversed()) };
}

function relate(one: Piece, other: Piece): NameRelation {
  const titles = relateNames(one.title, other.title);
  const folders = relateNames(one.folder, other.folder);
  if (titles === 'different' || folders === 'different') return 'different';
  return titles === 'equal' ? folders : titles;
}

/** Returns the time between two recordings; not positive if they overlap or have no times. */
function breakMs({ item: one }: Piece, { item: other }: Piece): number {
  const [first, second] = [one.feature.recordedMs, other.feature.recordedMs];
  return first && second ? Math.max(second.start - first.end, first.start - second.end) : 0;
}

function isLoop(piece: Piece): boolean {
  const gapMax = Math.max(MEET_METERS, Math.min(LOOP_GAP_METERS_MAX, piece.meters * LOOP_GAP_SHARE));
  return piece.meters > LOOP_METERS_MIN && distanceMeters(startOf(piece), endOf(piece)) <= gapMax;
}

function meet(one: LatLng, other: LatLng): boolean {
  return distanceMeters(one, other) <= MEET_METERS;
}

function startOf({ parts }: Piece): LatLng {
  return parts[0]![0]!;
}

function endOf({ parts }: Piece): LatLng {
  return parts.at(-1)!.at(-1)!;
}
