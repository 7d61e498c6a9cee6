import { distanceMeters, pathLengthMeters } from '@switchback/geo/distance';
import type { LatLng } from '@switchback/geo/location';

/** Returns the index of the last point before a share of the length, from 0 to 1. */
function indexAt(line: readonly LatLng[], share: number): number {
  let left = share * pathLengthMeters(line);
  for (let index = 1; index < line.length; index += 1) {
    left -= distanceMeters(line[index - 1]!, line[index]!);
    if (left < 0) return index - 1;
  }
  return line.length - 1;
}

/** Splits a line into parts of about equal length; each begins where the previous one ends. */
export function splitPath(line: readonly LatLng[], count: number): (readonly LatLng[])[] {
  const cuts = Array.from({ length: count + 1 }, (_, index) =>
    index === count ? line.length - 1 : indexAt(line, index / count),
  );
  return cuts
    .slice(1)
    .map((to, index) => line.slice(cuts[index], to + 1))
    .filter((part) => part.length > 1);
}
