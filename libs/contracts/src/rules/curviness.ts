/**
 * Bands of curviness, gentlest first, with their lower bounds in degrees of heading change per kilometer, measured at a
 * spacing of 150 m.
 */
export const CURVINESS_BANDS = [
  { band: 'gentle', fromDegreesPerKm: 0 },
  { band: 'winding', fromDegreesPerKm: 50 },
  { band: 'twisty', fromDegreesPerKm: 120 },
  { band: 'relentless', fromDegreesPerKm: 250 },
] as const;

export type CurvinessBand = (typeof CURVINESS_BANDS)[number]['band'];
