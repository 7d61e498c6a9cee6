import { distanceMeters, pathLengthMeters } from './distance.js';
import type { LatLng } from './location.js';
import { RESAMPLE_MAX_POINTS, resamplePath } from './resample.js';

export interface Curviness {
  /** Weighted length of the curves in metres; null without enough detail. */
  valueMeters: number | null;
  /** The same for each kilometre of the path. */
  perKilometer: number | null;
  enoughDetail: boolean;
}

/** Points further apart than this (the median) do not show the bends between them. */
export const CURVINESS_SPACING_METERS = 25;

/** Radius below which a segment counts, and how much each of its metres does; the published defaults. */
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
 * How much of a path lies in curves, as published by Adam Franco for roadcurvature.com (github.com/adamfranco/curvature):
 * three neighbouring points make a circle; a segment takes the smaller radius of its two circles; its length counts twice
 * below 30 m, 1.6 times below 60 m, 1.3 times below 100 m, once below 175 m, and not at all when straighter. A jog of a few
 * segments between straight ones of the same heading is taken for noise, as published, and does not count.
 *
 * The published method reads OpenStreetMap nodes as they come; here the path is resampled to 25 m first, so that the value
 * depends on the road and not on how densely it was recorded.
 */
export function curvinessOf(path: readonly LatLng[]): Curviness {
  const lengthMeters = pathLengthMeters(path);
  const tooLong = lengthMeters / CURVINESS_SPACING_METERS > RESAMPLE_MAX_POINTS;
  if (tooLong || !(medianSpacingMeters(path) <= CURVINESS_SPACING_METERS)) {
    return { valueMeters: null, perKilometer: null, enoughDetail: false };
  }
  const segments = weighSegments(resamplePath(path, CURVINESS_SPACING_METERS));
  dropJogs(segments);
  const valueMeters = segments.reduce((sum, segment) => sum + segment.lengthMeters * segment.weight, 0);
  return { valueMeters, perKilometer: valueMeters / (lengthMeters / 1_000), enoughDetail: true };
}

/** NaN for a path that goes nowhere. */
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

/** Radius of the circle through the corners of a triangle with these sides; Infinity when they lie on a line. */
function circumcircleRadiusMeters(a: number, b: number, c: number): number {
  const sixteenAreasSquared = (a + b + c) * (b + c - a) * (c + a - b) * (a + b - c);
  return sixteenAreasSquared > 0 ? (a * b * c) / Math.sqrt(sixteenAreasSquared) : Infinity;
}

/** The published filter looks this many segments ahead for the straight line to go on. */
const JOG_SEGMENTS = [3, 4, 5, 6, 7] as const;

/**
 * The published filter of deflections: between two straight segments, three to seven apart, whose headings (in degrees of
 * the longitude-latitude plane) differ by less than gap / 175, whatever lies between is a jog of the data. Weights are
 * cleared in place and in order, as published, so that a cleared segment can end the next jog.
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
