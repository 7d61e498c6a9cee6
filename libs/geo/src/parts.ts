import { pathLengthMeters } from './distance.js';
import type { LatLng } from './location.js';

/**
 * A line of several parts travels as one list of points, in the order of travel, in which a part that another follows
 * ends with its last point twice. Who does not know of parts sees one line with a straight jump; who does draws none.
 * Lines that come from elsewhere hold no point twice in a row: see {@link withoutRepeats}.
 */
export function joinParts<Point extends LatLng>(parts: readonly (readonly Point[])[]): Point[] {
  return parts.flatMap((part, index) => (index < parts.length - 1 ? [...part, part[part.length - 1]!] : part));
}

/** The parts of a line, each with its points once; the line itself where it has one. */
export function partsOf<Point extends LatLng>(line: readonly Point[]): (readonly Point[])[] {
  const parts: (readonly Point[])[] = [];
  let first = 0;
  for (let index = 1; index < line.length - 1; index += 1) {
    if (index <= first || !isSame(line[index - 1]!, line[index]!)) continue;
    parts.push(line.slice(first, index));
    first = index + 1;
  }
  return first === 0 ? [line] : [...parts, line.slice(first)];
}

/** True for a point that no line leads to: it begins a part. */
export function beginsPart(line: readonly LatLng[], index: number): boolean {
  return index === 0 || (index >= 2 && isSame(line[index - 2]!, line[index - 1]!));
}

/** Metres of all parts, without the ways between them. */
export function lineLengthMeters(line: readonly LatLng[]): number {
  return partsOf(line).reduce((sum, part) => sum + pathLengthMeters(part), 0);
}

/** Without points that stand twice in a row, as one part. */
export function withoutRepeats<Point extends LatLng>(path: readonly Point[]): Point[] {
  return path.filter((point, index) => index === 0 || !isSame(path[index - 1]!, point));
}

function isSame(a: LatLng, b: LatLng): boolean {
  return a.lat === b.lat && a.lng === b.lng;
}
