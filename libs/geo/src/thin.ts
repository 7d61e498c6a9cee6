import { distanceMeters } from './distance.js';
import type { ElevatedPoint } from './elevation.js';
import { isSame, partRanges } from './parts.js';
import { pointSignificanceMeters } from './simplify.js';

/** A meter is the precision of stored points. */
const TOLERANCE_METERS = 1;
/** Longest step that thinning makes: lines with shorter steps show their bends (see `curvinessOf`). */
const SPACING_METERS = 25;
/** Half a meter of height counts as much as a meter to the side: less than the lowest climb (see `elevationProfile`). */
const HEIGHT_WEIGHT = 2;

/**
 * Chooses the points that a line needs: those left out lie within a meter, and half a meter of height, of the line between
 * their neighbors, which are at most 25 m apart. Of more than `pointsMax` such points, chooses the most significant ones.
 * Keeps the ends of each part (see parts.ts), and each height next to an unknown one. Idempotent, except for a line of
 * too many points and for one that moves back along itself.
 * @param line two points or more.
 * @param fixed indexes of points to keep.
 * @returns ascending indexes; more than `pointsMax` only if the line has that many parts.
 */
export function thinnedIndexes(line: readonly ElevatedPoint[], fixed: readonly number[], pointsMax: number): number[] {
  const needed = neededPoints(line, fixed);
  const retained = indexesOf(keptPoints(line, needed));
  return retained.length <= pointsMax ? retained : mostSignificant(line, retained, needed, pointsMax);
}

function mostSignificant(
  line: readonly ElevatedPoint[],
  retained: readonly number[],
  needed: Uint8Array,
  pointsMax: number,
): number[] {
  const points = retained.map((index) => line[index]!);
  const significance = partRanges(points).flatMap(({ first, end }) => {
    const part = points.slice(first, end);
    // The repeated point after it is needed anyway.
    return [...pointSignificanceMeters(part, 0, heightsOf(part)), ...(end < points.length ? [Infinity] : [])];
  });
  const ranked = retained.map((index, at) => ({ index, rank: needed[index] === 1 ? Infinity : significance[at]! }));
  const count = Math.max(pointsMax, ranked.filter(({ rank }) => rank === Infinity).length);
  return ranked
    .sort((a, b) => (a.rank === b.rank ? a.index - b.index : b.rank - a.rank))
    .slice(0, count)
    .map(({ index }) => index)
    .sort((a, b) => a - b);
}

/** Marks the points to keep in any case. */
function neededPoints(line: readonly ElevatedPoint[], fixed: readonly number[]): Uint8Array {
  const needed = new Uint8Array(line.length);
  for (const index of fixed) needed[index] = 1;
  for (const { first, end } of partRanges(line)) {
    needed[first] = 1;
    needed[end - 1] = 1;
    // The repeated point that separates it from the next part.
    if (end < line.length) needed[end] = 1;
  }
  for (let index = 1; index < line.length; index += 1) {
    const [before, point] = [line[index - 1]!, line[index]!];
    if ((before.elevation === undefined) === (point.elevation === undefined)) continue;
    needed[before.elevation === undefined ? index : index - 1] = 1;
  }
  return needed;
}

function keptPoints(line: readonly ElevatedPoint[], needed: Uint8Array): Uint8Array {
  const kept = needed.slice();
  let last = 0;
  for (let index = 1; index < line.length; index += 1) {
    if (kept[index] === 0 && distanceMeters(line[last]!, line[index + 1]!) > SPACING_METERS) kept[index] = 1;
    if (kept[index] === 1) {
      keepBends(line, last, index, kept);
      last = index;
    }
  }
  return kept;
}

/** Marks the points between two kept ones that are too far from the straight line between these. */
function keepBends(line: readonly ElevatedPoint[], first: number, last: number, kept: Uint8Array): void {
  if (last - first < 2) return;
  const stretch = line.slice(first, last + 1);
  const significance = pointSignificanceMeters(stretch, TOLERANCE_METERS, heightsOf(stretch));
  for (let index = first + 1; index < last; index += 1) {
    if (significance[index - first]! > TOLERANCE_METERS) kept[index] = 1;
  }
  // Two kept points in the same place would separate two parts.
  if (isSame(line[first]!, line[last]!) && !kept.subarray(first + 1, last).includes(1)) kept[first + 1] = 1;
}

function heightsOf(points: readonly ElevatedPoint[]): number[] {
  return points.map(({ elevation = NaN }) => elevation * HEIGHT_WEIGHT);
}

function indexesOf(marks: Uint8Array): number[] {
  return Array.from(marks.keys()).filter((index) => marks[index] === 1);
}
