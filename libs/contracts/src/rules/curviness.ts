/**
 * Bands of curviness, gentlest first, with their lower bounds in degrees of heading change per kilometer, measured at a
 * spacing of 150 m. Calibrated on real byways (docs/curviness.md).
 */
export const CURVINESS_BANDS = [
  { band: 'gentle', fromDegreesPerKm: 0 },
  { band: 'winding', fromDegreesPerKm: 50 },
  { band: 'twisty', fromDegreesPerKm: 100 },
  { band: 'relentless', fromDegreesPerKm: 160 },
] as const;

export type CurvinessBand = (typeof CURVINESS_BANDS)[number]['band'];

export const CURVINESS_BAND_NAMES = CURVINESS_BANDS.map(({ band }) => band);

/** Returns the band of a line. */
export function bandOf(degreesPerKm: number): CurvinessBand {
  const reached = CURVINESS_BANDS.findLast(({ fromDegreesPerKm }) => degreesPerKm >= fromDegreesPerKm);
  return (reached ?? CURVINESS_BANDS[0]).band;
}

/** The range of the pill "Curvy": winding and more. */
export const CURVY = { min: CURVINESS_BANDS[1].fromDegreesPerKm, max: null } as const;

/** The range of the pill "Twisty": twisty and more. */
export const TWISTY = { min: CURVINESS_BANDS[2].fromDegreesPerKm, max: null } as const;
