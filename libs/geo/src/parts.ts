import { pathLengthMeters } from './distance.js';
import type { LatLng } from './location.js';

/**
 * Joins the parts of a line into one list of points, in travel order; every part but the last repeats its last point.
 * Code that is unaware of parts sees one line with a straight jump; code that is aware draws no jump. External lines
 * must not repeat points: see {@link withoutRepeats}.
 */
export function joinParts<Point extends LatLng>(parts: readonly (readonly Point[])[]): Point[] {
  return parts.flatMap((part, index) => (index < parts.length - 1 ? [...part, part[part.length - 1]!] : part));
}

/** Splits a line into its parts, without the repeated points; returns the line itself if it has one part. */
export function partsOf<Point extends LatLng>(line: readonly Point[]): (readonly Point[])[] {
  const ranges = partRanges(line);
  return ranges.length === 1 ? [line] : ranges.map(({ first, end }) => line.slice(first, end));
}

/** Returns the indexes of each part's first point and of the point after its last one, which repeats that. */
export function partRanges(line: readonly LatLng[]): { first: number; end: number }[] {
  const ranges: { first: number; end: number }[] = [];
  let first = 0;
  for (let index = 1; index < line.length - 1; index += 1) {
    if (index <= first || !isSame(line[index - 1]!, line[index]!)) continue;
    ranges.push({ first, end: index });
    first = index + 1;
  }
  return [...ranges, { first, end: line.length }];
}

/** Reports whether a point starts a part, so that no line leads to it. */
export function startsPart(line: readonly LatLng[], index: number): boolean {
  return index === 0 || (index >= 2 && isSame(line[index - 2]!, line[index - 1]!));
}

/** Returns the length in meters of all parts, without the gaps between them. */
export function lineLengthMeters(line: readonly LatLng[]): number {
  return partsOf(line).reduce((sum, part) => sum + pathLengthMeters(part), 0);
}

/** Removes consecutive duplicate points, which makes the line one part. */
export function withoutRepeats<Point extends LatLng>(path: readonly Point[]): Point[] {
  return path.filter((point, index) => index === 0 || !isSame(path[index - 1]!, point));
}

/** Reports whether two points have the same coordinates. */
export function isSame(a: LatLng, b: LatLng): boolean {
  return a.lat === b.lat && a.lng === b.lng;
}
