import type { Curviness } from '@switchback/geo/curviness';

/** Leisurely speeds without stops: on a straight country road, the tightest mountain road, and one of unknown shape. */
const STRAIGHT_KMH = 72;
const TIGHTEST_KMH = 40;
const UNKNOWN_KMH = 60;
/** Curviness of a road that is nearly all tight bends, in weighted meters per kilometer. */
const TIGHTEST_PER_KILOMETER = 1_000;

/**
 * Estimates a missing duration in seconds. Speed falls linearly with curviness, from 72 km/h on a straight road to 40
 * km/h at 1,000 or more weighted meters of curves per kilometer; 60 km/h if the line does not show its bends.
 */
export function estimateDurationSeconds(distanceMeters: number, curviness: Curviness): number {
  const { perKilometer } = curviness;
  const speedKmh =
    perKilometer === null
      ? UNKNOWN_KMH
      : STRAIGHT_KMH - (STRAIGHT_KMH - TIGHTEST_KMH) * Math.min(1, perKilometer / TIGHTEST_PER_KILOMETER);
  return Math.max(1, Math.round(distanceMeters / (speedKmh / 3.6)));
}
