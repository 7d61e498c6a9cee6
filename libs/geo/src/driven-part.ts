import { encodeElevations, type ElevatedPoint, type EncodedLeg, withElevations } from './elevation.js';
import { stretchOf } from './line-stretch.js';
import { joinParts, lineLengthMeters, partsOf } from './parts.js';
import { decodePolyline, encodePolyline } from './polyline.js';

/** Distances along a drive in its own direction, in meters of its stated length. */
export interface Stretch {
  from: number;
  to: number;
}

/** How much of a drive someone drives, and in which direction. */
export interface DrivenPart {
  /** From the end to the start. */
  reversed: boolean;
  /** Null for the whole drive. */
  stretch: Stretch | null;
}

/** The whole drive in its own direction. */
export const WHOLE: DrivenPart = { reversed: false, stretch: null };

/**
 * Returns the stretch of a drive of this length; null for the whole drive. A drive may have become shorter since the
 * stretch was chosen: the stretch ends with the drive, and one beyond the drive's end is the whole drive.
 */
export function stretchWithin({ stretch }: Pick<DrivenPart, 'stretch'>, distanceMeters: number): Stretch | null {
  if (stretch === null) return null;
  const [from, to] = [Math.max(0, stretch.from), Math.min(stretch.to, distanceMeters)];
  return from < to && to - from < distanceMeters ? { from, to } : null;
}

/** Returns the share of a drive's length, from 0 to 1. */
export function shareOf(part: Pick<DrivenPart, 'stretch'>, distanceMeters: number): number {
  const stretch = stretchWithin(part, distanceMeters);
  return stretch === null ? 1 : (stretch.to - stretch.from) / distanceMeters;
}

/**
 * Returns the points of a line in the order of travel.
 * @param distanceMeters stated length of the line; the line's own may differ, as that of a simplified one does.
 */
export function drivenLine(
  line: readonly ElevatedPoint[],
  part: DrivenPart,
  distanceMeters: number,
): readonly ElevatedPoint[] {
  const stretch = stretchWithin(part, distanceMeters);
  const scale = lineLengthMeters(line) / distanceMeters;
  const driven = stretch === null ? line : stretchOf(line, stretch.from * scale, stretch.to * scale);
  return part.reversed ? reversed(driven) : driven;
}

/** Returns the legs of a drive in the order of travel; legs outside the stretch are left out. */
export function drivenLegs(legs: readonly EncodedLeg[], part: DrivenPart, distanceMeters: number): EncodedLeg[] {
  const stretch = stretchWithin(part, distanceMeters);
  if (stretch === null && !part.reversed) return [...legs];
  const lines = legs.map(({ path, elevation = '' }) => withElevations(decodePolyline(path), elevation));
  const lengths = lines.map(lineLengthMeters);
  const scale = lengths.reduce((sum, length) => sum + length, 0) / distanceMeters;
  let start = 0;
  const driven = lines.flatMap((line, index) => {
    const [from, length] = [start, lengths[index]!];
    start += length;
    const cut = stretch === null ? line : within(line, length, stretch.from * scale - from, stretch.to * scale - from);
    return cut.length < 2 ? [] : [cut];
  });
  return (part.reversed ? driven.map(reversed).reverse() : driven).map((line) => ({
    path: encodePolyline(line),
    elevation: encodeElevations(line),
  }));
}

function within(line: readonly ElevatedPoint[], length: number, from: number, to: number): readonly ElevatedPoint[] {
  if (from <= 0 && to >= length) return line;
  return from >= length || to <= 0 ? [] : stretchOf(line, Math.max(0, from), to);
}

function reversed(line: readonly ElevatedPoint[]): ElevatedPoint[] {
  const parts = partsOf(line);
  return joinParts(parts.map((part) => part.toReversed()).reverse());
}
