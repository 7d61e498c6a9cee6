import { distanceMeters, pathLengthMeters } from './distance.js';
import type { LatLng } from './location.js';
import { RESAMPLE_MAX_POINTS, resamplePath } from './resample.js';

export interface Curviness {
  /** Weighted length of the curves in meters; null without enough detail. */
  valueMeters: number | null;
  /** Weighted meters per kilometer of the path. */
  perKilometer: number | null;
  enoughDetail: boolean;
}

/** Median spacing above which points do not show the bends between them. */
export const CURVINESS_SPACING_METERS = 25;

/** Radius below which a segment counts, and the weight of its meters; the published defaults. */
const LEVELS = [
  { belowMeters: 30, weight: 2 },
  { belowMeters: 60, weight: 1.6 },
  { belowMeters: 100, weight: 1.3 },
  { belowMeters: 175, weight: 1 },
] as const;
const STRAIGHT_ABOVE_METERS = 175;

interface Segment {
  start: LatLng;
  end: LatLng;
  lengthMeters: number;
  weight: number;
}

/**
 * Measures how much of a path lies in curves, by Adam Franco's published method for roadcurvature.com
 * (github.com/adamfranco/curvature): three neighboring points define a circle; a segment gets the smaller radius of its
 * two circles; its length has a weight of 2 below 30 m, 1.6 below 60 m, 1.3 below 100 m, 1 below 175 m, and 0 above. As
 * published, a jog of a few segments between straight ones of the same heading is noise and does not count.
 *
 * The published method reads OpenStreetMap nodes as they are; this one first resamples the path to 25 m, so that the
 * value depends on the road and not on the density of the recording.
 */
export function curvinessOf(path: readonly LatLng[]): Curviness {
  const lengthMeters = pathLengthMeters(path);
  const tooLong = lengthMeters / CURVINESS_SPACING_METERS > RESAMPLE_MAX_POINTS;
  if (tooLong || !(medianSpacingMeters(path) <= CURVINESS_SPACING_METERS)) {
    return { valueMeters: null, perKilometer: null, enoughDetail: false };
  }
  const valueMeters = weightedCurveMeters(path);
  return { valueMeters, perKilometer: valueMeters / (lengthMeters / 1_000), enoughDetail: true };
}

/**
 * Returns the weighted length of a path's curves in meters, however far apart its points are: for a map, which has few
 * points where a road is straight.
 * @param counts decides whether a segment with this start counts; all do by default.
 */
export function weightedCurveMeters(path: readonly LatLng[], counts: (start: LatLng) => boolean = () => true): number {
  const segments = weighSegments(resamplePath(path, CURVINESS_SPACING_METERS));
  dropJogs(segments);
  return segments.reduce((sum, { start, lengthMeters, weight }) => {
    return weight > 0 && counts(start) ? sum + lengthMeters * weight : sum;
  }, 0);
}

/** Returns the median spacing, or NaN for a path without length. */
function medianSpacingMeters(path: readonly LatLng[]): number {
  const spacings = path
    .slice(1)
    .map((point, index) => distanceMeters(path[index]!, point))
    .filter((spacing) => spacing > 0);
  const sorted = Float64Array.from(spacings).sort();
  return sorted[sorted.length >> 1] ?? NaN;
}

function weighSegments(points: LatLng[]): Segment[] {
  const lengths = points.slice(1).map((point, index) => distanceMeters(points[index]!, point));
  const radii = points.slice(2).map((point, index) => {
    return circumcircleRadiusMeters(lengths[index]!, lengths[index + 1]!, distanceMeters(points[index]!, point));
  });
  return lengths.map((lengthMeters, index) => {
    const radiusMeters = Math.min(radii[index - 1] ?? Infinity, radii[index] ?? Infinity);
    const weight = LEVELS.find(({ belowMeters }) => radiusMeters < belowMeters)?.weight ?? 0;
    return { start: points[index]!, end: points[index + 1]!, lengthMeters, weight };
  });
}

/** Returns the radius of the circle through a triangle's corners, given its sides; Infinity if they are collinear. */
function circumcircleRadiusMeters(a: number, b: number, c: number): number {
  const sixteenAreasSquared = (a + b + c) * (b + c - a) * (c + a - b) * (a + b - c);
  return sixteenAreasSquared > 0 ? (a * b * c) / Math.sqrt(sixteenAreasSquared) : Infinity;
}

/** Numbers of segments that the published filter looks ahead for the straight line to continue. */
const JOG_SEGMENTS = [3, 4, 5, 6, 7] as const;

/**
 * Applies the published deflection filter: between two straight segments, three to seven apart, whose headings (in
 * degrees of the longitude-latitude plane) differ by less than gap / 175, everything counts as a jog of the data.
 * Clears weights in place and in order, as published, so that a cleared segment can end the next jog.
 */
function dropJogs(segments: Segment[]): void {
  for (let index = 0; index < segments.length; index += 1) {
    const before = segments[index]!;
    for (const ahead of JOG_SEGMENTS) {
      const after = segments[index + ahead];
      if (after && before.weight === 0 && after.weight === 0 && goesOnStraight(before, after)) {
        for (let between = index; between < index + ahead; between += 1) {
          segments[between]!.weight = 0;
        }
      }
    }
  }
}

function goesOnStraight(before: Segment, after: Segment): boolean {
  const allowedDegrees = distanceMeters(before.end, after.start) / STRAIGHT_ABOVE_METERS;
  const difference = Math.abs(headingDegrees(before) - headingDegrees(after));
  return Math.min(difference, 360 - difference) < allowedDegrees;
}

function headingDegrees({ start, end }: Segment): number {
  return (Math.atan2(end.lat - start.lat, end.lng - start.lng) * 180) / Math.PI;
}
