// Measures and simplifies lines that may have several parts (see parts.ts).
import { pathCrossesBounds } from './crossing.js';
import { type Curviness, curvinessOf } from './curviness.js';
import { pathLengthMeters } from './distance.js';
import type { Bounds, LatLng } from './location.js';
import { joinParts, lineLengthMeters, partsOf } from './parts.js';
import { pointSignificanceMeters, simplifyToCount } from './simplify.js';

/** A part needs two points, and repeats one of them if another part follows. */
const PART_POINTS = 3;
/** Share of the line that must be detailed enough to show its bends; below it, there is no result. */
const DETAILED_SHARE = 0.5;

/** Reports whether a part touches the box or its edge. */
export function lineCrossesBounds(line: readonly LatLng[], bounds: Bounds): boolean {
  return partsOf(line).some((part) => pathCrossesBounds(part, bounds));
}

/**
 * Reduces the line to its most significant points, at most `maxPoints` (2 or more), including the ends of each part. If
 * there are too many parts, keeps the longest.
 */
export function simplifyLine(line: readonly LatLng[], maxPoints: number): LatLng[] {
  const all = partsOf(line);
  if (all.length === 1) return simplifyToCount(line, maxPoints);
  const parts = longest(all, Math.max(1, Math.floor(maxPoints / PART_POINTS)));
  const ranked = parts
    .flatMap((part) => Array.from(pointSignificanceMeters(part)).slice(1, -1))
    .toSorted((a, b) => b - a);
  const room = maxPoints - PART_POINTS * parts.length + 1;
  const floor = ranked[Math.max(room, 0)] ?? -1;
  return joinParts(parts.map((part) => moreSignificant(part, floor)));
}

function longest(parts: readonly (readonly LatLng[])[], count: number): (readonly LatLng[])[] {
  if (parts.length <= count) return [...parts];
  const lengths = new Map(parts.map((part) => [part, pathLengthMeters(part)]));
  const retained = new Set(parts.toSorted((a, b) => lengths.get(b)! - lengths.get(a)!).slice(0, count));
  return parts.filter((part) => retained.has(part));
}

function moreSignificant(part: readonly LatLng[], floor: number): LatLng[] {
  const significance = pointSignificanceMeters(part);
  return part.filter((_, index) => significance[index]! > floor);
}

/** Simplifies the line to each tolerance in meters; always keeps the ends of each part. */
export function linesWithin(line: readonly LatLng[], tolerancesMeters: readonly number[]): LatLng[][] {
  const parts = partsOf(line).map((part) => {
    return { part, significance: pointSignificanceMeters(part, Math.min(...tolerancesMeters)) };
  });
  return tolerancesMeters.map((tolerance) =>
    joinParts(parts.map(({ part, significance }) => part.filter((_, index) => significance[index]! > tolerance))),
  );
}

/** Returns the curviness of all detailed parts; null if they are less than half of the line. */
export function lineCurviness(line: readonly LatLng[]): Curviness {
  const parts = partsOf(line);
  if (parts.length === 1) return curvinessOf(line);
  const known = parts
    .map((part) => ({ lengthMeters: pathLengthMeters(part), value: curvinessOf(part).valueMeters }))
    .flatMap(({ lengthMeters, value }) => (value === null ? [] : [{ lengthMeters, value }]));
  const detailedMeters = known.reduce((sum, { lengthMeters }) => sum + lengthMeters, 0);
  const lengthMeters = lineLengthMeters(line);
  if (detailedMeters === 0 || detailedMeters < DETAILED_SHARE * lengthMeters) {
    return { valueMeters: null, perKilometer: null, enoughDetail: false };
  }
  const perKilometer = known.reduce((sum, { value }) => sum + value, 0) / (detailedMeters / 1_000);
  return { valueMeters: (perKilometer * lengthMeters) / 1_000, perKilometer, enoughDetail: true };
}
