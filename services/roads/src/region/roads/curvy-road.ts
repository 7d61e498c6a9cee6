import { z } from 'zod';

/** The curviest roads of a region; further ones are left out. */
export const ROADS_MAX = 50_000;

/** A road of a region as stored: a line of JSON each, the curviest first. */
export const curvyRoad = z.object({
  id: z.string(),
  name: z.string().nullable(),
  ref: z.string().nullable(),
  surface: z.string().nullable(),
  isUnpaved: z.boolean(),
  distanceMeters: z.number(),
  degreesPerKm: z.number(),
  /** Weighted length of the curves outside of residential areas. */
  curvesMeters: z.number(),
  hairpins: z.number(),
  /** Share of the line in residential areas, 0 to 1. */
  settledShare: z.number(),
  /** North, east, south, west. */
  bounds: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  path: z.string(),
  /** The same line with fewer points. */
  overview: z.string(),
});
export type CurvyRoad = z.output<typeof curvyRoad>;
