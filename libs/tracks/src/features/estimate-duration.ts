interface Line {
  distanceMeters: number;
  degreesPerKm: number;
}

/** Pace on a straight road between towns: 72 km/h. */
const OPEN_SECONDS_PER_KM = 50;
/** A road that turns by 100 degrees per kilometer takes 15 seconds more for each. */
const SECONDS_PER_DEGREE = 0.15;
/** Tighter bends than these do not slow a car any further. */
const DEGREES_PER_KM_MAX = 600;
/** Pace through towns, with their lights, crossings and limits: 45 km/h. */
const TOWN_SECONDS_PER_KM = 80;
/** Extra time at the ends of a drive, where roads are local and people look for their way. */
const ENDS_SECONDS_PER_KM = 20;
const ENDS_KM = 20;

/**
 * Estimates the seconds that a drive takes without stops, from its curviness, its way through towns and its length.
 * Fitted to the driving times of 279 byways (docs/curviness.md).
 * @param settledShare share of the line that runs through towns, 0 to 1.
 */
export function estimateDurationSeconds({ distanceMeters, degreesPerKm }: Line, settledShare: number): number {
  const km = distanceMeters / 1_000;
  const open = OPEN_SECONDS_PER_KM + SECONDS_PER_DEGREE * Math.min(degreesPerKm, DEGREES_PER_KM_MAX);
  const pace = settledShare * Math.max(TOWN_SECONDS_PER_KM, open) + (1 - settledShare) * open;
  return Math.max(1, Math.round(km * pace + Math.min(km, ENDS_KM) * ENDS_SECONDS_PER_KM));
}
