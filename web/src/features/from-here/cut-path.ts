import { distanceMeters, pathLengthMeters } from '@switchback/geo/distance';
import type { LatLng } from '@switchback/geo/location';

/** Shares of the length at which two lines are compared. */
const COMPARED = [0.25, 0.5, 0.75];

/**
 * Returns the part of a drive's full line that a leg follows, in the leg's direction.
 * @param full returns the leg if it is empty
 * @param leg the same part with fewer points
 */
export function cutPath(full: readonly LatLng[], leg: readonly LatLng[]): readonly LatLng[] {
  if (full.length < 2 || leg.length < 2) return leg;
  const cuts = [full, full.toReversed()].flatMap((line) => {
    const [from, to] = [nearest(line, leg[0]!), line.length - 1 - nearest(line.toReversed(), leg.at(-1)!)];
    return from < to ? [line.slice(from, to + 1)] : [];
  });
  const [best = leg] = cuts.toSorted((a, b) => differenceMeters(a, leg) - differenceMeters(b, leg));
  return best;
}

/** Returns the index of the point nearest to a place; the first of several. */
function nearest(line: readonly LatLng[], place: LatLng): number {
  const meters = line.map((point) => distanceMeters(point, place));
  return meters.indexOf(meters.reduce((least, each) => Math.min(least, each), Infinity));
}

function differenceMeters(a: readonly LatLng[], b: readonly LatLng[]): number {
  return COMPARED.reduce((sum, share) => sum + distanceMeters(pointAt(a, share), pointAt(b, share)), 0);
}

/** Returns the last point before a share of the length. */
function pointAt(line: readonly LatLng[], share: number): LatLng {
  return line[indexAt(line, share)]!;
}

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
